using Lowtide.Capture.Malloc;
using Lowtide.Recordings;
using Lowtide.Tests.Live.Sources;

namespace Lowtide.Tests.Live.Malloc;

/// <summary>While the kernel moves a page, its entry is that of one in swap. All processes have theirs moved, so that no other test runs beside it.</summary>
[Collection(nameof(Alone))]
public sealed class MovedPagesTests
{
    [Fact]
    public void A_process_whose_pages_move_has_the_same_heap()
    {
        Assert.SkipUnless(Compaction.MayBeAsked, "only root may ask the kernel to compact memory");
        using var target = Target.Start(CompiledTarget.Build("arena_events"), ["forks"]);
        var first = Walk(target);
        using var compaction = Compaction.Start();
        for (var look = 0; look < 600; look++)
        {
            var use = Walk(target);
            Assert.Equal((first.InUseBytes, first.FreeBytes), (use.InUseBytes, use.FreeBytes));
        }
        Assert.SkipUnless(compaction.PagesMoved > 1000, $"the kernel had {compaction.PagesMoved} pages to move, which proves nothing");
    }

    private static ArenaUse Walk(Target target) =>
        Assert.Single(AllocatorReader.Read(target.Space(), walk: true)!.Facts!.Arenas!).Use!;
}
