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

    public string Id => "cpython.full-collection-coming";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var waiting = family.Workers.Where(worker => IsNear(worker) && CollectionsSinceFork.Of(family, worker) is { ReachedInherited: false, Frozen: false })
            .ToList();
        var shared = waiting.Sum(worker => worker.Census?.Tally.InheritedSharedBytes ?? 0);
        if (waiting.Count == 0 || !Amount.Matters(shared, family))
            return Examination.Nothing;
        var nearest = waiting.Select(worker => worker.Runtime!.Collector!).MaxBy(collector => collector.Pending / (double)collector.LongLived!.Value)!;
        var begins = (long)(Begins * nearest.LongLived!.Value);
        return Examination.Found(new Finding(
            Id,
            $"A full collection has not run yet in {waiting.Count} of {family.Workers.Count} workers, and will: it copies up to {Amount.Bytes(shared)} that "
                + "they still share.",
            shared,
            shared / waiting.Count,
            [
                new Evidence("pending_objects", nearest.Pending,
                    $"{nearest.Pending:N0} objects wait for it in the worker that is nearest; it comes at {begins:N0}"),
                new Evidence("long_lived_objects", nearest.LongLived, $"a quarter of the {nearest.LongLived:N0} that outlived the last one, in the master"),
            ])
        {
            IsCeiling = true,
        });
    }

    private static bool IsNear(Member worker) =>
        worker.Runtime?.Collector is
        {
            Enabled: true, Incremental: false, Generations: [{ Threshold: > 0 }, ..], Pending: { } pending, LongLived: > 0 and var old,
        }
        && pending >= Near * old;
}
