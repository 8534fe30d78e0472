using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Findings.EvidenceRows;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>
/// The cyclic collector wrote into objects that workers inherited, and so copied their pages: what Instagram found in
/// 2017 after a first wrong guess.
/// </summary>
public sealed class CollectorCopies : IFindingRule
{
    /// <summary>Of the family's memory: an interval wider than this is not to choose by.</summary>
    private const double Wide = 0.15;

    public const string FindingId = "cpython.collector-copies";

    public string Id => FindingId;

    public string Title => "the collector copies shared memory";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var share = CollectorShare.OfWorkers(family);
        if (share.Workers == 0 || !Amount.Matters(share.CopiedBytes, family))
            return Examination.Nothing;
        var counts = family.Workers.Select(worker => CollectionsSinceFork.Of(family, worker)).OfType<CollectionsSinceFork>().ToList();
        var evidence = Pages(share);
        if (counts.Count > 0)
        {
            var (full, young) = (counts.Sum(count => count.FullAtLeast), counts.Sum(count => count.YoungAtLeast));
            evidence.Add(new Evidence("full_collections", full,
                $"{full} full collections since the fork, in {counts.Count(count => count.FullAtLeast > 0)} of {counts.Count} workers"));
            evidence.Add(new Evidence("young_collections", young, $"{young} collections of younger generations since the fork"));
            var waiting = counts.Max(count => count.InheritedYoungObjects);
            if (waiting >= CollectionsSinceFork.Piled)
                evidence.Add(new Evidence("inherited_young_objects", waiting,
                    $"{waiting:N0} objects were still in generation 0 at the fork: a worker's first collection of any kind walks them all"));
            if (counts.Exists(count => count.MasterCollectedSince))
                evidence.Add(new Evidence("master_collected", 1,
                    "the master has collected since the fork too: the workers' counts are bounds"));
        }
        if (family.PssBytes is { } pss && share.HighBytes - share.LowBytes > Wide * pss)
            evidence.Add(new Evidence("narrower", null,
                "a trial narrows that; so does a recording with --faults over a reload, which sees each first write (docs/faults.md)"));
        evidence.AddRange(CollectorCallers.Of(family.Members, "gc.collect", "gc.enable"));
        if (FirstWrites.Of(recording) is { } seen)
            evidence.Add(seen);
        return Examination.Found(new Finding(
            Id,
            $"The collector made private copies of {Amount.Range(share.LowBytes, share.HighBytes)} of the {Amount.Bytes(share.InheritedBytes)} "
            + "that all workers inherited"
            + (share.LowBytes > 0 ? "." : "; reads alone may have made them all."),
            share.CopiedBytes,
            share.CopiedBytes / share.Workers,
            evidence));
    }

    /// <summary>The pages behind a statement on a collector's copies, whoever's collector it is.</summary>
    internal static List<Evidence> Pages(CollectorShare share)
    {
        var evidence = new List<Evidence>
        {
            new("copied_low_bytes", share.LowBytes, $"without the collector at least {Amount.Bytes(share.LowBytes)} would still be shared"),
            new("copied_bytes", share.CopiedBytes, $"{Amount.Bytes(share.CopiedBytes)} were copied with no object changed"
                + (share.Leaves is null ? "; identical ones may be reads' too" : "")),
            new("copied_high_bytes", share.MostBytes, $"at most {Amount.Bytes(share.MostBytes)}: something else changed the rest of these pages as well"),
            new("relinked_bytes", share.RelinkedBytes, $"{Amount.Bytes(share.RelinkedBytes)} differ from the master only in the collector's own links"
                + (share.Leaves is { Told: > 0 } ? "; reads alone would have copied some of them" : "")),
        };
        if (share.Leaves is { Told: > 0 } leaves)
            evidence.Add(new Evidence("read_share", leaves.Share,
                $"reads alone would have copied about {Amount.Percent(leaves.Share)} of these pages (estimated from neighbours that no collection touches"
                    + (leaves.Told < 0.995 ? $"; {Amount.Percent(1 - leaves.Told)} of them have none)" : ")")));
        else if (share.Leaves is { Told: 0 })
            evidence.Add(new Evidence("read_told_share", 0,
                "no neighbour tells how much of them reads alone would have copied, so the least is nothing: confirm it with a trial"));
        return evidence;
    }
}
