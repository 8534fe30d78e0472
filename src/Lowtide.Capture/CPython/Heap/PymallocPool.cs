using Lowtide.Capture.Pages;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>
/// A pool of pymalloc, the allocator of objects up to 512 bytes, and what its blocks hold. One is loaded after the other.
/// A pool has no mark; it is known by its header, whose members must agree with each other (struct pool_header,
/// Objects/obmalloc.c, and Include/internal/pycore_obmalloc.h from 3.12 on). 
/// </summary>
internal sealed class PymallocPool(int poolSize, BlockReader reader)
{
    private const int HeaderSize = 48, Alignment = 16, LargestBlock = 512;
    private const int FreeList = 8, ArenaIndex = 32, NextOffset = 40;
    private const uint MostArenas = 1 << 24;

    private HeapBlock[] _blocks = [];
    private bool[] _free = [];
    private ulong _start;
    private int _blockSize;
    private int _count;

    /// <summary>In order of address; the header is none of them.</summary>
    public ReadOnlySpan<HeapBlock> Blocks => _blocks.AsSpan(0, _count);

    /// <summary>The index in <see cref="Blocks"/>; -1 for the header, and behind the last block.</summary>
    public int IndexAt(ulong address)
    {
        var offset = (long)(address - _start) - HeaderSize;
        return offset >= 0 && (uint)offset / (uint)_blockSize is var index && index < _count ? (int)index : -1;
    }

    /// <returns>False if no pool stands there, or its memory is not at hand.</returns>
    public bool Load(IWords words, ulong start)
    {
        _count = 0;
        if (!words.TryWord(start, out var used) || !words.TryWord(start + FreeList, out var free)
            || !words.TryWord(start + ArenaIndex, out var indexes) || !words.TryWord(start + NextOffset, out var offsets))
            return false;
        var sizeClass = (uint)(indexes >> 32);
        var (next, last) = ((uint)offsets, (uint)(offsets >> 32));
        if ((uint)indexes >= MostArenas || sizeClass >= LargestBlock / Alignment)
            return false;
        (_start, _blockSize) = (start, (int)(sizeClass + 1) * Alignment);
        var blocks = (poolSize - HeaderSize) / _blockSize;
        if (last != poolSize - _blockSize || next > last + _blockSize || next < HeaderSize + _blockSize
            || (next - HeaderSize) % _blockSize != 0 || (uint)used > blocks)
            return false;
        if (_blocks.Length < blocks)
            (_blocks, _free) = (new HeapBlock[blocks], new bool[blocks]);
        var begun = Math.Min(blocks, (int)(next - HeaderSize) / _blockSize);
        MarkFree(words, free, begun, blocks);
        for (_count = 0; _count < blocks; _count++)
        {
            var block = start + HeaderSize + ((ulong)_count * (ulong)_blockSize);
            _blocks[_count] = _free[_count] ? new HeapBlock(block, (ulong)_blockSize, BlockUse.Free, HeapType.None)
                : reader.Read(words, block, (ulong)_blockSize);
        }
        return true;
    }

    /// <summary>A free block begins with the address of the next; those that were never handed out are on no list.</summary>
    private void MarkFree(IWords words, ulong block, int begun, int blocks)
    {
        _free.AsSpan(0, begun).Clear();
        _free.AsSpan(begun, blocks - begun).Fill(true);
        for (var left = begun; block != 0 && left > 0; left--)
        {
            var offset = block - _start - HeaderSize;
            // Torn, or another thread's list: what has been marked by then is right.
            if (offset / (ulong)_blockSize >= (ulong)begun || offset % (ulong)_blockSize != 0)
                return;
            _free[(int)(offset / (ulong)_blockSize)] = true;
            if (!words.TryWord(block, out block))
                return;
        }
    }
}
