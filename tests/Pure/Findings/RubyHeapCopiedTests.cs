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
            var made = MadeFamilies.Worker(pid, [], (PageState.CopiedChanged, 40 * MadeFamilies.MiB));
            return made with { RubyHeap = MadeRuby.Member().RubyHeap! with { Copies = new RubyCopies(100 * MadeFamilies.MiB, copied) } };
        }

        var finding = Assert.Single(new RubyHeapCopied().Examine(
            MadeFamilies.Recording(MadeRuby.Member(), Worker(2, 30 * MadeFamilies.MiB), Worker(3, 10 * MadeFamilies.MiB))).Findings);
        Assert.Equal((40 * MadeFamilies.MiB, 20 * MadeFamilies.MiB), (finding.Bytes, finding.BytesPerWorker));
        Assert.Equal(0.5, finding.Evidence.Single(row => row.Name == "copied_share").Value);
        Assert.Same(Examination.Nothing, new RubyHeapCopied().Examine(MadeFamilies.Recording(MadeRuby.Member())));
    }
}
