using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Malloc;

public sealed class GlibcArenasTests
{
    private const ulong Heap = 64ul << 20, First = 100 * Heap, Second = 200 * Heap, Main = 0x7f00_0000_1000;

    private static readonly GlibcLayout Layout = GlibcLayout.For(36)!;

    private readonly FakeMemory _memory = new();
    private readonly List<Mapping> _mappings =
        [new(Main - 0x1000, Main + 0x4000, 0, true, true, false, true, 1, 7, "/usr/lib/libc.so.6")];

    [Fact]
    public void A_ring_of_two_and_the_main_one()
    {
        AddArena(First, next: Second + 48);
        AddArena(Second, next: Main);
        AddHeap(300 * Heap, arena: Second + 48, previous: Second);
        _memory.With(Main + (ulong)Layout.Next, First + 48);
        Assert.Equal(new ArenaTally(2, 3 * 0x21000), Read());
    }

    [Fact]
    public void Heaps_that_the_kernel_joined_into_one_mapping()
    {
        AddArena(First, next: First + Heap + 48);
        AddArena(First + Heap, next: Main);
        _memory.With(Main + (ulong)Layout.Next, First + 48);
        _mappings.RemoveAll(mapping => mapping.IsAnonymous);
        _mappings.Add(Anonymous(First - 0x3000, First + Heap + 0x21000));
        Assert.Equal(new ArenaTally(2, (long)Heap + 0x21000), Read());
    }

    [Fact]
    public void An_arena_in_the_ring_whose_heap_was_not_found_leaves_the_bytes_unknown()
    {
        const ulong Elsewhere = First + 0x80_0000;
        AddArena(First, next: Elsewhere);
        _mappings.Add(Anonymous(Elsewhere - 0x1000, Elsewhere + 0x1000));
        _memory.With(Elsewhere + (ulong)Layout.Next, Main).With(Main + (ulong)Layout.Next, First + 48);
        Assert.Equal(new ArenaTally(2, null), Read());
    }

    [Theory]
    [InlineData(First + 48)]  // round without the main arena
    [InlineData(0x1000ul)]    // to nowhere
    [InlineData(Second + 48)] // into a circle that does not lead back
    public void A_ring_that_does_not_close_leaves_what_the_heaps_say(ulong next)
    {
        AddArena(First, next);
        AddArena(Second, next: Second + 48);
        Assert.Equal(2, Read()!.Value.Count);
    }

    [Fact]
    public void Memory_that_only_looks_aligned_is_no_heap()
    {
        _mappings.Add(Anonymous(First, First + (4 * Heap)));
        _memory.With(First, 0, 0, 0).With(First + Heap, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue)
            .With(First + (2 * Heap), First + (2 * Heap) + 48, 0, 0x21001)
            .With(First + (3 * Heap), First + (3 * Heap) + 48, 0, 0x21000);
        Assert.Equal(new ArenaTally(0, 0), Read());
    }

    [Fact]
    public void Unreadable_memory_is_not_no_arena()
    {
        _mappings.Add(Anonymous(First, First + 0x21000));
        Assert.Null(Read());
    }

    [Fact]
    public void No_aligned_mapping_is_no_arena() => Assert.Equal(new ArenaTally(0, 0), Read());

    [Fact]
    public void Unknown_residency_is_null()
    {
        AddArena(First, next: Main);
        _memory.With(Main + (ulong)Layout.Next, First + 48);
        Assert.Equal(new ArenaTally(1, null), GlibcArenas.Read(_memory, _mappings, Layout, (_, _) => null));
    }

    [Theory]
    [InlineData(17, null)]
    [InlineData(26, 2176)]
    [InlineData(31, 2184)]
    [InlineData(42, 2184)]
    [InlineData(43, 2096)]
    [InlineData(50, 2096)]
    public void Layouts(int minor, int? systemMemory) => Assert.Equal(systemMemory, GlibcLayout.For(minor)?.SystemMemory);

    private void AddArena(ulong start, ulong next)
    {
        AddHeap(start, start + 48, previous: 0);
        _memory.With(start + 48 + (ulong)Layout.Next, next);
        _memory.With(start + 48 + (ulong)Layout.SystemMemory, 0x21000ul);
    }

    private void AddHeap(ulong start, ulong arena, ulong previous)
    {
        _memory.With(start, arena, previous, 0x21000);
        _mappings.Add(Anonymous(start, start + 0x21000));
    }

    private ArenaTally? Read() => GlibcArenas.Read(_memory, _mappings, Layout, (start, end) => (long)(end - start));

    private static Mapping Anonymous(ulong start, ulong end) => new(start, end, 0, true, true, false, true, 0, 0, "");
}
