using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>Workers have copied pages of the Ruby heap that they inherited: collections mark old objects, and new ones fill free slots.</summary>
public sealed class RubyHeapCopied : IFindingRule
{
    public const string FindingId = "ruby.heap-copied";

    public string Id => FindingId;

    public string Title => "workers copied the Ruby heap";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var workers = family.Workers.Where(worker => worker.RubyHeap?.Copies is not null).ToList();
        var copied = workers.Sum(worker => worker.RubyHeap!.Copies!.CopiedBytes);
        if (!Amount.Matters(copied, family))
            return Examination.Nothing;
        var inherited = workers.Sum(worker => worker.RubyHeap!.Copies!.InheritedBytes);
        var all = workers.Sum(worker => worker.Census?.Tally.CopiedBytes ?? 0);
        return Examination.Found(new Finding(
            Id,
            $"The workers copied {Amount.Bytes(copied)} of the Ruby heap that they inherited ({Amount.Percent(copied / (double)inherited)} of it).",
            copied,
            copied / workers.Count,
            [
                new Evidence("inherited_bytes", inherited, $"{Amount.Bytes(inherited)} of heap pages came from the master, in {workers.Count} workers"),
                new Evidence("copied_share", copied / (double)all,
                    $"{Amount.Percent(copied / (double)all)} of all that they copied; the rest is malloc's, stacks and libraries' data"),
            ]));
    }
}
