using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>
/// Inherited pages that were copied and are byte for byte what they were, in workers whose collector cannot have
/// walked them: a reference was taken and given back, so reading alone copied them.
/// </summary>
public sealed class ReferenceCountCopies : IFindingRule
{
    public string Id => "cpython.reference-count-copies";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var workers = family.Workers
            .Where(worker => worker.Census is not null
                && CollectionsSinceFork.Of(family.Master, worker) is { ReachedInherited: false })
            .ToList();
        var bytes = workers.Sum(worker => worker.Census!.Tally.CopiedIdenticalBytes);
        if (!Amount.Matters(bytes, family))
            return Examination.Nothing;
        var exact = !workers.Exists(worker => CollectionsSinceFork.Of(family.Master, worker)!.MasterCollectedSince);
        return Examination.Found(new Finding(
            Id,
            $"Reading alone copied {Amount.Bytes(bytes)} that the workers inherited: reference counts went up and down again.",
            bytes,
            null,
            bytes / workers.Count,
            [
                new Evidence("identical_bytes", bytes, $"{Amount.Bytes(bytes)} of copies are byte for byte what the master has"),
                new Evidence("full_collections", 0, exact
                    ? "no collection reached inherited objects since the fork, if the master has run none since either"
                    : "no full collection since the fork"),
                new Evidence("workers", workers.Count, $"in {workers.Count} of {family.Workers.Count} workers"),
            ]));
    }
}
