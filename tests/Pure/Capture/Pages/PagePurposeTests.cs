using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Pages;

/// <summary>A thread arena's heap of 64 MiB, of which the first 4 MiB are in use.</summary>
public sealed class PagePurposeTests
{
    private const ulong Heap = 0x7f3c_0400_0000, InUse = 4 << 20;

    private static readonly FakeMemory Memory = new FakeMemory().With(Heap, Heap + 0x30, 0, InUse, InUse);

    /// <summary>The kernel does not join what a forked worker adds with what it inherited.</summary>
    [Theory]
    [InlineData(1 << 20, MemoryPurpose.Malloc)]
    [InlineData(3 << 20, MemoryPurpose.Malloc)]
    [InlineData(4 << 20, MemoryPurpose.Other)] // Behind what the heap has in use: somebody else's.
    public void What_a_worker_adds_to_a_heap_of_its_masters_is_mallocs(ulong into, MemoryPurpose purpose) =>
        Assert.Equal(purpose, PagePurpose.Of(Anonymous(Heap + into, Heap + into + (1 << 20)), Anonymous(Heap, Heap + into), Memory));

    [Fact]
    public void Where_no_heap_begins_below_nothing_is_mallocs() =>
        Assert.Equal(MemoryPurpose.Other, PagePurpose.Of(Anonymous(Heap + (65 << 20), Heap + (66 << 20)), null, Memory));

    private static Mapping Anonymous(ulong start, ulong end) => new(start, end, 0, true, true, false, true, 0, 0, "");
}
