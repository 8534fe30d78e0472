using Lowtide.Capture.Malloc;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.Malloc;

public sealed class JemallocTests
{
    private const string Library = "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2";

    /// <summary>Against mallctl(3) in the target, which nothing changes any more by then.</summary>
    [Fact]
    public void Arenas_count_what_jemalloc_says_itself()
    {
        Assert.SkipUnless(File.Exists(Library), "libjemalloc.so.2 is not installed");
        using var target = Target.Start(CompiledTarget.Build("jemalloc_arenas"), [], ("LD_PRELOAD", Library), ("MALLOC_CONF", "dirty_decay_ms:-1"));
        var reading = AllocatorReader.Read(target.Space(), walk: true);
        Assert.Equal("jemalloc", reading?.Facts?.Name);
        Assert.SkipUnless(JemallocLayout.For(reading!.Facts!.Version) is not null, $"jemalloc {reading.Facts.Version} is not known");
        Assert.Empty(reading.CouldNotRead);
        var use = reading.Facts.Jemalloc;
        Assert.Equal(
            (target.Said.GetProperty("active").GetInt64(), target.Said.GetProperty("dirty").GetInt64(), target.Said.GetProperty("slab_free").GetInt64()),
            (use!.ActiveBytes, use.DirtyBytes, use.SlabFreeBytes));
        Assert.InRange(use.DirtyBytes, Page.Size, long.MaxValue);
        Assert.InRange(use.Arenas, 2, 6);
    }
}
