using Lowtide.Recordings;

namespace Lowtide.Analysis.Causes;

/// <summary>
/// How much of a family's copied memory is the collector's, as an interval. What a collection copied, reads may have
/// copied as well, and without it still would: how much that is, the pages that no collection touches tell
/// (<see cref="ReadShare"/>). Where nothing tells it, reads may be all.
/// </summary>
/// <param name="LowBytes">Copies that would not have been made without the collector.</param>
/// <param name="CopiedBytes">What it copied, less what reads surely copied as well: the largest figure that nothing speaks against.</param>
/// <param name="HighBytes">All that would still be shared without it, at most. Pages that hold something else now are not in it: whoever changed them
/// would have copied them all the same.</param>
/// <param name="MostBytes">All that it can have copied: those too, if it came first.</param>
/// <param name="RelinkedBytes">Pages that differ in nothing but the collector's links.</param>
/// <param name="Leaves">Of all workers, pages that tell how much was read; null where none was looked at.</param>
public sealed record CollectorShare(
    long LowBytes, long CopiedBytes, long HighBytes, long MostBytes, long RelinkedBytes, int Workers, long InheritedBytes, ReadSample? Leaves)
{
    /// <summary>What the workers' own collections copied.</summary>
    public static CollectorShare OfWorkers(FamilySnapshot family) => Of(family, worker => !IsMasters(family, worker));

    /// <summary>
    /// What the master's collections copied of workers that it had forked before: each of them has its pages to itself since, and may have collected
    /// too, which its counters then cannot tell.
    /// </summary>
    public static CollectorShare OfMaster(FamilySnapshot family) => Of(family, worker => IsMasters(family, worker));

    /// <summary>Whether the master has walked what it shared with the worker.</summary>
    internal static bool IsMasters(FamilySnapshot family, Member worker) => CollectionsSinceFork.Of(family, worker)?.MasterWalked == true;

    private static CollectorShare Of(FamilySnapshot family, Func<Member, bool> which)
    {
        var shares = family.Workers.Where(which).Select(worker => OfWorker(family, worker)).OfType<CollectorShare>().ToList();
        var leaves = shares.Where(share => share.Leaves is not null).Select(share => (Of: share.Leaves!, Weight: (double)share.CopiedBytes)).ToList();
        var told = leaves.Sum(sample => sample.Weight * sample.Of.Told);
        return new CollectorShare(
            shares.Sum(share => share.LowBytes),
            shares.Sum(share => share.CopiedBytes),
            shares.Sum(share => share.HighBytes),
            shares.Sum(share => share.MostBytes),
            shares.Sum(share => share.RelinkedBytes),
            shares.Count,
            shares.Sum(share => share.InheritedBytes),
            leaves.Count == 0 ? null : new ReadSample(
                leaves.Sum(sample => sample.Of.Pages),
                leaves.Sum(sample => sample.Of.Copied),
                told / Math.Max(1, leaves.Sum(sample => sample.Weight)),
                leaves.Sum(sample => sample.Weight * sample.Of.Told * sample.Of.Share) / Math.Max(1e-9, told)));
    }

    private static CollectorShare? OfWorker(FamilySnapshot family, Member worker)
    {
        if (worker.Census?.Tally is not { } tally)
            return null;
        var collections = CollectionsSinceFork.Of(family, worker);
        var reached = collections?.ReachedInherited == true;
        if (!reached && tally.CopiedRelinkedBytes == 0)
            return null;
        var share = CopiedByCause.Of(family, worker) is { } traced
            ? Traced(traced, tally, reached, worker.Reads)
            : Untraced(tally, reached);
        return collections is { NeverRan: true } ? share with { LowBytes = 0 } : share;
    }

    private static CollectorShare Traced(CopiedByCause traced, PageTally tally, bool reached, ReadSample? leaves)
    {
        var undecided = reached ? traced.BytesOf(CopyCause.Undecided) + tally.UndecidedBytes : 0;
        var changed = reached
            ? traced.BytesOf(CopyCause.PayloadWrite) + traced.BytesOf(CopyCause.AllocatorReuse) + traced.BytesOf(CopyCause.CacheFill) : 0;
        var told = traced.Walked * traced.Read.Told;
        var untold = traced.Walked - told;
        return new CollectorShare(
            // Where nothing near by tells how much was read, none of it surely is.
            traced.SurelyCollectors,
            traced.BytesOf(CopyCause.Collector),
            (long)((told * (1 - traced.Read.Low)) + untold) + undecided,
            (long)((told * (1 - traced.Read.Low)) + untold) + undecided + changed,
            tally.CopiedRelinkedBytes,
            Workers: 1,
            tally.InheritedBytes,
            leaves);
    }

    /// <summary>No object tells here what was read: so reads may be all of it, even of pages that differ in the collector's links alone.</summary>
    private static CollectorShare Untraced(PageTally tally, bool reached)
    {
        var identical = reached ? tally.CopiedIdenticalBytes : 0;
        var most = tally.CopiedRelinkedBytes + identical + (reached ? tally.CopiedChangedBytes : 0);
        return new CollectorShare(
            LowBytes: 0,
            tally.CopiedRelinkedBytes + identical,
            most,
            most,
            tally.CopiedRelinkedBytes,
            Workers: 1,
            tally.InheritedBytes,
            Leaves: null);
    }
}
