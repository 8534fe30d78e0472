using System.Runtime.InteropServices;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>
/// Finds pages on which only leaves stand: objects that can be in no cycle (strings, numbers), so that no collection writes
/// to them, while whoever reads one raises its count. What became of them says how much of the heap was read, also where a
/// collection has copied everything else.
/// </summary>
/// <param name="memory">Of a member that still has what was inherited.</param>
internal sealed class LeafPages(ProcessMemory memory, HeapTypes types, HeapLayout layout) : IWords
{
    /// <summary>Pools that are looked at, spread evenly: 16 MiB to read.</summary>
    private const int MostPools = 1024;

    private const uint Immortal = 1u << 31; // from here on 3.12 and later count nothing

    private readonly PymallocPool _pool = new(layout.PoolSize, new BlockReader(types));
    private readonly byte[] _bytes = new byte[layout.PoolSize];
    private ulong _start;

    /// <summary>Addresses of pages.</summary>
    /// <param name="regions">That pools may be in.</param>
    public IReadOnlyList<ulong> Sample(IEnumerable<RegionPages> regions)
    {
        var pools = regions.Where(region => region.Region.Purpose == RegionPurpose.Anonymous).SelectMany(PoolsOf).ToList();
        var step = Math.Max(1, pools.Count / MostPools);
        var pages = new List<ulong>();
        for (var index = 0; index < pools.Count; index += step)
            if (Load(pools[index]))
                for (var page = _start; page < _start + (ulong)layout.PoolSize; page += Page.Size)
                    if (HasLeavesOnly(page))
                        pages.Add(page);
        return pages;
    }

    private IEnumerable<ulong> PoolsOf(RegionPages region)
    {
        var size = (ulong)layout.PoolSize;
        for (var pool = (region.Region.Start + size - 1) & ~(size - 1); pool + size <= region.Region.End; pool += size)
            if (region.Entries[MemberPages.PageIndex(region, pool)].Anonymous)
                yield return pool;
    }

    private bool Load(ulong pool)
    {
        _start = pool;
        return memory.TryRead(pool, _bytes) && _pool.Load(this, pool);
    }

    private bool HasLeavesOnly(ulong page)
    {
        var leaves = false;
        foreach (ref readonly var block in _pool.Blocks)
        {
            if (block.Use != BlockUse.Object || block.Object < page || block.Object >= page + Page.Size)
            {
                if (block.Tracked && block.Object - CopyTracer.CollectorHead - page < Page.Size)
                    return false;
                continue;
            }
            if (block.Type.IsCollectable)
                return false;
            leaves |= TryWord(block.Object, out var count) && (uint)count < Immortal;
        }
        return leaves;
    }

    public bool TryWord(ulong address, out ulong word)
    {
        var inside = address >= _start && address - _start <= (ulong)_bytes.Length - sizeof(ulong);
        word = inside ? MemoryMarshal.Read<ulong>(_bytes.AsSpan((int)(address - _start))) : 0;
        return inside;
    }
}
