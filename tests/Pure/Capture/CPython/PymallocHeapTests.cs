using System.Buffers.Binary;
using Lowtide.Capture.CPython.Heap;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.CPython;

/// <summary>Pools of 16 KiB in a mapping that begins a page before one may, as the kernel places arenas.</summary>
public sealed class PymallocHeapTests
{
    private const int Size = 16 << 10, Pages = 16;
    private const ulong Pool = 0x7f00_0010_0000, Start = Pool - 4096;

    private readonly byte[] _bytes = new byte[4096 + (Pages * Size)];

    [Fact]
    public void What_is_handed_out_is_told_by_the_headers()
    {
        With(0, blockSize: 64, used: 200, begun: 255);
        With(1, blockSize: 512, used: 0, begun: 3);
        // 3 holds what is none; 4 is another pool.
        _bytes.AsSpan(4096 + (3 * Size), Size).Fill(0x5a);
        With(4, blockSize: 32, used: 10, begun: 10);
        // What lies behind the last pool that was begun is the arena's, too: a huge page put it there.
        var heap = Read();
        Assert.Equal(
            [
                new HeapSpan(Pool, Pool + (3 * Size), MemoryPurpose.PythonPools),
                new HeapSpan(Pool + (4 * Size), Pool + (Pages * Size), MemoryPurpose.PythonPools),
            ],
            heap.Spans);
        Assert.Equal(new PythonHeap(Size, Pages - 1, (200 * 64) + (10 * 32)), heap.Facts);
    }

    [Fact]
    public void Zeros_alone_are_no_arena() => Assert.Empty(Read().Spans);

    /// <summary>Each member by itself speaks against it.</summary>
    [Theory]
    [InlineData(0, 400)] // Used: more than there is room for.
    [InlineData(32, 1 << 24)] // Arenas are not that many.
    [InlineData(36, 32)] // The largest blocks are those of class 31.
    [InlineData(40, 49)] // No block begins there.
    [InlineData(44, 16)] // Not where the last block would.
    public void A_header_that_does_not_agree_is_none(int offset, int value)
    {
        With(0, blockSize: 64, used: 200, begun: 255);
        Assert.Equal(200 * 64, Read().Facts.InUseBytes);
        BinaryPrimitives.WriteInt32LittleEndian(_bytes.AsSpan(4096 + offset), value);
        Assert.Empty(Read().Spans);
    }

    [Theory]
    [InlineData("[heap]")]
    [InlineData("[stack]")]
    public void No_arena_is_looked_for_where_there_can_be_none(string path)
    {
        With(0, blockSize: 64, used: 200, begun: 255);
        Assert.Empty(Read(path).Spans);
    }

    private PymallocHeap Read(string path = "") => PymallocHeap.Find(
        new FakeMemory().With(Start, _bytes), [new Mapping(Start, Start + (ulong)_bytes.Length, 0, true, true, false, true, 0, 0, path)],
        mapping => [new(mapping.Start, mapping.Length)], Size);

    private void With(int pool, int blockSize, int used, int begun)
    {
        var header = _bytes.AsSpan(4096 + (pool * Size));
        BinaryPrimitives.WriteInt32LittleEndian(header, used);
        BinaryPrimitives.WriteInt32LittleEndian(header[36..], (blockSize / 16) - 1);
        BinaryPrimitives.WriteInt32LittleEndian(header[40..], 48 + (begun * blockSize));
        BinaryPrimitives.WriteInt32LittleEndian(header[44..], Size - blockSize);
    }
}
