using System.Runtime.InteropServices;
using Lowtide.Capture.Pages;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>A page that a member copied, and the member that it is compared with.</summary>
/// <param name="Index">Of the page in the chunk that both sides have read.</param>
/// <param name="AsItWas">Whether that one still has what was inherited.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct TracedPage(ulong Address, PageState State, ReadSide Holder, ReadSide Own, int Index, bool AsItWas)
{
    /// <summary>Empty where nobody has it.</summary>
    public ReadOnlySpan<byte> Before => AsItWas ? Holder.Pages.PageAt(Index) : default;

    public ReadOnlySpan<byte> Now => Own.Pages.PageAt(Index);
}

/// <summary>
/// Reads from copied pages what copied them: which words differ from what the page was, and what stood there. One a thread;
/// its sums are added up at the end.
/// </summary>
/// <param name="workers">How many members are told apart in the sums.</param>
internal sealed class CopyTracer(CPythonHeap heap, int workers)
{
    /// <summary>Words that are equal and not 0; fewer may be chance.</summary>
    private const int LeastEqual = 64;

    private readonly StandingBlocks _standing = new(heap);
    private readonly Dictionary<(CopyTrace, string), double>[] _sums =
        [.. Enumerable.Range(0, workers).Select(_ => new Dictionary<(CopyTrace, string), double>())];
    private readonly Dictionary<HeapType, int>[] _weights =
        [.. Enum.GetValues<CopyTrace>().Select(_ => new Dictionary<HeapType, int>(ReferenceEqualityComparer.Instance))];
    private readonly CodeTally _code = new(heap, workers);
    private readonly Dictionary<ulong, int>[] _walked = [.. Enumerable.Range(0, workers).Select(_ => new Dictionary<ulong, int>())];

    /// <summary>Pages in front of and behind a copied one that are needed to know what stands on it.</summary>
    public int PoolPages => heap.Layout.PoolSize / Page.Size;

    public void BeginChunk() => _standing.Forget();

    /// <summary>Adds a copied page to the sums of its member.</summary>
    public CopyTrace Trace(TracedPage page)
    {
        BeginPage();
        var known = _standing.Load(page.Holder, page.Address);
        var trace = page.Before.IsEmpty ? Untold(page.State)
            : page.Before.SequenceEqual(page.Now) ? known ? OfStanding(page) : CopyTrace.Unknown
            : known ? OfWords(page)
            : Untold(page.State);
        Add(page.Own.Member, trace);
        if (trace is CopyTrace.SameTracked or CopyTrace.Links)
            CollectionsMarshal.GetValueRefOrAddDefault(_walked[page.Own.Member], page.Address / LeafPages.Neighbourhood, out _)++;
        return trace;
    }

    /// <summary>Where no words can be compared, or nobody knows what stands there.</summary>
    private static CopyTrace Untold(PageState state) => state switch
    {
        PageState.CopiedChanged => CopyTrace.Content,
        PageState.CopiedRelinked => CopyTrace.Links,
        _ => CopyTrace.Unknown,
    };

    /// <summary>
    /// Whether a page is the holder's but for counts, links and caches that the runtime keeps beside its objects: then it
    /// was inherited as surely as one that is equal. Two processes that allocate alike after the fork have pages that
    /// differ in what the objects refer to.
    /// </summary>
    public bool DiffersInUpkeepOnly(TracedPage page)
    {
        if (page.Before.IsEmpty || page.Now.IsEmpty || !_standing.Load(page.Holder, page.Address))
            return false;
        BeginPage();
        return OfWords(page) is CopyTrace.Cache or CopyTrace.Count or CopyTrace.Links && PageComparison.EqualWords(page.Before, page.Now) >= LeastEqual;
    }

    /// <summary>Pages on which only the collector can have written, or reads that left nothing, by <see cref="LeafPages.Neighbourhood"/>.</summary>
    public IReadOnlyDictionary<ulong, int> WalkedBy(int member) => _walked[member];

    public bool HasWalked => Array.Exists(_walked, pages => pages.Count > 0);

