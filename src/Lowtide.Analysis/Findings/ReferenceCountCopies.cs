using Lowtide.Analysis.Causes;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>
/// Inherited pages that were copied because objects on them were read: a reference was taken, and given back or still
/// held. Where pages cannot be traced, only identical copies in workers whose collector cannot have walked them count.
/// </summary>
public sealed class ReferenceCountCopies : IFindingRule
{
    public string Id => "cpython.reference-count-copies";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var workers = family.Workers.Select(worker => Of(family.Master, worker)).OfType<Share>()
            .Where(worker => worker.Bytes > 0).ToList();
        var bytes = workers.Sum(worker => worker.Bytes);
        if (!Amount.Matters(bytes, family))
            return Examination.Nothing;
        var evidence = new List<Evidence>
        {
            new("identical_bytes", workers.Sum(worker => worker.Identical),
                $"{Amount.Bytes(workers.Sum(worker => worker.Identical))} of copies are byte for byte what the master has"),
        };
        if (workers.Exists(worker => worker.Traced))
            evidence.Add(new Evidence("counted_bytes", bytes,
                $"{Amount.Bytes(bytes)} by what stands on the pages: counts that changed, or nothing that a collection writes to, or"
                    + " no collection came there"));
        if (workers.TrueForAll(worker => worker.Collections is { ReachedInherited: false }))
            evidence.Add(new Evidence("full_collections", 0, workers.Exists(worker => worker.Collections!.MasterCollectedSince)
                ? "no full collection since the fork"
                : "no collection reached inherited objects since the fork, if the master has run none since either"));
        if (FirstWrites.Of(recording) is { } seen)
            evidence.Add(seen);
        evidence.Add(new Evidence("workers", workers.Count, $"in {workers.Count} of {family.Workers.Count} workers"));
        return Examination.Found(new Finding(
            Id,
            $"Reading alone copied {Amount.Bytes(bytes)} that the workers inherited: a reference count is written with every use.",
            bytes,
            null,
            bytes / workers.Count,
            evidence));
    }

    private sealed record Share(long Bytes, long Identical, bool Traced, CollectionsSinceFork? Collections);

    private static Share? Of(Member? master, Member worker)
    {
        if (worker.Census?.Tally is not { } tally)
            return null;
        var collections = CollectionsSinceFork.Of(master, worker);
        if (CopiedByCause.Of(master, worker) is { } traced)
            return new Share(traced.BytesOf(CopyCause.ReferenceCount), tally.CopiedIdenticalBytes, Traced: true, collections);
        return collections is { ReachedInherited: false }
            ? new Share(tally.CopiedIdenticalBytes, tally.CopiedIdenticalBytes, Traced: false, collections)
            : null;
    }
}
