using Lowtide.Analysis.Causes;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>Pages copied though unchanged where no runtime's counters say whose write it was.</summary>
public sealed class CopiedUnchanged : IFindingRule
{
    public const string FindingId = "fork.copied-unchanged";

    public string Id => FindingId;

    public string Title => "inherited pages were copied, nobody knows by whom";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var workers = family.Workers
            .Where(worker => worker.Census is not null && CollectionsSinceFork.Of(family, worker) is null)
            .ToList();
        // Where the pages have been traced, what stands on them tells of some.
        var bytes = workers.Sum(worker =>
            CopiedByCause.Of(family, worker)?.BytesOf(CopyCause.Undecided) ?? worker.Census!.Tally.CopiedIdenticalBytes);
        if (!Amount.Matters(bytes, family))
            return Examination.Nothing;
        return Examination.Found(new Finding(
            Id,
            $"{Amount.Bytes(bytes)} that the workers inherited was copied though it is unchanged; whose writes they were cannot be told.",
            bytes,
            bytes / workers.Count,
            [
                new Evidence("identical_bytes", bytes, $"{Amount.Bytes(bytes)} of copies are byte for byte what the master has"),
                new Evidence("workers", workers.Count, "the collector's counters could not be read in these workers or in their master"),
            ]));
    }
}
