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

    /// <summary>Of malloc's heap: 8 MiB.</summary>
    private const int MostMallocPages = 2048;

    /// <summary>What was allocated at one time stands close together, and is read together: at least 4 MiB of it.</summary>
    public const ulong Neighbourhood = 4 << 20;

    /// <summary>Fewer pages do not tell of a neighbourhood; a larger heap has larger ones, with as many pools looked at.</summary>
    private const int LeastNear = 16;

    /// <summary>Neighbourhoods that may count as one.</summary>
    private const ulong MostJoined = 4;

    private const double LeastKinds = 3;

    private const uint Scatter = 2654435769; // 2 to the 32nd by the golden ratio: Knuth, The Art of Computer Programming 3, 6.4

    private const uint Immortal = 1u << 31; // from here on 3.12 and later count nothing

    private readonly PymallocPool _pool = new(heap.Layout.PoolSize, new BlockReader(heap.Types));
    private readonly PoolWindow _window = new(heap.Layout.PoolSize);
    private readonly MallocBlocks _malloc = new(heap.Malloc, new BlockReader(heap.Types), heap.Memory);

    /// <summary>Of one worker: what became of the leaves' pages, and what that says of the pages that were walked.</summary>
    /// <param name="pages">From <see cref="Sample"/>.</param>
    public static ReadSample ReadBy(MemberPages worker, LeafSample pages, IReadOnlyDictionary<WalkedPlace, int> walked)
    {
        var known = pages.Pages.Select(page => (Where: page.Address / Neighbourhood / pages.Spread, page.BlockSize, Read: IsRead(worker, page.Address)))
            .Where(page => page.Read is not null)
            .ToLookup(page => page.Where, page => (page.BlockSize, Read: page.Read!.Value));
        var parts = Joined(
            walked.GroupBy(part => part.Key.Neighbourhood / pages.Spread).OrderBy(part => part.Key)
                .Select(part => new Part(
                    part.Key, part.Key, part.Sum(one => one.Value), [.. known[part.Key]], pages.Standing.GetValueOrDefault(part.Key))));
        var near = parts.Where(part => part.Leaves.Count >= LeastNear && !Hides(part))
            .Select(part => (part.Walked, Leaves: Near.Of(part.Leaves))).ToList();
        var told = near.Sum(part => part.Walked);
        // A few pages that stand for many make an estimate no surer than those few: Kish 1965, the effective sample size.
        var worth = told == 0 ? 0 : (double)told * told / near.Sum(part => (double)part.Walked * part.Walked / part.Leaves.Pages);
        double Share(Func<Near, double> of) => told == 0 ? 0 : near.Sum(part => part.Walked * of(part.Leaves)) / told;
        var share = Share(part => part.Copied / (double)part.Pages);
        // What was walked is of many kinds, and its share the mean of theirs: kinds that differ differ less in their mean.
        var kinds = Math.Sqrt(Kinds(walked));
        return new ReadSample(
            (int)worth,
            near.Sum(part => part.Leaves.Copied),
            told == 0 ? 0 : told / (double)parts.Sum(part => part.Walked),
            share)
        {
            LeastShare = share - ((share - Share(part => part.Least)) / kinds),
            MostShare = share + ((Share(part => part.Most) - share) / kinds),
        };
    }

    /// <summary>
    /// Whether what stands alone near by tells nothing of what does not: most leaves stand beside containers, and the others are of few sizes. These may
    /// be of a kind that nobody reads: short strings share a block size with dicts and lists, and the numbers of the same rows do not.
    /// </summary>
    private static bool Hides(Part part) => part.Standing.Hidden > part.Standing.Alone
        && Kinds(part.Leaves.CountBy(leaf => leaf.BlockSize).Select(size => size.Value)) < LeastKinds;

    private static double Kinds(IReadOnlyDictionary<WalkedPlace, int> walked) =>
        Kinds(walked.GroupBy(part => part.Key.BlockSize).Select(size => size.Sum(part => part.Value)));

    /// <summary>How many block sizes of equal weight pages are worth (Kish 1965, as above).</summary>
    private static double Kinds(IEnumerable<int> pages)
    {
        var (sum, squares) = pages.Aggregate((Sum: 0.0, Squares: 0.0), (all, size) => (all.Sum + size, all.Squares + ((double)size * size)));
        return squares == 0 ? 1 : sum * sum / squares;
    }

    /// <summary>Neighbourhoods with too few leaves join with those beside them, as long as all lie within a few.</summary>
    /// <param name="parts">In order of address.</param>
    private static List<Part> Joined(IEnumerable<Part> parts)
    {
        var joined = new List<Part>();
        foreach (var part in parts)
            if (joined.Count > 0 && joined[^1] is var last && Math.Min(last.Leaves.Count, part.Leaves.Count) < LeastNear && part.Last - last.First < MostJoined)
                joined[^1] = new Part(
                    last.First, part.Last, last.Walked + part.Walked, [.. last.Leaves, .. part.Leaves], last.Standing + part.Standing);
            else
                joined.Add(part);
        return joined;
    }

    /// <param name="First">The first of the neighbourhoods that it is made of.</param>
    /// <param name="Walked">Pages.</param>
    private sealed record Part(ulong First, ulong Last, int Walked, List<(int BlockSize, bool Read)> Leaves, LeavesStanding Standing);

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
        var pools = regions.SelectMany(PoolsOf).ToList();
        var most = MostBytes / heap.Layout.PoolSize;
        var step = Math.Max(1, (pools.Count + most - 1) / most);
        var pages = new List<LeafPage>();
        var standing = new Dictionary<ulong, LeavesStanding>();
        // One of each step, drawn: whoever allocates in turns has pools of each size in turns, and every second one may be of one size.
        for (var (first, number) = (0, 1u); first < pools.Count; first += step, number++)
            if (Load(pools[Math.Min(pools.Count - 1, first + (int)((number * Scatter >> 16) % (uint)step))]))
                for (var page = _window.Start; page < _window.End; page += Page.Size)
                    Add(page, _pool.Blocks, _window, (int)_pool.Blocks[0].Size);
        SampleOfMalloc(regions, Add);
        var poolsEach = Neighbourhood / (ulong)heap.Layout.PoolSize;
        var spread = Math.Max(1, (((ulong)LeastNear * (ulong)step) + poolsEach - 1) / poolsEach);
        return new LeafSample(pages, spread, standing.GroupBy(part => part.Key / spread).ToDictionary(
            part => part.Key, part => part.Aggregate(default(LeavesStanding), (sum, one) => sum + one.Value)));

        void Add(ulong page, ReadOnlySpan<HeapBlock> blocks, IWords words, int blockSize)
        {
            var (leaves, alone) = Leaves(page, blocks, words);
            if (alone && leaves > 0)
                pages.Add(new LeafPage(page, blockSize));
            ref var sum = ref CollectionsMarshal.GetValueRefOrAddDefault(standing, page / Neighbourhood, out _);
            sum += alone ? new LeavesStanding(leaves, 0) : new LeavesStanding(0, leaves);
        }
    }

    private delegate void AddPage(ulong page, ReadOnlySpan<HeapBlock> blocks, IWords words, int blockSize);

    /// <summary>Pages of malloc's heap, where objects of more than 512 bytes stand, spread evenly.</summary>
    private void SampleOfMalloc(IEnumerable<RegionPages> regions, AddPage add)
    {
        var places = regions.SelectMany(region => Enumerable.Range(0, region.Entries.Count)
                .Where(index => region.Entries[index].Anonymous)
                .Select(index => region.Region.Start + ((ulong)index * Page.Size)))
            .Where(heap.Malloc.IsInHeap).ToList();
        var step = Math.Max(1, (places.Count + MostMallocPages - 1) / MostMallocPages);
        var window = new PoolWindow(Page.Size);
        for (var index = 0; index < places.Count; index += step)
            if (memory.TryRead(places[index], window.MoveTo(places[index])) && _malloc.Load(window, places[index]))
                add(places[index], _malloc.Blocks, window, 0);
    }

    private IEnumerable<ulong> PoolsOf(RegionPages region)
    {
        foreach (var pool in _window.PlacesIn(region.Region))
        {
            var first = MemberPages.PageIndex(region, pool);
            // All of it: to read a page that was never touched would give the process one.
            if (region.Entries.Slice(first, heap.Layout.PoolSize / Page.Size).All(entry => entry.Anonymous))
                yield return pool;
        }
    }

    private bool Load(ulong pool) => memory.TryRead(pool, _window.MoveTo(pool)) && _pool.Load(_window, pool);

    /// <summary>How many leaves begin on a page, and whether nothing stands there that a collection writes to.</summary>
    private static (int Leaves, bool Alone) Leaves(ulong page, ReadOnlySpan<HeapBlock> blocks, IWords words)
    {
        var (leaves, alone) = (0, true);
        foreach (ref readonly var block in blocks)
            if (block.Use == BlockUse.Object && block.Object >= page && block.Object < page + Page.Size)
            {
                alone &= !block.Type.IsCollectable;
                if (!block.Type.IsCollectable && words.TryWord(block.Object, out var count) && (uint)count < Immortal)
                    leaves++;
            }
            else if (block.Tracked && block.Object - CollectorHead.Size - page < Page.Size)
                alone = false;
        return (leaves, alone);
    }

    /// <param name="BlockSize">Of its pool: objects of one kind have one.</param>
    [StructLayout(LayoutKind.Auto)]
    public readonly record struct LeafPage(ulong Address, int BlockSize);

    /// <param name="Spread">How many neighbourhoods count as one, so that enough pages are looked at in each.</param>
    /// <param name="Standing">By neighbourhoods that count as one.</param>
    public sealed record LeafSample(IReadOnlyList<LeafPage> Pages, ulong Spread, IReadOnlyDictionary<ulong, LeavesStanding> Standing);

    /// <summary>Leaves that were looked at, by what stands on their pages.</summary>
    /// <param name="Hidden">Beside containers: whether these were read no page tells, as collections write there too.</param>
    [StructLayout(LayoutKind.Auto)]
    public readonly record struct LeavesStanding(int Alone, int Hidden)
    {
        public static LeavesStanding operator +(LeavesStanding one, LeavesStanding other) => new(one.Alone + other.Alone, one.Hidden + other.Hidden);
    }
}
