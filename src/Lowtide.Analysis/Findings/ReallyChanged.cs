using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>Inherited pages that hold something else now: no remedy that avoids useless writes brings them back.</summary>
public sealed class ReallyChanged : IFindingRule
{
    public string Id => "fork.really-changed";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var workers = family.Workers.Where(worker => worker.Census is not null).ToList();
        var bytes = workers.Sum(worker => worker.Census!.Tally.CopiedChangedBytes);
        if (!Amount.Matters(bytes, family))
            return Examination.Nothing;
        var inherited = workers.Sum(worker => worker.Census!.Tally.InheritedBytes);
        return Examination.Found(new Finding(
            Id,
            $"The workers changed {Amount.Bytes(bytes)} that they inherited ({Amount.Percent(bytes / (double)inherited)} of it).",
            bytes,
            null,
            bytes / workers.Count,
            [
                new Evidence("changed_bytes", bytes, "pages whose words differ from the master's in more than the collector's links"),
                new Evidence("inherited_bytes", inherited, $"of {Amount.Bytes(inherited)} that was surely inherited"),
            ]));
    }
}
