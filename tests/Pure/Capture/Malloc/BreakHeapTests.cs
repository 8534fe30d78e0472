using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Malloc;

public sealed class BreakHeapTests
{
    [Fact]
    public void Neighbours_are_one_piece_and_others_are_none_of_it() =>
        Assert.Equal(
            [new MemoryRange(0x2000, 0x4000), new MemoryRange(0x8000, 0x1000)],
            BreakHeap.Of(
            [
                Mapped(0x1000, 0x2000, ""), Mapped(0x2000, 0x3000, "[heap]"), Mapped(0x3000, 0x6000, "[heap]"), Mapped(0x6000, 0x7000, ""),
                Mapped(0x8000, 0x9000, "[heap]"),
            ]));

    private static Mapping Mapped(ulong start, ulong end, string path) => new(start, end, 0, true, true, false, true, 0, 0, path);
}
