using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Malloc;

public sealed class ArenaReaderTests
{
    public static TheoryData<string> Recorded => RecordedArenas.All;

    [Theory]
    [MemberData(nameof(Recorded))]
    public void Free_and_trimmable_bytes_of_a_real_program(string version)
    {
        var recorded = RecordedArenas.Read(version);
        var arenas = Walk(recorded, recorded.Memory);
        var said = recorded.Said.GetProperty("arenas").EnumerateArray().ToList();
        Assert.Equal(said.Count, arenas.Count);
        foreach (var (arena, told) in arenas.Zip(said))
        {
            Assert.NotNull(arena.Use);
            Assert.False(arena.ChangedMeanwhile);
            Assert.Equal(told.GetProperty("system").GetInt64(), arena.SystemBytes);
            Assert.Equal(told.GetProperty("free").GetInt64(), arena.Use.FreeBytes - arena.Use.TcacheBytes);
            if (!arena.Main)
                Assert.Equal(recorded.Said.GetProperty("tcache").GetInt64(), arena.Use.TcacheBytes);
        }
        Assert.Equal(recorded.Said.GetProperty("given_back").GetInt64(), arenas.Sum(arena => arena.Use!.TrimmableBytes));
        Assert.Equal([1, 1, 1], arenas.Select(arena => arena.Threads));
    }

    [Theory]
    [MemberData(nameof(Recorded))]
    public void A_wrong_size_in_the_middle_is_walked_around(string version)
    {
        var recorded = RecordedArenas.Read(version);
        var chunk = Chunk(recorded, size: 1120);
        var arenas = Walk(recorded, new Damaged(recorded.Memory, chunk.Start + 8, 0x7777_7777_7777_7770));
        Assert.Equal(3, arenas.Count);
        var told = recorded.Said.GetProperty("arenas").EnumerateArray().Sum(arena => arena.GetProperty("free").GetInt64());
        Assert.InRange(arenas.Sum(arena => arena.Use!.FreeBytes - arena.Use.TcacheBytes), told * 0.99, told * 1.01);
    }

    [Fact]
    public void Where_most_chunks_cannot_be_told_nothing_is_said_of_them()
    {
        var recorded = RecordedArenas.Read("2.36");
        var memory = recorded.Memory;
        var heap = recorded.Find(memory)![1].Heaps![0];
        var arenas = Walk(recorded, new Without(memory, heap.First + 65536, heap.End));
        Assert.Null(arenas[1].Use);
        Assert.NotNull(arenas[2].Use);
        Assert.Contains("1 of 3 malloc arenas", Assert.Single(ArenaReader.CouldNotRead(arenas, walked: true)).What);
    }

    [Fact]
    public void An_arena_that_changes_each_time_is_said_to()
    {
        var recorded = RecordedArenas.Read("2.36");
        var memory = recorded.Memory;
        var arena = recorded.Find(memory)![1].State;
        var arenas = Walk(recorded, new Ticking(memory, arena.Address + (ulong)arena.Layout.Threads));
        Assert.Equal([false, true, false], arenas.Select(each => each.ChangedMeanwhile));
        Assert.NotNull(arenas[1].Use);
    }

    [Fact]
    public void Unread_page_tables_leave_residency_unknown_and_the_rest_told()
    {
        var recorded = RecordedArenas.Read("2.36");
        var memory = recorded.Memory;
        var arenas = recorded.Find(memory)!;
        var use = new ArenaReader(memory, (_, _, _) => false, []).Walk(arenas, () => arenas)[1].Use!;
        Assert.Null(use.TrimmableBytes);
        Assert.Null(use.UntrimmableBytes);
        Assert.True(use.FreeBytes > 0);
    }

    [Fact]
    public void No_arena_is_found_where_the_ring_does_not_close()
    {
        var recorded = RecordedArenas.Read("2.36");
        var memory = recorded.Memory;
        var last = recorded.Find(memory)![2].State;
        Assert.Null(recorded.Find(new Damaged(memory, last.Address + (ulong)last.Layout.Next, recorded.Find(memory)![1].State.Address)));
        Assert.Null(recorded.Find(new Damaged(memory, last.Address + (ulong)last.Layout.Next, 0x1000)));
    }

    [Fact]
    public void An_arena_whose_heaps_are_not_found_is_still_counted()
    {
        var recorded = RecordedArenas.Read("2.36");
        var memory = recorded.Memory;
        var heap = recorded.Find(memory)![1].Heaps![0];
        var arenas = Walk(recorded, new Damaged(memory, heap.Start, 0));
        Assert.Equal(3, arenas.Count);
        Assert.Null(arenas[1].Heaps);
        Assert.Null(arenas[1].Use);
    }

    // From glibc's sources: sizeof (struct malloc_state), and where its members stand, for releases that are not at hand.
    [Theory]
    [InlineData(26, 2152, 2192, 592)]
    [InlineData(27, 2160, 2200, 592)]
    [InlineData(30, 2160, 2200, 656)]
    [InlineData(34, 2160, 2200, 656)]
    [InlineData(42, 2160, 2200, 768)]
    [InlineData(43, 2072, 2112, 768)]
    public void Layouts(int minor, int next, int size, int tcacheChunk)
    {
        var layout = GlibcLayout.For(minor)!;
        Assert.Equal((next, size, tcacheChunk), (layout.Next, layout.StateSize, layout.Tcache!.ChunkSize));
    }

    [Theory]
    [InlineData(22, false)]
    [InlineData(23, true)]
    public void The_oldest_layout(int minor, bool known) => Assert.Equal(known, GlibcLayout.For(minor) is not null);

    private static IReadOnlyList<ArenaFacts> Walk(RecordedArenas recorded, IMemory memory)
    {
        var arenas = recorded.Find(memory);
        Assert.NotNull(arenas);
        return new ArenaReader(memory, recorded.Pages, []).Walk(arenas, () => recorded.Find(memory));
    }

    /// <summary>A used chunk of a size in the last arena.</summary>
    private static MallocChunk Chunk(RecordedArenas recorded, ulong size)
    {
        var memory = recorded.Memory;
        var heap = recorded.Find(memory)![2].Heaps![0];
        return new ChunkWalk(memory).Over(heap.First, heap.End).First(chunk => chunk.InUse && chunk.Size == size);
    }

    private sealed class Damaged(IMemory memory, ulong at, ulong word) : IMemory
    {
        public bool TryRead(ulong address, Span<byte> destination)
        {
            if (!memory.TryRead(address, destination))
                return false;
            if (at >= address && at - address + 8 <= (ulong)destination.Length)
                BitConverter.TryWriteBytes(destination[(int)(at - address)..], word);
            return true;
        }
    }

    private sealed class Without(IMemory memory, ulong start, ulong end) : IMemory
    {
        public bool TryRead(ulong address, Span<byte> destination) =>
            (address + (ulong)destination.Length <= start || address >= end) && memory.TryRead(address, destination);
    }

    /// <summary>The word at an address is another each time.</summary>
    private sealed class Ticking(IMemory memory, ulong at) : IMemory
    {
        private byte _ticks;

        public bool TryRead(ulong address, Span<byte> destination)
        {
            if (!memory.TryRead(address, destination))
                return false;
            if (at >= address && at - address < (ulong)destination.Length)
                destination[(int)(at - address)] = ++_ticks;
            return true;
        }
    }
}
