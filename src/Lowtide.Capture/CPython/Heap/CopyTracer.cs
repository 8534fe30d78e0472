using System.Runtime.InteropServices;
using Lowtide.Capture.Pages;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>A page that a member copied, and the member that it is compared with.</summary>
/// <param name="Index">Of the page in the chunk that both sides have read.</param>
/// <param name="AsItWas">Whether that one still has what was inherited.</param>
/// <param name="Changed">The words of which both differ.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct TracedPage(ulong Address, PageState State, ReadSide Holder, ReadSide Own, int Index, bool AsItWas, ChangedWords Changed)
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
    private readonly PageWeights _weights = new();
    private readonly Dictionary<HeapType, double>[][] _sums = [.. Enumerable.Range(0, workers).Select(_ => ByTrace())];
    private readonly CodeTally _code = new(heap, workers);
    private readonly Dictionary<WalkedPlace, int>[] _walked = [.. Enumerable.Range(0, workers).Select(_ => new Dictionary<WalkedPlace, int>())];

    /// <summary>Pages in front of and behind a copied one that are needed to know what stands on it.</summary>
    public int PoolPages => heap.Layout.PoolSize / Page.Size;

    public void BeginChunk() => _standing.Forget();

    /// <summary>Adds a copied page to the sums of its member.</summary>
    public CopyTrace Trace(in TracedPage page)
    {
        BeginPage();
        var known = _standing.Load(page.Holder, page.Address);
        var trace = page.Before.IsEmpty ? Untold(page.State)
            : !page.Changed.Any ? known ? OfStanding(page) : CopyTrace.Unknown
            : known ? OfWords(page)
            : Untold(page.State);
        Add(page.Own.Member, trace);
        if (trace is CopyTrace.SameTracked or CopyTrace.Links)
            CollectionsMarshal.GetValueRefOrAddDefault(
                _walked[page.Own.Member], new WalkedPlace(page.Address / LeafPages.Neighbourhood, known ? _standing.BlockSize : 0), out _)++;
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
    public bool DiffersInUpkeepOnly(in TracedPage page)
    {
        if (page.Before.IsEmpty || page.Now.IsEmpty || !_standing.Load(page.Holder, page.Address))
            return false;
        BeginPage();
        return OfWords(page) is CopyTrace.Cache or CopyTrace.Count or CopyTrace.Links && PageComparison.EqualWords(page.Before, page.Changed) >= LeastEqual;
    }

    /// <summary>Pages on which only the collector can have written, or reads that left nothing.</summary>
    public IReadOnlyDictionary<WalkedPlace, int> WalkedBy(int member) => _walked[member];

    public bool HasWalked => Array.Exists(_walked, pages => pages.Count > 0);

    public CodeTally Code => _code;

    public IReadOnlyList<CopiedBytes> SumsOf(int member) =>
        [.. from sums in _sums[member].Index()
            from sum in sums.Item
            select new CopiedBytes((CopyTrace)sums.Index, sum.Key.Name, (long)Math.Round(sum.Value))];

    private static Dictionary<HeapType, double>[] ByTrace() =>
        [.. Enum.GetValues<CopyTrace>().Select(_ => new Dictionary<HeapType, double>(ReferenceEqualityComparer.Instance))];

    private void BeginPage()
    {
        _weights.Clear();
        _code.BeginPage();
    }

    private CopyTrace OfWords(in TracedPage page)
    {
        var strongest = CopyTrace.Unknown;
        var (lastIndex, lastFreed) = (-2, false);
        foreach (var word in page.Changed.Indexes)
        {
            var place = page.Address + ((ulong)word * sizeof(ulong));
            var index = _standing.IndexAt(place);
            var type = HeapType.None;
            var trace = CopyTrace.Reused; // the allocator's own word
            if (index >= 0)
            {
                ref readonly var block = ref _standing.Blocks[index];
                if (index != lastIndex)
                    (lastIndex, lastFreed) = (index, block.Use == BlockUse.Object && WasFreed(block, page));
                type = block.Type;
                trace = lastFreed ? CopyTrace.Reused : WordTrace.Of(block, place, heap.Layout);
                _code.Weigh(trace, block, page.Holder.Pages, 1);
            }
            _weights.Add(trace, type, 1);
            if (trace < strongest)
                strongest = trace;
        }
        return strongest;
    }

    /// <summary>Whether the member has no such object there any more.</summary>
    private static bool WasFreed(in HeapBlock block, in TracedPage page)
    {
        // Mostly its count and its type are as they were, and need not be read.
        if (block.Object - page.Address < Page.Size - 8 && (int)(block.Object - page.Address) / 8 is var word
            && !page.Changed.At(word) && !page.Changed.At(word + 1))
            return false;
        var own = page.Own.Pages;
        return (own.TryWord(block.Object, out var count) && !BlockReader.IsCount(count))
            || (own.TryWord(block.Object + 8, out var type) && type != block.Type.Address);
    }

    private CopyTrace OfStanding(in TracedPage page)
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
            _weights.Add(trace, block.Type, bytes);
            _code.Weigh(trace, block, page.Holder.Pages, bytes);
        }
        return _weights.Has(CopyTrace.SameTracked) ? CopyTrace.SameTracked
            : _weights.Has(CopyTrace.SameUntracked) ? CopyTrace.SameUntracked : CopyTrace.Unknown;
    }

    /// <summary>The page's bytes go to the types whose words told, each by its share.</summary>
    private void Add(int member, CopyTrace trace)
    {
        var sums = _sums[member];
        var total = _weights.Total(trace);
        if (total == 0)
        {
            CollectionsMarshal.GetValueRefOrAddDefault(sums[(int)trace], HeapType.None, out _) += Page.Size;
            return;
        }
        foreach (ref readonly var one in _weights.All)
            if (one.Trace == trace)
                CollectionsMarshal.GetValueRefOrAddDefault(sums[(int)trace], one.Type, out _) += (double)Page.Size * one.Weight / total;
        _code.Add(member, trace, (double)Page.Size / total);
    }
}

/// <param name="Neighbourhood">Address by <see cref="LeafPages.Neighbourhood"/>.</param>
/// <param name="BlockSize">Of the pool that stands there; 0 of malloc's heap, which has all sizes.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct WalkedPlace(ulong Neighbourhood, int BlockSize);
