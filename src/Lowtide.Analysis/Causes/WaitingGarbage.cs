using Lowtide.Recordings;

namespace Lowtide.Analysis.Causes;

/// <summary>
/// Garbage in cycles that waits in workers for their next full collection. That comes once a quarter of all old objects are new; objects that are frozen
/// count no longer (<see cref="CollectorFacts.Pending"/>), so that it comes sooner, and less waits.
/// </summary>
public static class WaitingGarbage
{
    /// <summary>Of all workers together; 0 where their collectors freed nothing, or that was not read.</summary>
    public static long MostBytes(Recording recording) => CyclicGarbage.Of(recording) is { ObjectsPerSecond: > 0 } garbage
        ? (long)(recording.Latest.Workers.Sum(worker => Most(worker, recording.Latest)) * garbage.MostEach) : 0;

    /// <summary>
    /// Objects that are garbage among those that wait in a worker, at most: not many more than a full collection has found there so far in the mean. What
    /// waits is mostly alive.
    /// </summary>
    private static double Most(Member worker, FamilySnapshot family)
    {
        if (worker.Runtime?.Collector is not { Pending: { } pending, Generations: [_, _, { Collected: { } freed } full] })
            return 0;
        var before = family.GenerationsAtFork(worker) is [_, _, var then] ? then : null;
        var ran = full.Collections - (before?.Collections ?? 0);
        return ran <= 0 ? pending : Math.Min(pending, 2.0 * Math.Max(0, freed - (before?.Collected ?? 0)) / ran);
    }
}
