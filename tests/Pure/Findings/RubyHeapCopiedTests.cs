using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

public sealed class RubyHeapCopiedTests
{
    [Fact]
    public void Copied_heap_pages_are_told_of_workers_alone()
    {
        Member Worker(int pid, long copied)
        {
            var made = Made.Worker(pid, [], (PageState.CopiedChanged, 40 * Made.MiB));
            return made with { RubyHeap = MadeRuby.Member().RubyHeap! with { Copies = new RubyCopies(100 * Made.MiB, copied) } };
        }

        var finding = Assert.Single(new RubyHeapCopied().Examine(
            Made.Recording(MadeRuby.Member(), Worker(2, 30 * Made.MiB), Worker(3, 10 * Made.MiB))).Findings);
        Assert.Equal((40 * Made.MiB, 20 * Made.MiB), (finding.Bytes, finding.BytesPerWorker));
        Assert.Equal(0.5, finding.Evidence.Single(row => row.Name == "copied_share").Value);
        Assert.Same(Examination.Nothing, new RubyHeapCopied().Examine(Made.Recording(MadeRuby.Member())));
    }
}
