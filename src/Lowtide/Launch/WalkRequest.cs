using System.Globalization;
using Lowtide.Capture.Kits;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Launch;

/// <summary>
/// Asks Ruby's kit in processes that 'lowtide run' started to walk through their objects: by a file of the process's number in the
/// cache that the kit lies in, where only who started them can write. No signal, and nothing written to the process.
/// </summary>
internal static class WalkRequest
{
    private const string What = "what malloc gave Ruby's objects";

    /// <summary>The kit looks once a second; a walk of a million objects took 26 ms (docs/ruby.md).</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(15), Pause = TimeSpan.FromMilliseconds(50);

    /// <returns>Why a process did not walk; those without the kit among them.</returns>
    public static async Task<IReadOnlyList<Unreadable>> Ask(IEnumerable<int> pids, TimeProvider time, CancellationToken cancellation)
    {
        var missing = new List<Unreadable>();
        foreach (var pid in pids)
            if (await Refusal(pid, time, cancellation) is { } refusal)
                missing.Add(refusal);
        return missing;
    }

    private static async Task<Unreadable?> Refusal(int pid, TimeProvider time, CancellationToken cancellation)
    {
        if (RubyKitReader.Read(pid) is null || Cache(pid) is not { } cache || Procfs.Stat(pid) is not { } stat || Procfs.Facts(stat) is not { } facts)
            return new Unreadable("ruby.malloc", What, $"no kit that Lowtide brought is at work in process {pid}",
                "start it by lowtide run --watch-ruby -- COMMAND");
        if (FileOwner.Of(cache).Owner is var owner && owner != Libc.EffectiveUser())
            return new Unreadable("ruby.malloc", What, $"only who started process {pid} may ask for a walk", $"run Lowtide as user {owner}");
        var token = Guid.NewGuid().ToString("N", CultureInfo.InvariantCulture);
        var file = Path.Combine(CacheFolder.Own(Path.Combine(cache, "requests")), (facts.NamespacePid ?? pid).ToString(CultureInfo.InvariantCulture));
        try
        {
            await File.WriteAllTextAsync($"{file}.new", token, cancellation);
            File.Move($"{file}.new", file, overwrite: true);
            var began = time.GetTimestamp();
            while (time.GetElapsedTime(began) < Patience)
            {
                switch (RubyKitReader.Read(pid))
                {
                    case { Walk.Asked: var asked } when asked == token:
                        return null;
                    case { WalkFailure: { Asked: var asked, Why: var why } } when asked == token:
                        return new Unreadable("ruby.malloc", What, $"process {pid} could not walk: {why}", null);
                }
                await Task.Delay(Pause, time, cancellation);
            }
            return new Unreadable("ruby.malloc", What,
                $"process {pid} did not answer within {Patience.TotalSeconds:0} s: no Ruby thread of it but one came to run", null);
        }
        finally
        {
            File.Delete(file);
        }
    }

    /// <summary>The folder of "kits/ruby-HASH/start", which RUBYLIB names (KitFolder).</summary>
    private static string? Cache(int pid)
    {
        var folders = Procfs.Settings(pid)?.GetValueOrDefault(WatchedSettings.RubyFolders, "").Split(':') ?? [];
        return Array.Find(folders, folder => folder.StartsWith('/') && folder.Contains("/kits/ruby-", StringComparison.Ordinal)) is { } start
            ? Path.GetFullPath(Path.Combine(start, "..", "..", ".."))
            : null;
    }
}
