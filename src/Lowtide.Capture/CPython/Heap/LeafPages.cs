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
internal sealed class LeafPages(ProcessMemory memory, CPythonHeap heap)
{
    /// <summary>Of pools that are looked at, spread evenly: a pool is 4 KiB to 3.9 and 16 KiB later.</summary>
    private const int MostBytes = 16 << 20;

    /// <summary>What was allocated at one time stands close together, and is read together: at least 4 MiB of it.</summary>
    public const ulong Neighbourhood = 4 << 20;

    /// <summary>Fewer pages do not tell of a neighbourhood; a larger heap has larger ones, with as many pools looked at.</summary>
    private const int LeastNear = 16;

    /// <summary>Neighbourhoods that may count as one.</summary>
    private const ulong MostJoined = 4;

    private const uint Scatter = 2654435769; // 2 to the 32nd by the golden ratio: Knuth, The Art of Computer Programming 3, 6.4

    private const uint Immortal = 1u << 31; // from here on 3.12 and later count nothing

    private readonly PymallocPool _pool = new(heap.Layout.PoolSize, new BlockReader(heap.Types));
    private readonly PoolWindow _window = new(heap.Layout.PoolSize);

    /// <summary>Of one worker: what became of the leaves' pages, and what that says of the pages that were walked.</summary>
    /// <param name="pages">From <see cref="Sample"/>.</param>
    /// <param name="walked">Pages by neighbourhood.</param>
    public static ReadSample ReadBy(MemberPages worker, LeafSample pages, IReadOnlyDictionary<ulong, int> walked)
    {
        var known = pages.Pages.Select(page => (Where: page.Address / Neighbourhood / pages.Spread, page.BlockSize, Read: IsRead(worker, page.Address)))
            .Where(page => page.Read is not null)
            .ToLookup(page => page.Where, page => (page.BlockSize, Read: page.Read!.Value));
        var parts = Joined(
            walked.GroupBy(part => part.Key / pages.Spread).OrderBy(part => part.Key)
                .Select(part => new Part(part.Key, part.Key, part.Sum(one => one.Value), [.. known[part.Key]])));
        var near = parts.Where(part => part.Leaves.Count >= LeastNear).Select(part => (part.Walked, Leaves: Near.Of(part.Leaves))).ToList();
        var told = near.Sum(part => part.Walked);
        // A few pages that stand for many make an estimate no surer than those few: Kish 1965, the effective sample size.
        var worth = told == 0 ? 0 : (double)told * told / near.Sum(part => (double)part.Walked * part.Walked / part.Leaves.Pages);
        double Share(Func<Near, double> of) => told == 0 ? 0 : near.Sum(part => part.Walked * of(part.Leaves)) / told;
        return new ReadSample(
            (int)worth,
            near.Sum(part => part.Leaves.Copied),
            told == 0 ? 0 : told / (double)parts.Sum(part => part.Walked),
            Share(part => part.Copied / (double)part.Pages))
        {
            LeastShare = Share(part => part.Least),
            MostShare = Share(part => part.Most),
        };
    }

    /// <summary>Neighbourhoods with too few leaves join with those beside them, as long as all lie within a few.</summary>
    /// <param name="parts">In order of address.</param>
    private static List<Part> Joined(IEnumerable<Part> parts)
    {
        var joined = new List<Part>();
        foreach (var part in parts)
            if (joined.Count > 0 && joined[^1] is var last && Math.Min(last.Leaves.Count, part.Leaves.Count) < LeastNear && part.Last - last.First < MostJoined)
                joined[^1] = new Part(last.First, part.Last, last.Walked + part.Walked, [.. last.Leaves, .. part.Leaves]);
            else
                joined.Add(part);
        return joined;
    }

    /// <param name="First">The first of the neighbourhoods that it is made of.</param>
    /// <param name="Walked">Pages.</param>
    private sealed record Part(ulong First, ulong Last, int Walked, List<(int BlockSize, bool Read)> Leaves);

    /// <summary>
    /// What became of the leaves' pages of one neighbourhood. Whoever asks an object for one thing that it holds leaves the others
    /// alone, and strings and numbers of one kind are mostly of one size: how much the sizes differ says how unlike the containers may be read.
    /// </summary>
    /// <param name="Least">The share of the size of which least was read.</param>
    private sealed record Near(int Pages, int Copied, double Least, double Most)
    {
        public static Near Of(List<(int BlockSize, bool Read)> pages)
        {
            var copied = pages.Count(page => page.Read);
            var shares = pages.GroupBy(page => page.BlockSize).Where(size => size.Count() >= LeastNear)
                .Select(size => size.Count(page => page.Read) / (double)size.Count())
                .Append(copied / (double)pages.Count)
                .ToList();
            return new Near(pages.Count, copied, shares.Min(), shares.Max());
        }
    }

    /// <returns>Null where it cannot be told: what freed objects or wrote them copied the page, whether or not they were read.</returns>
    private static bool? IsRead(MemberPages worker, ulong page) => (worker.StateAt(page), worker.TraceAt(page)) switch
    {
        (PageState.InheritedShared, _) => false,
        (_, CopyTrace.Content or CopyTrace.Reused) => null,
        (PageState.CopiedIdentical or PageState.CopiedRelinked or PageState.CopiedChanged, _) => true,
        _ => null,
    };

    /// <param name="regions">That pools may be in.</param>
    public LeafSample Sample(IEnumerable<RegionPages> regions)
    {
        var pools = regions.Where(region => region.Region.Purpose == RegionPurpose.Anonymous).SelectMany(PoolsOf).ToList();
        var most = MostBytes / heap.Layout.PoolSize;
        var step = Math.Max(1, (pools.Count + most - 1) / most);
        var pages = new List<LeafPage>();
        // One of each step, drawn: whoever allocates in turns has pools of each size in turns, and every second one may be of one size.
        for (var (first, number) = (0, 1u); first < pools.Count; first += step, number++)
            if (Load(pools[Math.Min(pools.Count - 1, first + (int)((number * Scatter >> 16) % (uint)step))]))
                for (var page = _window.Start; page < _window.End; page += Page.Size)
                    if (HasLeavesOnly(page))
                        pages.Add(new LeafPage(page, (int)_pool.Blocks[0].Size));
        var poolsEach = Neighbourhood / (ulong)heap.Layout.PoolSize;
        return new LeafSample(pages, Math.Max(1, (((ulong)LeastNear * (ulong)step) + poolsEach - 1) / poolsEach));
    }

    private IEnumerable<ulong> PoolsOf(RegionPages region)
    {
        foreach (var pool in _window.PlacesIn(region.Region))
        {
            var first = MemberPages.PageIndex(region, pool);
            // All of it: to read a page that was never touched would give the process one.
            if (Array.TrueForAll(region.Entries[first..(first + (heap.Layout.PoolSize / Page.Size))], entry => entry.Anonymous))
                yield return pool;
        }
    }

    private bool Load(ulong pool) => memory.TryRead(pool, _window.MoveTo(pool)) && _pool.Load(_window, pool);

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
            leaves |= _window.TryWord(block.Object, out var count) && (uint)count < Immortal;
        }
        return leaves;
    }

    /// <param name="BlockSize">Of its pool: objects of one kind have one.</param>
    [StructLayout(LayoutKind.Auto)]
    public readonly record struct LeafPage(ulong Address, int BlockSize);

    /// <param name="Spread">How many neighbourhoods count as one, so that enough pages are looked at in each.</param>
    public sealed record LeafSample(IReadOnlyList<LeafPage> Pages, ulong Spread);
}
