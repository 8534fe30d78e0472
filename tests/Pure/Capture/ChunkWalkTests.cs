using System.Buffers.Binary;
using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture;

/// <summary>Chunks of a heap made up by hand, and of one that is torn.</summary>
public sealed class ChunkWalkTests
{
    private const ulong Heap = 0x55_0000_0000;
    private readonly Made _heap = new(16);

    [Fact]
    public void Chunks_follow_each_other_up_to_the_top()
    {
        var starts = Fill(64, 1040, 32, 48, 4096);
        var chunks = Walk();
        Assert.Equal(starts, chunks.Select(chunk => chunk.Start));
        Assert.Equal([64ul, 1040, 32, 48, 4096], chunks.Take(5).Select(chunk => chunk.Size));
        Assert.Equal([true, true, true, true, true, false], chunks.Select(chunk => chunk.InUse));
        Assert.Equal(Heap + 16 * 4096, chunks[^1].End);
        Assert.Equal((starts[1] + 16, 1032ul), (chunks[1].Content, chunks[1].ContentEnd - chunks[1].Content));
    }

    [Fact]
    public void A_free_chunk_is_told_by_the_one_behind_it()
    {
        var starts = Fill(64, 1040, 32);
        Word(starts[2], 1040); // the size of the one in front
        Word(starts[2] + 8, 32);
        Assert.Equal([true, false, true, false], Walk().Select(chunk => chunk.InUse));
    }

    /// <summary>A free chunk whose size is said otherwise behind it is none.</summary>
    [Theory]
    [InlineData(0ul)]
    [InlineData(16ul)]
    [InlineData(72ul | 1)]
    [InlineData(64ul | 2)]
    [InlineData(1ul << 40 | 1)]
    [InlineData(ulong.MaxValue)]
    [InlineData(0xFFFF_FFFF_FFFF_FFC1)]
    public void A_damaged_size_costs_few_chunks(ulong word)
    {
        var starts = Fill([.. Enumerable.Repeat(64ul, 100)]);
        Word(starts[50] + 8, word);
        var found = Walk().Select(chunk => chunk.Start).ToList();
        Assert.DoesNotContain(starts[50], found);
        Assert.Equal(starts[..49], found[..49]);
        Assert.Contains(starts[51], found);
        Assert.Equal(starts[^1], found[^1]);
    }

    [Fact]
    public void A_heap_that_begins_behind_something_else_is_found()
    {
        FillFrom(2208, [.. Enumerable.Repeat(96ul, 20)]);
        Assert.Equal(Heap + 2208, Walk()[0].Start);
    }

    [Fact]
    public void What_is_no_heap_has_no_chunks()
    {
        Assert.Empty(Walk());
        new Random(3).NextBytes(_heap.Bytes);
        Assert.Empty(Walk());
    }

    [Fact]
    public void A_page_that_cannot_be_read_is_walked_around()
    {
        var starts = Fill([.. Enumerable.Repeat(64ul, 900)]);
        _heap.Missing = Heap + (3 * 4096);
        var found = Walk();
        Assert.DoesNotContain(found, chunk => chunk.Start / 4096 == _heap.Missing / 4096);
        Assert.Equal(starts[^1], found[^1].Start);
    }

    private List<MallocChunk> Walk() => [.. new ChunkWalk(_heap).Over(Heap, Heap + (ulong)_heap.Bytes.Length)];

    private ulong[] Fill(params ulong[] sizes) => FillFrom(0, sizes);

    /// <summary>Chunks in use, one behind the other, and the top up to the end. Where each begins, the top last.</summary>
    private ulong[] FillFrom(ulong at, params ulong[] sizes)
    {
        var starts = new List<ulong>();
        foreach (var size in sizes.Append((ulong)_heap.Bytes.Length - at - sizes.Aggregate(0ul, (sum, size) => sum + size)))
        {
            starts.Add(Heap + at);
            Word(Heap + at + 8, size | 1);
            at += size;
        }
        return [.. starts];
    }

    private void Word(ulong address, ulong word) => BinaryPrimitives.WriteUInt64LittleEndian(_heap.Bytes.AsSpan((int)(address - Heap)), word);

    private sealed class Made(int pages) : IMemory
    {
        public byte[] Bytes { get; } = new byte[pages * 4096];

        public ulong Missing { get; set; }

        public bool TryRead(ulong address, Span<byte> destination)
        {
            var end = address + (ulong)destination.Length;
            if (address < Heap || end > Heap + (ulong)Bytes.Length || (Missing != 0 && address < Missing + 4096 && end > Missing))
                return false;
            Bytes.AsSpan((int)(address - Heap), destination.Length).CopyTo(destination);
            return true;
        }
    }
}
