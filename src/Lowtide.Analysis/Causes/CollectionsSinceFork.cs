using Lowtide.Recordings;

namespace Lowtide.Analysis.Causes;

/// <summary>
/// Collections that a worker ran since its fork, by its own counters less its master's. The master's count at the fork
/// is at most its count now, so the difference is a lower bound, and exact if the master has not collected since.
/// </summary>
/// <param name="FullAtLeast">Of the oldest generation; negative differences (the master collected since) give 0.</param>
/// <param name="FullAtMost">What the worker counts in all, less what was counted at its master's first fork where a keeper tells.</param>
/// <param name="MasterCollectedSince">A negative difference proves it: then only the bounds hold.</param>
/// <param name="MasterFullAtLeast">Full collections of the master's since, which walked what it shares: what the worker's own count lacks, or that of
/// one forked later.</param>
/// <param name="MasterCollectsBetweenForks">It does so before each fork, and has forked others since; the worker's own collections may hide it.</param>
/// <param name="Frozen">The worker has what it inherited set aside (gc.freeze): its own collections do not come there.</param>
/// <param name="MasterFrozen">So has the master, whose collections then do not come there either.</param>
/// <param name="InheritedYoungObjects">
/// Tracked allocations that the master has not collected yet: with the collector off while loading, the whole heap is
/// still in generation 0 at the fork, and a worker's first young collection walks all of it.
/// </param>
public sealed record CollectionsSinceFork(
    long FullAtLeast,
    long FullAtMost,
    long YoungAtLeast,
    bool MasterCollectedSince,
    long MasterFullAtLeast,
    bool MasterCollectsBetweenForks,
    bool Frozen,
    bool MasterFrozen,
    long InheritedYoungObjects)
{
    /// <summary>
    /// It is off, and both counts are what they were: links that differ are of neighbours that were freed or made since
    /// (Include/internal/pycore_gc.h, _PyObject_GC_UNTRACK).
    /// </summary>
    public bool NeverRan { get; init; }

    /// <summary>More young objects than automatic collection ever lets pile up (its thresholds are 700 to 2,000).</summary>
    public const long Piled = 20_000;

    /// <summary>The master has walked what the worker shared with it, which is the worker's alone since.</summary>
    public bool MasterWalked => (MasterFullAtLeast > 0 || MasterCollectsBetweenForks) && !MasterFrozen;

    /// <summary>Null where either side's counters could not be read, and where an incremental collector has walked nobody knows how much.</summary>
    public static CollectionsSinceFork? Of(FamilySnapshot family, Member worker)
    {
        var master = family.Master;
        if (master?.Runtime?.Collector?.Generations is not { Count: 3 } before
            || worker.Runtime?.Collector?.Generations is not { Count: 3 } now)
            return null;
        var atFork = worker.AtFork?.Generations is { Count: 3 } kept ? kept : null;
        var differences = now.Zip(before, (own, masters) => own.Collections - masters.Collections).ToList();
        if (worker.Runtime.Collector.Incremental && (differences[0] != 0 || differences[1] != 0) && differences[2] <= 0)
            return null;
        return new CollectionsSinceFork(
            Math.Max(0, differences[2]),
            now[2].Collections - (atFork is null ? 0 : Math.Min(atFork[2].Collections, now[2].Collections)),
            Math.Max(0, differences[0]) + Math.Max(0, differences[1]),
            differences.Exists(difference => difference < 0),
            // The keeper still shares what the master left.
            atFork is null ? FullCounts.Of(family).MastersSince(worker, before[2].Collections) : 0,
            atFork is null && worker.Process.Pid != family.Workers[^1].Process.Pid && FullCounts.Of(family).RiseWithForks,
            worker.Runtime.Collector.Frozen == true,
            master.Runtime.Collector.Frozen == true,
            // What is set aside (gc.freeze) is in no generation that a collection walks.
            worker.Runtime.Collector.Frozen == true ? 0 : (atFork ?? before)[0].Count)
        {
            NeverRan = IsOff(worker.Runtime.Collector) && differences.TrueForAll(difference => difference == 0),
        };
    }

    private static bool IsOff(CollectorFacts collector) => !collector.Enabled || collector.Generations[0].Threshold == 0;

    /// <summary>
    /// Whether a collector can have walked what the worker inherited: its own, or its master's, after which the last
    /// of the workers that still shares a page has it to itself without having done a thing.
    /// </summary>
    public bool ReachedInherited =>
        MasterWalked
        || (!Frozen && (FullAtLeast > 0
            || (MasterCollectedSince && FullAtMost > 0)
            || (YoungAtLeast > 0 && InheritedYoungObjects >= Piled)));
}
