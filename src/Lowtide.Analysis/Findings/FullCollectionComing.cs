using Lowtide.Analysis.Causes;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>
/// A warning: workers share most of what they inherited as none of them has run a full collection yet, and one is on its way. keystone took 290 MiB
/// before it and 443 MiB after.
/// </summary>
public sealed class FullCollectionComing : IFindingRule
{
    /// <summary>Objects that wait, of all that outlived the last one: from a quarter on it runs (Modules/gcmodule.c, gc_collect_generations).</summary>
    private const double Begins = 0.25, Near = Begins / 2;

    public const string FindingId = "cpython.full-collection-coming";

    public string Id => FindingId;

    public string Title => "the first full collection is still to come";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var waiting = family.Workers.Where(worker => IsNear(worker) && CollectionsSinceFork.Of(family, worker) is { ReachedInherited: false, Frozen: false })
            .ToList();
        var shared = waiting.Sum(worker => worker.Census?.Tally.InheritedSharedBytes ?? 0);
        if (waiting.Count == 0 || !Amount.Matters(shared, family))
            return Examination.Nothing;
        var nearest = waiting.Select(worker => worker.Runtime!.Collector!).MaxBy(collector => collector.Pending / (double)collector.LongLived!.Value)!;
        var begins = BeginsAt(nearest);
        return Examination.Found(new Finding(
            Id,
            $"A full collection has not run yet in {waiting.Count} of {family.Workers.Count} workers, and will: it copies up to {Amount.Bytes(shared)} that "
                + "they still share.",
            shared,
            shared / waiting.Count,
            [
                new Evidence("pending_objects", nearest.Pending,
                    $"{nearest.Pending:N0} objects wait for it in the worker that is nearest"),
                new Evidence("begins_at_objects", begins, $"it comes once {begins:N0} wait, or soon after"),
                new Evidence("long_lived_objects", nearest.LongLived,
                    $"{nearest.LongLived:N0} objects outlived the last one, in the master: a quarter of that many must wait"),
            ])
        {
            IsCeiling = true,
        });
    }

    /// <summary>
    /// It also takes more young collections than its threshold: where few objects outlived the last one, more than a quarter of them wait by then. Each
    /// of those comes after so many objects more.
    /// </summary>
    private static long BeginsAt(CollectorFacts collector)
    {
        var (young, middle, full) = (collector.Generations[0], collector.Generations[1], collector.Generations[2]);
        var collections = Math.Max(0, full.Threshold + 1 - full.Count);
        var objects = (long)collections * (middle.Threshold + 1) * (young.Threshold + 1);
        return Math.Max((long)(Begins * collector.LongLived!.Value), collector.Pending!.Value + objects);
    }

    private static bool IsNear(Member worker) =>
        worker.Runtime?.Collector is
        {
            Enabled: true, Incremental: false, Generations: [{ Threshold: > 0 }, _, _], Pending: { } pending, LongLived: > 0 and var old,
        }
        && pending >= Near * old;
}
