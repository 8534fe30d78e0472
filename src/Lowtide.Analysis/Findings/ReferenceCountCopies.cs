using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Findings.EvidenceRows;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>
/// Inherited pages that were copied because objects on them were read: a reference was taken, and given back or still
/// held. Where pages cannot be traced, only identical copies in workers whose collector cannot have walked them count.
/// </summary>
public sealed class ReferenceCountCopies : IFindingRule
{
    public const string FindingId = "cpython.reference-count-copies";

    public string Id => FindingId;

    public string Title => "reading copies shared memory";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var workers = family.Workers.Select(worker => ReferenceCountShare.Of(family, worker)).OfType<ReferenceCountShare>()
            .Where(worker => worker.LowBytes > 0).ToList();
        var bytes = workers.Sum(worker => worker.LowBytes);
        if (!Amount.Matters(bytes, family))
            return Examination.Nothing;
        var evidence = new List<Evidence>
        {
            new("identical_bytes", workers.Sum(worker => worker.IdenticalBytes),
                $"{Amount.Bytes(workers.Sum(worker => worker.IdenticalBytes))} of copies are byte for byte what the master has"),
        };
        if (workers.Exists(worker => worker.Traced))
            evidence.Add(new Evidence("counted_bytes", bytes,
                $"{Amount.Bytes(bytes)} by what stands on the pages: counts that changed, or nothing that a collection writes to, or"
                    + " no collection came there"));
        var most = workers.Sum(worker => worker.HighBytes);
        evidence.Add(new Evidence("copied_high_bytes", most, $"at most {Amount.Bytes(most)}, with pages that the collector copied as well"));
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
            bytes / workers.Count,
            evidence));
    }
}
