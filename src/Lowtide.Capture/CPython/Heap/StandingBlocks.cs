using Lowtide.Capture.Pages;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>What stands on a page, whichever allocator it is of. One page is loaded after the other; one a thread.</summary>
internal sealed class StandingBlocks
{
    private readonly PymallocPool _pool;
    private readonly MallocBlocks _malloc;
    private readonly ulong _poolSize;
    private (int Member, ulong Pool, bool Loaded) _last;
    private bool _ofMalloc;

    public StandingBlocks(CPythonHeap heap)
    {
        var reader = new BlockReader(heap.Types);
        _poolSize = (ulong)heap.Layout.PoolSize;
        _pool = new PymallocPool(heap.Layout.PoolSize, reader);
        _malloc = new MallocBlocks(heap.Malloc, reader, heap.Memory);
    }

    /// <summary>In order of address. Some may lie before or behind the page.</summary>
    public ReadOnlySpan<HeapBlock> Blocks => _ofMalloc ? _malloc.Blocks : _pool.Blocks;

    /// <summary>The index in <see cref="Blocks"/>; -1 where an allocator's own words stand, or nothing.</summary>
    public int IndexAt(ulong address) => _ofMalloc ? IndexOf(address) : _pool.IndexAt(address);

    private int IndexOf(ulong address) =>
        FirstBehind(address) is var index && index < _malloc.Blocks.Length && _malloc.Blocks[index].Start <= address ? index : -1;

    /// <summary>The index of the first block that ends behind an address; their number if none does.</summary>
    public int FirstBehind(ulong address)
    {
        var blocks = Blocks;
        int low = 0, high = blocks.Length;
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (blocks[middle].End <= address)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }

    /// <summary>What was read before is no longer at hand.</summary>
    public void Forget() => _last = default;

    /// <param name="member">Whose memory it is.</param>
    /// <returns>False if it is not known what stands there.</returns>
    public bool Load(ReadSide member, ulong page)
    {
        _ofMalloc = _malloc.IsInHeap(page);
        if (_ofMalloc)
            return _malloc.Load(member.Pages, page);
        var pool = page & ~(_poolSize - 1);
        if (_last is var (lastMember, lastPool, _) && (lastPool != pool || lastMember != member.Member))
            _last = (member.Member, pool, _pool.Load(member.Pages, pool));
        if (_last.Loaded)
            return true;
        _ofMalloc = true;
        return _malloc.Load(member.Pages, page);
    }
}
