using System.Globalization;
using System.Text;

namespace Lowtide.Launch;

/// <summary>
/// What Lowtide's caller had, noted by the front (front.c) before the .NET runtime changed it: what a target gets that
/// Lowtide starts.
/// </summary>
/// <param name="SoftOpenFiles">Soft RLIMIT_NOFILE; ulong.MaxValue is RLIM_INFINITY.</param>
/// <param name="IgnoredSignals">Bit N-1 stands for signal N, as in SigIgn of /proc/PID/status.</param>
/// <param name="BlockedSignals">Likewise, as in SigBlk.</param>
/// <param name="GuardDescriptor">Under a guard (guard.c): where to tell that the target is about to start.</param>
internal sealed record Caller(
    ulong SoftOpenFiles,
    ulong IgnoredSignals,
    ulong BlockedSignals,
    EnvironmentBlock Environment,
    int? GuardDescriptor)
{
    private static readonly byte[] Marker = "LOWTIDE_CALLER="u8.ToArray();
    private static readonly byte[] HeldBack = "LOWTIDE_HELD_"u8.ToArray();

    /// <summary>
    /// Undoes what the front did to the environment. The caller's entries stand before LOWTIDE_CALLER, some of them
    /// under a prefix; that entry and those behind it are Lowtide's own.
    /// </summary>
    /// <exception cref="Failure">The program was not started by its front.</exception>
    public static Caller From(EnvironmentBlock own)
    {
        var index = own.Entries.TakeWhile(entry => !entry.AsSpan().StartsWith(Marker)).Count();
        var fields = index < own.Entries.Count
            ? Encoding.ASCII.GetString(own.Entries[index].AsSpan(Marker.Length)).Split(':')
            : [];
        if (fields.Length != 3
            || !ulong.TryParse(fields[0], NumberStyles.None, null, out var files)
            || !ulong.TryParse(fields[1], NumberStyles.AllowHexSpecifier, null, out var ignored)
            || !ulong.TryParse(fields[2], NumberStyles.AllowHexSpecifier, null, out var blocked))
            throw new Failure("its caller's limits and signals are not known: start 'lowtide', not 'lib/lowtide-program'");

        var environment = new EnvironmentBlock([.. own.Entries.Take(index).Select(WithoutPrefix)]);
        var guard = new EnvironmentBlock([.. own.Entries.Skip(index)]).Get("LOWTIDE_GUARD_FD");
        return new(files, ignored, blocked, environment,
            guard is null ? null : int.Parse(guard, NumberStyles.None, CultureInfo.InvariantCulture));
    }

    /// <summary>
    /// <paramref name="own"/> as if the caller had set this as well. It is held back whatever it is, so that a variable
    /// meant for the target does nothing to the launcher before it.
    /// </summary>
    public static EnvironmentBlock WithSetting(EnvironmentBlock own, string name, string value)
    {
        byte[] plain = Encoding.UTF8.GetBytes($"{name}="), held = [.. HeldBack, .. plain];
        return new EnvironmentBlock([
            [.. held, .. Encoding.UTF8.GetBytes(value)],
            .. own.Entries.Where(entry => !entry.AsSpan().StartsWith(plain) && !entry.AsSpan().StartsWith(held)),
        ]);
    }

    /// <summary>For a command that is not the target but runs in its circumstances: what was held back has its own name again.</summary>
    public static void GiveBack(IDictionary<string, string?> environment)
    {
        var prefix = Encoding.ASCII.GetString(HeldBack);
        foreach (var held in environment.Keys.Where(name => name.StartsWith(prefix, StringComparison.Ordinal)).ToList())
        {
            environment[held[prefix.Length..]] = environment[held];
            environment.Remove(held);
        }
    }

    public bool Ignores(int signal) => (IgnoredSignals >> (signal - 1) & 1) != 0;

    private static byte[] WithoutPrefix(byte[] entry) =>
        entry.AsSpan().StartsWith(HeldBack) ? entry[HeldBack.Length..] : entry;
}
