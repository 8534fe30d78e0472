using System.Buffers.Binary;
using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Malloc;

/// <summary>A library's data with a list of two arenas, of numbers 0 and 2, and a pointer to the first in front of it.</summary>
internal sealed class MadeJemalloc
{
    public const ulong Data = 0x7f00_0000_0640, First = 0x7f10_0000_1040, Apart = 2 << 20, Bases = 0x7f20_0000_00c0;
    public const int DataLength = 3 * 4096, Alone = 0x80, List = 0x1900, Emap = 0x2000, Class = 2, RegionBytes = 32, SlabBytes = 4096;

    public MadeJemalloc()
    {
        Word(Words, Alone, First);
        Word(Words, Alone + 8, First + 64);
        Word(Words, List, First);
        Word(Words, List + 16, First + Apart);
    }

    public static JemallocLayout Layout { get; } = JemallocLayout.For("5.3.0")!;

    /// <summary>The library's data.</summary>
    public byte[] Words { get; } = new byte[DataLength];

    public byte[][] Arenas { get; } = [Arena(0, active: 100, dirty: 7, regions: 200, slabs: 2), Arena(2, active: 50, dirty: 3, regions: 128, slabs: 1)];

    public byte[] Base { get; } = new byte[8];

    public IReadOnlyList<(ulong Address, byte[] Bytes)> Pieces =>
        [(Data, Words), (First, Arenas[0]), (First + Apart, Arenas[1]), (Bases, Base), (Bases + Apart + Apart, [2, 0, 0, 0])];

    public static JemallocUse? Read(IMemory memory) => JemallocReader.Read(memory, Layout, new MemoryRange(Data, DataLength));

    public static void Word(byte[] bytes, int at, ulong word) => BinaryPrimitives.WriteUInt64LittleEndian(bytes.AsSpan(at), word);

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
}
