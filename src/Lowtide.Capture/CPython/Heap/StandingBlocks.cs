using System.Runtime.InteropServices;
using Lowtide.Capture.Pages;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>
/// What stands on a page, whichever allocator it is of. One page is loaded after the other; one a thread. The workers of a family are mostly
/// compared with the same member, so the pools of a chunk are kept: each is read once and not once a worker.
/// </summary>
internal sealed class StandingBlocks
{
    /// <summary>As many as a chunk has of the larger ones; of the smaller four share a place.</summary>
    private const int MostPools = 64;

    private readonly KeptPool[] _pools = new KeptPool[MostPools];
    private readonly BlockReader _reader;
    private readonly MallocBlocks _malloc;
    private readonly int _poolSize;
    private PymallocPool? _pool;

    public StandingBlocks(CPythonHeap heap)
    {
        _reader = new BlockReader(heap.Types);
        _poolSize = heap.Layout.PoolSize;
        _malloc = new MallocBlocks(heap.Malloc, _reader, heap.Memory);
    }

    /// <summary>In order of address. Some may lie before or behind the page.</summary>
    public ReadOnlySpan<HeapBlock> Blocks => _pool is null ? _malloc.Blocks : _pool.Blocks;

    /// <summary>Of the pool that is loaded; 0 in malloc's heap.</summary>
    public int BlockSize => _pool is { Blocks: [var first, ..] } ? (int)first.Size : 0;

    /// <summary>The index in <see cref="Blocks"/>; -1 where an allocator's own words stand, or nothing.</summary>
    public int IndexAt(ulong address) => _pool is null ? IndexOf(address) : _pool.IndexAt(address);

    private int IndexOf(ulong address) =>
        FirstBehind(address) is var index && index < _malloc.Blocks.Length && _malloc.Blocks[index].Start <= address ? index : -1;

    /// <summary>The index of the first block that ends behind an address; their number if none does.</summary>
    public int FirstBehind(ulong address) => AddressOrder.FirstBehind(Blocks, address, static (block, at) => block.End > at);

    /// <summary>What was read before is no longer at hand.</summary>
    public void Forget()
    {
        foreach (ref var kept in _pools.AsSpan())
            kept.IsOf = default;
    }

    /// <param name="member">Whose memory it is.</param>
    /// <returns>False if it is not known what stands there.</returns>
    public bool Load(ReadSide member, ulong page)
    {
        _pool = _malloc.IsInHeap(page) ? null : PoolAt(member, page & ~((ulong)_poolSize - 1));
        return _pool is not null || _malloc.Load(member.Pages, page);
    }

    private PymallocPool? PoolAt(ReadSide member, ulong start)
    {
        ref var kept = ref _pools[(int)(start / (ulong)_poolSize % MostPools)];
        kept.Pool ??= new PymallocPool(_poolSize, _reader);
        if (kept.IsOf != (member.Member, start))
            (kept.IsOf, kept.Loaded) = ((member.Member, start), kept.Pool.Load(member.Pages, start));
        return kept.Loaded ? kept.Pool : null;
    }

    [StructLayout(LayoutKind.Auto)]
    private struct KeptPool
    {
        public PymallocPool? Pool;
        public (int Member, ulong Start) IsOf;
        public bool Loaded;
    }
}
