using System.Runtime.InteropServices;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>
/// Reads from copied pages what copied them: which words differ from what the page was, and what stood there. One a thread;
/// its sums are added up at the end.
/// </summary>
/// <param name="workers">How many members are told apart in the sums.</param>
internal sealed class CopyTracer(HeapTypes types, HeapLayout layout, int workers)
{
    public const ulong CollectorHead = 16;

    private readonly PymallocPool _pool = new(layout.PoolSize, new BlockReader(types));
    private readonly Dictionary<(CopyTrace, string), double>[] _sums = [.. Enumerable.Range(0, workers).Select(_ => new Dictionary<(CopyTrace, string), double>())];
    private readonly Dictionary<HeapType, int>[] _weights = [.. Enum.GetValues<CopyTrace>().Select(_ => new Dictionary<HeapType, int>())];
    private (int Holder, ulong Pool, bool Loaded) _last;

    /// <summary>Pages in front of and behind a copied one that are needed to know what stands on it.</summary>
    public int PoolPages => layout.PoolSize / Page.Size;

    public void BeginChunk() => _last = default;

    /// <summary>Traces one copied page of a member.</summary>
    /// <param name="before">The page as it was; empty where that is not known.</param>
    /// <param name="now">As it is.</param>
    /// <param name="state">What the census makes of it, where it is not known what stands there.</param>
    /// <param name="holder">Number of the member whose memory <paramref name="holders"/> are.</param>
    public CopyTrace Trace(int member, ulong address, ReadOnlySpan<byte> before, ReadOnlySpan<byte> now, int holder, IWords holders, IWords own, PageState state)
    {
        foreach (var weights in _weights)
            weights.Clear();
        var known = Load(holder, holders, address);
        var trace = before.IsEmpty ? CopyTrace.Unknown
            : before.SequenceEqual(now) ? known ? OfStanding(address) : CopyTrace.Unknown
            : known ? OfWords(address, MemoryMarshal.Cast<byte, ulong>(before), MemoryMarshal.Cast<byte, ulong>(now), own)
            : state == PageState.CopiedRelinked ? CopyTrace.Links
            : CopyTrace.Content;
        Add(_sums[member], trace);
        return trace;
    }

    public IReadOnlyList<CopiedBytes> SumsOf(int member) =>
        [.. _sums[member].Select(sum => new CopiedBytes(sum.Key.Item1, sum.Key.Item2, (long)Math.Round(sum.Value)))];

    private bool Load(int holder, IWords holders, ulong address)
    {
        var pool = address & ~((ulong)layout.PoolSize - 1);
        if (_last is var (lastHolder, lastPool, loaded) && lastPool == pool && lastHolder == holder)
            return loaded;
        _last = (holder, pool, _pool.Load(holders, pool));
        return _last.Loaded;
    }

    private CopyTrace OfWords(ulong address, ReadOnlySpan<ulong> before, ReadOnlySpan<ulong> now, IWords own)
    {
        var strongest = CopyTrace.Unknown;
        var (lastIndex, lastFreed) = (-2, false);
        for (var word = 0; word < now.Length; word++)
        {
            if (before[word] == now[word])
                continue;
            var place = address + ((ulong)word * sizeof(ulong));
            var index = _pool.IndexAt(place);
            var type = HeapType.None;
            var trace = CopyTrace.Reused; // the pool's header
            if (index >= 0)
            {
                ref readonly var block = ref _pool.Blocks[index];
                if (index != lastIndex)
                    (lastIndex, lastFreed) = (index, block.Use == BlockUse.Object && WasFreed(block, own));
                type = block.Type;
                trace = lastFreed ? CopyTrace.Reused : WordTrace.Of(block, place, layout);
            }
            CollectionsMarshal.GetValueRefOrAddDefault(_weights[(int)trace], type, out _)++;
            if (trace < strongest)
                strongest = trace;
        }
        return strongest;
    }

    /// <summary>Whether the member has no such object there any more.</summary>
    private static bool WasFreed(in HeapBlock block, IWords own) =>
        (own.TryWord(block.Object, out var count) && !BlockReader.IsCount(count))
        || (own.TryWord(block.Object + 8, out var type) && type != block.Type.Address);

    private CopyTrace OfStanding(ulong address)
    {
        // The first page of a pool begins with its header; behind the last block stands nothing.
        var isFirst = address % (ulong)layout.PoolSize == 0;
        var first = isFirst ? 0 : _pool.IndexAt(address);
        if (first < 0)
            return CopyTrace.SameUntracked;
        var tracked = _weights[(int)CopyTrace.SameTracked];
        var others = _weights[(int)CopyTrace.SameUntracked];
        for (var index = first; index < _pool.Blocks.Length; index++)
        {
            ref readonly var block = ref _pool.Blocks[index];
            if (block.Start >= address + Page.Size)
                break;
            if (block.Use is BlockUse.Free)
                continue;
            var bytes = (int)(Math.Min(block.End, address + Page.Size) - Math.Max(block.Start, address));
            // What the collector writes is the head; an object that ends here may have it on the page before.
            var weights = block.Tracked && block.Object - CollectorHead >= address ? tracked : others;
            CollectionsMarshal.GetValueRefOrAddDefault(weights, block.Type, out _) += bytes;
        }
        return tracked.Count > 0 ? CopyTrace.SameTracked : CopyTrace.SameUntracked;
    }

    /// <summary>The page's bytes go to the types whose words told, each by its share.</summary>
    private void Add(Dictionary<(CopyTrace, string), double> sums, CopyTrace trace)
    {
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
    }
}