    public CodeTally Code => _code;

    public IReadOnlyList<CopiedBytes> SumsOf(int member) =>
        [.. _sums[member].Select(sum => new CopiedBytes(sum.Key.Item1, sum.Key.Item2, (long)Math.Round(sum.Value)))];

    private void BeginPage()
    {
        foreach (var weights in _weights)
            weights.Clear();
        _code.BeginPage();
    }

    private CopyTrace OfWords(TracedPage page)
    {
        var before = MemoryMarshal.Cast<byte, ulong>(page.Before);
        var now = MemoryMarshal.Cast<byte, ulong>(page.Now);
        var strongest = CopyTrace.Unknown;
        var (lastIndex, lastFreed) = (-2, false);
        for (var word = 0; word < now.Length; word++)
        {
            if (before[word] == now[word])
                continue;
            var place = page.Address + ((ulong)word * sizeof(ulong));
            var index = _standing.IndexAt(place);
            var type = HeapType.None;
            var trace = CopyTrace.Reused; // the allocator's own word
            if (index >= 0)
            {
                ref readonly var block = ref _standing.Blocks[index];
                if (index != lastIndex)
                    (lastIndex, lastFreed) = (index, block.Use == BlockUse.Object && WasFreed(block, page.Own.Pages));
                type = block.Type;
                trace = lastFreed ? CopyTrace.Reused : WordTrace.Of(block, place, heap.Layout);
                _code.Weigh(trace, block, page.Holder.Pages, 1);
            }
            CollectionsMarshal.GetValueRefOrAddDefault(_weights[(int)trace], type, out _)++;
            if (trace < strongest)
                strongest = trace;
        }
        return strongest;
    }

    /// <summary>Whether the member has no such object there any more.</summary>
    private static bool WasFreed(in HeapBlock block, PageReader own) =>
        (own.TryWord(block.Object, out var count) && !BlockReader.IsCount(count))
        || (own.TryWord(block.Object + 8, out var type) && type != block.Type.Address);

    private CopyTrace OfStanding(TracedPage page)
    {
        var address = page.Address;
        var blocks = _standing.Blocks;
        for (var index = _standing.FirstBehind(address); index < blocks.Length; index++)
        {
            ref readonly var block = ref blocks[index];
            if (block.Start >= address + Page.Size)
                break;
            if (block.Use is BlockUse.Free)
                continue;
            // What the collector writes is the head, and what reads write the count; either may be on the page before.
            var trace = block.Use != BlockUse.Object ? CopyTrace.Unknown
                : block.Tracked && block.Object - CollectorHead.Size >= address ? CopyTrace.SameTracked
                : block.Object >= address ? CopyTrace.SameUntracked
                : CopyTrace.Unknown;
            var bytes = (int)(Math.Min(block.End, address + Page.Size) - Math.Max(block.Start, address));
            CollectionsMarshal.GetValueRefOrAddDefault(_weights[(int)trace], block.Type, out _) += bytes;
            _code.Weigh(trace, block, page.Holder.Pages, bytes);
        }
        return _weights[(int)CopyTrace.SameTracked].Count > 0 ? CopyTrace.SameTracked
            : _weights[(int)CopyTrace.SameUntracked].Count > 0 ? CopyTrace.SameUntracked : CopyTrace.Unknown;
    }

    /// <summary>The page's bytes go to the types whose words told, each by its share.</summary>
    private void Add(int member, CopyTrace trace)
    {
        var sums = _sums[member];
        var weights = _weights[(int)trace];
        var total = 0;
        foreach (var weight in weights.Values)
            total += weight;
        if (total == 0)
        {
            CollectionsMarshal.GetValueRefOrAddDefault(sums, (trace, ""), out _) += Page.Size;
            return;
        }
        foreach (var (type, weight) in weights)
            CollectionsMarshal.GetValueRefOrAddDefault(sums, (trace, type.Name), out _) += (double)Page.Size * weight / total;
        _code.Add(member, trace, (double)Page.Size / total);
    }
}
