using System.Text;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// The socket on which a .NET runtime takes requests (diagnostics, docs/design-docs/ipc-protocol.md). It lies in the process's own tmp, under
/// the pid that the process has in its own namespace, and is reached by way of its root.
/// </summary>
internal static class DiagnosticPort
{
    private const string WhyNone =
        "it has no diagnostic port: diagnostics are off (environment or runtimeconfig), it could not make a socket in its tmp, "
        + "or it is compiled ahead of time without them";

    /// <summary>Bytes of a socket's path, with the zero behind it (unix(7), sun_path).</summary>
    private const int LongestPath = 108;

    /// <summary>Null where it cannot be had; then <paramref name="refused"/> says why.</summary>
    public static string? Find(int pid, out Unreadable? refused)
    {
        refused = null;
        if (Procfs.Stat(pid) is not { } stat || Procfs.Facts(stat) is not { } facts)
            return Refuse(out refused, "it ended", null);
        if (ProcFile.TryReadText($"/proc/{pid}/net/unix") is not { } sockets)
            return Refuse(out refused, "the sockets of its network namespace cannot be read", "run Lowtide as its user or with sudo");
        var another = Procfs.OwnUserId is not 0 && facts.UserId != Procfs.OwnUserId ? facts.UserId : null;
        var switchedOff = SwitchedOff(Procfs.Settings(pid));
        // Another user's environment and folders may be closed: whether a socket of its pid is its own is left to who may enter them.
        if (PathOf(sockets, facts.NamespacePid ?? pid, stat.StartTicks,
            socket => switchedOff is null && (another is not null || File.Exists(BelowRoot(pid, socket)))) is not { } path)
            return switchedOff is { } setting
                ? Refuse(out refused, $"it has no diagnostic port: it was started with {setting}", $"start it without {setting}")
                : Refuse(out refused, WhyNone,
                    "start it without DOTNET_EnableDiagnostics=0 and DOTNET_EnableDiagnostics_IPC=0, and with a short TMPDIR that it can write to");
        if (another is { } user)
            return Refuse(out refused, $"its socket belongs to user {user}", "run Lowtide as that user or with sudo");
        var belowRoot = BelowRoot(pid, path);
        if (File.Exists(belowRoot))
            return ShortEnough(belowRoot, path, File.Exists) ?? Refuse(out refused,
                $"the way to its socket, {belowRoot}, is longer than the {LongestPath} bytes that a socket's may have", "start it with a shorter TMPDIR");
        // No socket can be opened so, but the error is another for one that is gone (ENOENT) than for a way that is closed (EACCES).
        _ = ProcFile.TryReadText(belowRoot, out var mayExist);
        if (Procfs.Stat(pid) is not { IsZombie: false })
            return Refuse(out refused, "it ended", null);
        return mayExist
            ? Refuse(out refused, $"the way to its socket, {belowRoot}, cannot be entered", "run Lowtide as its user or with sudo")
            : Refuse(out refused, $"its socket {path} was removed",
                "restart it, as it makes one only when it starts; keep cleaners of tmp away from dotnet-diagnostic-*");
    }

    /// <summary>
    /// The way by its root, as its own tmp may be another than ours; where both are the same that way is only longer, and may be too long where the
    /// path itself is not.
    /// </summary>
    internal static string? ShortEnough(string belowRoot, string path, Func<string, bool> exists) =>
        Fits(belowRoot) ? belowRoot
        : Fits(path) && exists(path) ? path
        : null;

    private static bool Fits(string path) => Encoding.UTF8.GetByteCount(path) < LongestPath;

    /// <summary>"DOTNET_EnableDiagnostics=0"; null where its environment does not say so.</summary>
    internal static string? SwitchedOff(IReadOnlyDictionary<string, string>? environment) =>
        new[] { WatchedSettings.Diagnostics, WatchedSettings.DiagnosticsPort }
            .Select(key => DotNetVariable.Find(environment, key))
            .FirstOrDefault(variable => variable?.Value.Trim('0', 'x').Length == 0)?.ToString();

    /// <summary>
    /// The kernel lists the sockets of a whole network namespace: two containers of a pod both have a process 1 there. The runtime adds the start
    /// of the process in clock ticks to the name, as /proc/PID/stat has it, but counted from the boot of its own time namespace
    /// (time_namespaces(7)): where no name has it, one that lies below the process's own root is taken.
    /// </summary>
    internal static string? PathOf(string sockets, int namespacePid, long startTicks, Func<string, bool> isBelowRoot)
    {
        var name = $"/dotnet-diagnostic-{namespacePid}-";
        var paths = new List<string>();
        foreach (var line in sockets.Split('\n'))
            if (line.IndexOf('/') is var start and >= 0 && line[start..].TrimEnd() is var path
                && path.EndsWith("-socket", StringComparison.Ordinal) && path.Contains(name, StringComparison.Ordinal))
                paths.Add(path);
        return paths.Find(path => path.EndsWith($"{name}{startTicks}-socket", StringComparison.Ordinal)) ?? paths.FindLast(path => isBelowRoot(path));
    }

    private static string BelowRoot(int pid, string path) => $"/proc/{pid}/root{path}";

    private static string? Refuse(out Unreadable? refused, string why, string? mend)
    {
        refused = new Unreadable(DotNetWatch.What, why, mend);
        return null;
    }
}
