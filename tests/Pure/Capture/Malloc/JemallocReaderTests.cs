using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Malloc;

/// <summary>What arenas of a made-up process say of themselves, and what is no arena.</summary>
public sealed class JemallocReaderTests
{
    private readonly MadeJemalloc _made = new();

    [Fact]
    public void Arenas_of_the_list_are_added_up() => Assert.Equal(
        new JemallocUse(2, 150 * Page.Size, 10 * Page.Size, (2 * MadeJemalloc.SlabBytes) - (200 * MadeJemalloc.RegionBytes)), Read());

    [Fact]
    public void An_arena_that_stands_in_anothers_place_is_none_of_the_list()
    {
        MadeJemalloc.Word(_made.Words, MadeJemalloc.List + 16, 0);
        MadeJemalloc.Word(_made.Words, MadeJemalloc.List + 8, MadeJemalloc.First + MadeJemalloc.Apart);
        Assert.Equal(1, Read()?.Arenas);
    }

    /// <summary>Each word by itself speaks against it, and so do slabs that come to more than all that is given out.</summary>
    [Theory]
    [InlineData(JemallocLayout.Base)]
    [InlineData(JemallocLayout.Index)]
    [InlineData(JemallocLayout.Stats)]
    [InlineData(JemallocLayout.Emap)]
    [InlineData(JemallocLayout.ShardBase)]
    [InlineData(JemallocLayout.ArenaIndex)]
    [InlineData(JemallocLayout.ArenaBase)]
    [InlineData(-1)]
    [InlineData(-2)]
    public void What_does_not_agree_is_no_arena(int word)
    {
        if (word == -1)
            _made.Base[0] = 9;
        else if (word == -2)
            MadeJemalloc.Word(_made.Arenas[0],
                MadeJemalloc.Layout.Bins + (MadeJemalloc.Class * MadeJemalloc.Layout.BinSize) + JemallocLayout.Slabs, 101);
        else
            MadeJemalloc.Word(_made.Arenas[0], MadeJemalloc.Layout.Tail + (word * 8), 0x7f30_0000_0000);
        Assert.Null(Read());
    }

    /// <summary>Be they to what is none, or all to the first arena.</summary>
    [Theory]
    [InlineData(MadeJemalloc.First + MadeJemalloc.Apart, null)]
    [InlineData(MadeJemalloc.First, 1)]
    public void Data_full_of_pointers_are_not_followed_for_ever(ulong leadsTo, int? arenas)
    {
        var data = new byte[64 << 10];
        for (var at = 0; at < data.Length; at += 8)
            MadeJemalloc.Word(data, at, leadsTo);
        var memory = Memory().With(MadeJemalloc.Data, data);
        Assert.Equal(arenas, JemallocReader.Read(memory, MadeJemalloc.Layout, new MemoryRange(MadeJemalloc.Data, (ulong)data.Length))?.Arenas);
        // Five reads for each of 4096 words, of 8192; and one for each page.
        Assert.InRange(memory.Reads, arenas is null ? 4096 : 5, (5 * 4096) + 17);
    }

    private JemallocUse? Read() => MadeJemalloc.Read(Memory());

    private FakeMemory Memory() => _made.Pieces.Aggregate(new FakeMemory(), (memory, piece) => memory.With(piece.Address, piece.Bytes));
}
