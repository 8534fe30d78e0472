using System.Buffers.Binary;
using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Malloc;

/// <summary>A library's data with a list of two arenas, of numbers 0 and 2, and a pointer to the first in front of it.</summary>
public sealed class JemallocReaderTests
{
    private const ulong Data = 0x7f00_0000_0640, First = 0x7f10_0000_1040, Apart = 2 << 20, Bases = 0x7f20_0000_00c0;
    private const int DataLength = 3 * 4096, Alone = 0x80, List = 0x1900, Emap = 0x2000, Class = 2, RegionBytes = 32, SlabBytes = 4096;

    private static readonly JemallocLayout Layout = JemallocLayout.For("5.3.0")!;

    private readonly byte[] _data = new byte[DataLength];
    private readonly byte[][] _arenas = [Arena(0, active: 100, dirty: 7, regions: 200, slabs: 2), Arena(2, active: 50, dirty: 3, regions: 128, slabs: 1)];
    private readonly byte[] _base = new byte[8];

    public JemallocReaderTests()
    {
        Word(_data, Alone, First);
        Word(_data, Alone + 8, First + 64);
        Word(_data, List, First);
        Word(_data, List + 16, First + Apart);
    }

    [Fact]
    public void Arenas_of_the_list_are_added_up() =>
        Assert.Equal(new JemallocUse(2, 150 * Page.Size, 10 * Page.Size, (2 * SlabBytes) - (200 * RegionBytes)), Read());

    [Fact]
    public void An_arena_that_stands_in_anothers_place_is_none_of_the_list()
    {
        Word(_data, List + 16, 0);
        Word(_data, List + 8, First + Apart);
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
            _base[0] = 9;
        else if (word == -2)
            Word(_arenas[0], Layout.Bins + (Class * Layout.BinSize) + JemallocLayout.Slabs, 101);
        else
            Word(_arenas[0], Layout.Tail + (word * 8), 0x7f30_0000_0000);
        Assert.Null(Read());
    }

    [Fact]
    public void Data_full_of_pointers_are_not_followed_for_ever()
    {
        var data = new byte[64 << 10];
        for (var at = 0; at < data.Length; at += 8)
            Word(data, at, First + Apart);
        var memory = Memory().With(Data, data);
        Assert.Null(JemallocReader.Read(memory, Layout, new MemoryRange(Data, (ulong)data.Length)));
        // Five reads for each of 4096 words, of 8192; and one for each page.
        Assert.InRange(memory.Reads, 4096, (5 * 4096) + 17);
    }

    private JemallocUse? Read() => JemallocReader.Read(Memory(), Layout, new MemoryRange(Data, DataLength));

    private FakeMemory Memory() => new FakeMemory().With(Data, _data).With(First, _arenas[0]).With(First + Apart, _arenas[1])
        .With(Bases, _base).With(Bases + Apart + Apart, [2, 0, 0, 0]);

    private static byte[] Arena(int index, int active, int dirty, int regions, int slabs)
    {
        var bytes = new byte[Layout.Bins + (JemallocLayout.Classes.Count * Layout.BinSize)];
        Word(bytes, Layout.Active, (ulong)active);
        Word(bytes, Layout.Dirty, (ulong)dirty);
        var bin = Layout.Bins + (Class * Layout.BinSize);
        Word(bytes, bin + JemallocLayout.Regions, (ulong)regions);
        Word(bytes, bin + JemallocLayout.Slabs, (ulong)slabs);
        var address = index == 0 ? First : First + Apart;
        ulong[] tail = [Bases + ((ulong)index * Apart), (ulong)index, 0, address + (ulong)Layout.PageStats, Data + Emap, 0, (ulong)index, 0];
        (tail[JemallocLayout.ArenaBase], tail[JemallocLayout.ShardBase]) = (tail[JemallocLayout.Base], tail[JemallocLayout.Base]);
        foreach (var (at, word) in tail.Index())
            Word(bytes, Layout.Tail + (at * 8), word);
        return bytes;
    }

    private static void Word(byte[] bytes, int at, ulong word) => BinaryPrimitives.WriteUInt64LittleEndian(bytes.AsSpan(at), word);
}
