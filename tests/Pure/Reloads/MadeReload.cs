using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Reloads;

/// <summary>Samples of workers that come and go, a second apart.</summary>
internal static class MadeReload
{
    public const long MiB = MadeFamilies.MiB;

    public static Recording Recording(params IEnumerable<Sample>[] samples) =>
        MadeFamilies.Recording(MadeFamilies.Master(), MadeFamilies.Worker(2, [])) with
        {
            Samples = [.. samples.SelectMany(each => each).OrderBy(sample => sample.Seconds).ThenBy(sample => sample.Pid)],
        };

    /// <summary>A worker that idles.</summary>
    public static IEnumerable<Sample> Lives(int pid, int from, int to) =>
        Enumerable.Range(from, to - from + 1).Select(second => At(pid, second, 1000, 100 * MiB, 20 * MiB, [3, 2, 1], finalizing: false));

    /// <summary>
    /// The same, and then three samples of its end: it has copied 12 MiB when it has collected, and 20 when it is seen last. What
    /// it has freed by then lets its private memory fall.
    /// </summary>
    public static IEnumerable<Sample> Ends(int pid, int from, int to) =>
    [
        .. Lives(pid, from, to),
        At(pid, to + 1, 1000, 100 * MiB, null, [3, 2, 1], finalizing: true),
        At(pid, to + 2, 1000 + (12 * 256), 99 * MiB, 31 * MiB, [3, 2, 2], finalizing: true),
        At(pid, to + 3, 1000 + (20 * 256), 40 * MiB, 10 * MiB, null, finalizing: true),
    ];

    public static Sample At(int pid, double second, long faults, long rss, long? own, IReadOnlyList<long>? collections, bool? finalizing) =>
        new(second, pid, pid, Role.Worker, new MemoryUse(rss, null, null, own, null), collections) { MinorFaults = faults, Finalizing = finalizing };

    public static Sample Master(double second, int pid, ulong? stack) =>
        new(second, pid, pid, Role.Master, MemoryUse.Unknown, null) { StackStart = stack };
}
