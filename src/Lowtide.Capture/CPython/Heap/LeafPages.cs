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
internal sealed class LeafPages(ProcessMemory memory, CPythonHeap heap) : IWords
{
    /// <summary>Pools that are looked at, spread evenly: 16 MiB to read.</summary>
    private const int MostPools = 1024;

    /// <summary>What was allocated at one time stands close together, and is read together: at least 4 MiB of it.</summary>
    public const ulong Neighbourhood = 4 << 20;

    /// <summary>Fewer pages do not tell of a neighbourhood; a larger heap has larger ones, with as many pools looked at.</summary>
    private const int LeastNear = 16;

    private const uint Immortal = 1u << 31; // from here on 3.12 and later count nothing

    private readonly PymallocPool _pool = new(heap.Layout.PoolSize, new BlockReader(heap.Types));
    private readonly byte[] _bytes = new byte[heap.Layout.PoolSize];
    private ulong _start;

    /// <summary>Of one worker: what became of the leaves' pages, and what that says of the pages that were walked.</summary>
    /// <param name="pages">From <see cref="Sample"/>.</param>
    /// <param name="walked">Pages by neighbourhood.</param>
    public static ReadSample ReadBy(MemberPages worker, LeafSample pages, IReadOnlyDictionary<ulong, int> walked)
    {
        var known = pages.Addresses.Select(page => (Where: page / Neighbourhood / pages.Spread, State: worker.StateAt(page)))
            .Where(page => page.State is PageState.InheritedShared or PageState.CopiedIdentical or PageState.CopiedRelinked or PageState.CopiedChanged)
            .ToList();
        var parts = walked.GroupBy(part => part.Key / pages.Spread, part => part.Value)
            .ToDictionary(part => part.Key, part => part.Sum());
        var near = known.GroupBy(page => page.Where)
            .Where(group => parts.ContainsKey(group.Key) && group.Count() >= LeastNear)
            .ToDictionary(group => group.Key, group => (Pages: group.Count(), Copied: group.Count(page => page.State != PageState.InheritedShared)));
        var told = near.Keys.Sum(where => parts[where]);
        var read = near.Sum(part => parts[part.Key] * part.Value.Copied / (double)part.Value.Pages);
        // A few pages that stand for many make an estimate no surer than those few: Kish 1965, the effective sample size.
        var worth = told == 0 ? 0 : (double)told * told / near.Sum(part => (double)parts[part.Key] * parts[part.Key] / part.Value.Pages);
        return new ReadSample(
            (int)worth,
            near.Values.Sum(part => part.Copied),
            told == 0 ? 0 : told / (double)parts.Values.Sum(),
            told == 0 ? 0 : read / told);
    }

    /// <param name="regions">That pools may be in.</param>
    public LeafSample Sample(IEnumerable<RegionPages> regions)
    {
        var pools = regions.Where(region => region.Region.Purpose == RegionPurpose.Anonymous).SelectMany(PoolsOf).ToList();
        var step = Math.Max(1, (pools.Count + MostPools - 1) / MostPools);
        var pages = new List<ulong>();
        for (var index = 0; index < pools.Count; index += step)
            if (Load(pools[index]))
                for (var page = _start; page < _start + (ulong)heap.Layout.PoolSize; page += Page.Size)
                    if (HasLeavesOnly(page))
                        pages.Add(page);
        var poolsEach = Neighbourhood / (ulong)heap.Layout.PoolSize;
        return new LeafSample(pages, Math.Max(1, (((ulong)LeastNear * (ulong)step) + poolsEach - 1) / poolsEach));
    }

    private IEnumerable<ulong> PoolsOf(RegionPages region)
    {
        var size = (ulong)heap.Layout.PoolSize;
        for (var pool = (region.Region.Start + size - 1) & ~(size - 1); pool + size <= region.Region.End; pool += size)
        {
            var first = MemberPages.PageIndex(region, pool);
            // All of it: to read a page that was never touched would give the process one.
            if (Array.TrueForAll(region.Entries[first..(first + (heap.Layout.PoolSize / Page.Size))], entry => entry.Anonymous))
                yield return pool;
        }
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
                if (block.Tracked && block.Object - CollectorHead.Size - page < Page.Size)
                    return false;
                continue;
            }
            if (block.Type.IsCollectable)
                return false;
            leaves |= TryWord(block.Object, out var count) && (uint)count < Immortal;
        }
        return leaves;
    }

    /// <param name="Addresses">Of pages.</param>
    /// <param name="Spread">How many neighbourhoods count as one, so that enough pages are looked at in each.</param>
    public sealed record LeafSample(IReadOnlyList<ulong> Addresses, ulong Spread);

    public bool TryWord(ulong address, out ulong word)
    {
        var inside = address >= _start && address - _start <= (ulong)_bytes.Length - sizeof(ulong);
        word = inside ? MemoryMarshal.Read<ulong>(_bytes.AsSpan((int)(address - _start))) : 0;
        return inside;
    }
}
