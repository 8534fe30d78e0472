using Lowtide.Capture.Pages;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>A pool of pymalloc, and what its blocks hold. One is loaded after the other.</summary>
internal sealed class PymallocPool(int poolSize, BlockReader reader)
{
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
        var offset = (long)(address - _start) - PoolHeader.Size;
        return offset >= 0 && (uint)offset / (uint)_blockSize is var index && index < _count ? (int)index : -1;
    }

    /// <returns>False if no pool stands there, or its memory is not at hand.</returns>
    public bool Load(IWords words, ulong start)
    {
        _count = 0;
        if (!words.TryWord(start, out var used) || !words.TryWord(start + PoolHeader.FreeList, out var free)
            || !words.TryWord(start + PoolHeader.ArenaIndex, out var indexes) || !words.TryWord(start + PoolHeader.NextOffset, out var offsets)
            || PoolHeader.Of(used, indexes, offsets, poolSize) is not { } header)
            return false;
        (_start, _blockSize) = (start, header.BlockSize);
        var blocks = header.Blocks;
        if (_blocks.Length < blocks)
            (_blocks, _free) = (new HeapBlock[blocks], new bool[blocks]);
        MarkFree(words, free, header.Begun, blocks);
        for (_count = 0; _count < blocks; _count++)
        {
            var block = start + PoolHeader.Size + ((ulong)_count * (ulong)_blockSize);
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
            var offset = block - _start - PoolHeader.Size;
            // Torn, or another thread's list: what has been marked by then is right.
            if (offset / (ulong)_blockSize >= (ulong)begun || offset % (ulong)_blockSize != 0)
                return;
            _free[(int)(offset / (ulong)_blockSize)] = true;
            if (!words.TryWord(block, out block))
                return;
        }
    }
}
