using System.Globalization;
using System.Text;
using Lowtide.Capture.Kits;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Launch;

/// <summary>
/// Asks Ruby's kit in processes that 'lowtide run' started to walk through their objects: by a file of the process's number in the
/// cache that the kit lies in. No signal, and nothing written to the process. What a process says of where its kit lies chooses among this user's
/// own caches and leads nowhere else.
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
        if (RubyKitReader.Read(pid) is null || Procfs.Stat(pid) is not { } stat || Procfs.Facts(stat) is not { } facts)
            return Missing($"no kit that Lowtide brought is at work in process {pid}", "start it by lowtide run --watch-ruby -- COMMAND");
        if (CacheFolder.Candidates().FirstOrDefault(cache => HasKitIn(cache, pid)) is not { } own)
            return Missing($"only who started process {pid} may ask for a walk", "run Lowtide as that user, with the same XDG_CACHE_HOME");
        var token = Guid.NewGuid().ToString("N", CultureInfo.InvariantCulture);
        var name = (facts.NamespacePid ?? pid).ToString(CultureInfo.InvariantCulture);
        using var requests = OwnedFolder.Open(Path.Combine(own, "requests"));
        using var request = New(requests, name);
        if (request is null)
            return Missing($"another Lowtide is asking process {pid} for a walk", "try again when that has ended");
        try
        {
            RandomAccess.Write(request, Encoding.ASCII.GetBytes(token), 0);
            return await Answered(pid, token, time, cancellation);
        }
        finally
        {
            requests.Remove(name);
        }
    }

    private static async Task<Unreadable?> Answered(int pid, string token, TimeProvider time, CancellationToken cancellation)
    {
        for (var began = time.GetTimestamp(); time.GetElapsedTime(began) < Patience; await Task.Delay(Pause, time, cancellation))
            switch (RubyKitReader.Read(pid))
            {
                case { Walk.Asked: var asked } when asked == token:
                    return null;
                case { WalkFailure: { Asked: var asked, Why: var why } } when asked == token:
                    return Missing($"process {pid} could not walk: {why}", null);
            }
        return Missing($"process {pid} did not answer within {Patience.TotalSeconds:0} s: no Ruby thread of it but one came to run", null);
    }

    /// <summary>A request, locked for as long as it is asked. One that nobody holds is of a Lowtide that was killed.</summary>
    private static SafeFileHandle? New(OwnedFolder requests, string name)
    {
        var request = requests.TryCreate(name);
        if (request is null)
        {
            using var found = requests.OpenFile(name);
            if (!found.IsInvalid && FileLock.IsTaken(found))
                return null;
            requests.Remove(name);
            request = requests.TryCreate(name);
        }
        if (request is not null)
            FileLock.TryTake(request);
        return request;
    }

    /// <summary>Whether RUBYLIB names a "kits/ruby-HASH/start" of this cache (KitFolder).</summary>
    private static bool HasKitIn(string cache, int pid) =>
        Procfs.Settings(pid)?.GetValueOrDefault(WatchedSettings.RubyFolders, "").Split(':')
            .Any(folder => folder.StartsWith($"{cache}/kits/ruby-", StringComparison.Ordinal)) == true;

    private static Unreadable Missing(string why, string? cure) => new("ruby.malloc", What, why, cure);
}
