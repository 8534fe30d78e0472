using System.Runtime.InteropServices;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>
/// What the words, or the bytes, of one page tell: by trace and type, how many. Mostly there are a few, and the next is as the last was, so
/// that a list is quicker than a dictionary.
/// </summary>
internal sealed class PageWeights
{
    private readonly List<TypeWeight> _all = [];
    private int _last;

    public ReadOnlySpan<TypeWeight> All => CollectionsMarshal.AsSpan(_all);

    public void Clear() => _all.Clear();

    public void Add(CopyTrace trace, HeapType type, int weight)
    {
        var all = CollectionsMarshal.AsSpan(_all);
        if (_last >= all.Length || !all[_last].IsOf(trace, type))
        {
            _last = 0;
            while (_last < all.Length && !all[_last].IsOf(trace, type))
                _last++;
            if (_last == all.Length)
            {
                _all.Add(new TypeWeight(trace, type, weight));
                return;
            }
        }
        all[_last] = all[_last] with { Weight = all[_last].Weight + weight };
    }

    public bool Has(CopyTrace trace) => Total(trace) > 0;

    public int Total(CopyTrace trace)
    {
        var total = 0;
        foreach (ref readonly var one in All)
            total += one.Trace == trace ? one.Weight : 0;
        return total;
    }
}

/// <param name="Type">One object for a type: compared by reference.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct TypeWeight(CopyTrace Trace, HeapType Type, int Weight)
{
    public bool IsOf(CopyTrace trace, HeapType type) => Trace == trace && ReferenceEquals(Type, type);
}
