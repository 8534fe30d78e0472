using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

public partial class ChunkedList<T>
{
    /// <summary>Sorts the list by the default order.</summary>
    /// <inheritdoc cref="Sort(int, int, IComparer{T})" path="/remarks|/exception"/>
    public void Sort() => Sort(0, Count, null);

    /// <summary>Sorts the list by <paramref name="comparer"/>.</summary>
    /// <inheritdoc cref="Sort(int, int, IComparer{T})" path="/remarks|/exception"/>
    public void Sort(IComparer<T>? comparer) => Sort(0, Count, comparer);

    /// <summary>Sorts the list by <paramref name="comparison"/>.</summary>
    /// <inheritdoc cref="Sort(int, int, IComparer{T})" path="/remarks|/exception"/>
    public void Sort(Comparison<T> comparison)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        if (Count > 1)
            SortRange(0, Count, Comparer<T>.Create(comparison));
        _version++;
    }

    /// <summary>Sorts <paramref name="count"/> elements from <paramref name="index"/> on by <paramref name="comparer"/>.</summary>
    /// <remarks>
    /// Not stable, as <see cref="List{T}.Sort(int, int, IComparer{T})"/> is not: elements that compare equal may change places. Which way
    /// depends on nothing but the elements, so the same list is sorted the same each time. Needs twice as much memory again, in chunks, if
    /// the range is in more than one. If the comparer throws, all elements are still there, in some order.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The index or the count is negative.</exception>
    /// <exception cref="ArgumentException">The range is not within the list, or the comparer contradicts itself.</exception>
    /// <exception cref="InvalidOperationException">The comparer threw, or there is none for the elements.</exception>
    public void Sort(int index, int count, IComparer<T>? comparer)
    {
        CheckRange(index, count);
        if (count > 1)
            SortRange(index, count, comparer);
        _version++;
    }

    /// <summary>Reverses the order of the elements.</summary>
    public void Reverse() => Reverse(0, Count);

    /// <summary>Reverses the order of <paramref name="count"/> elements from <paramref name="index"/> on.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index or the count is negative.</exception>
    /// <exception cref="ArgumentException">The range is not within the list.</exception>
    public void Reverse(int index, int count)
    {
        CheckRange(index, count);
        for (int low = index, high = index + count - 1; low < high; low++, high--)
        {
            var lows = _chunks[low >>> Shift];
            var highs = _chunks[high >>> Shift];
            (lows[low & Mask], highs[high & Mask]) = (highs[high & Mask], lows[low & Mask]);
        }
        _version++;
    }

    /// <summary>The framework sorts each chunk; sorted runs are then merged two by two, from one list to another and back.</summary>
    private void SortRange(int index, int count, IComparer<T>? comparer)
    {
        var end = index + count;
        for (var from = index; from < end;)
        {
            var run = Math.Min(end - from, ChunkLength - (from & Mask));
            Array.Sort(_chunks[from >>> Shift], from & Mask, run, comparer);
            from += run;
        }
        // The first run ends with the chunk that it begins in; as a short one it is no worse than the last.
        var firstRun = Math.Min(count, ChunkLength - (index & Mask));
        if (firstRun == count)
            return;
        var source = GetRange(index, count);
        var target = GetRange(index, count);
        var order = comparer ?? Comparer<T>.Default;
        try
        {
            for (long length = ChunkLength; source.MergeRuns(target, firstRun, length, order); length *= 2)
            {
                firstRun = (int)Math.Min(count, firstRun + length);
                (source, target) = (target, source);
            }
        }
        catch (Exception failure)
        {
            throw new InvalidOperationException("The comparer failed.", failure);
        }
        for (var from = 0; from < count;)
        {
            var run = source.RunFrom(from);
            Write(index + from, run);
            from += run.Length;
        }
    }

    /// <summary>Merges neighbouring sorted runs into <paramref name="target"/>.</summary>
    /// <remarks>The first is <paramref name="first"/> long, the others <paramref name="length"/>.</remarks>
    /// <returns>Whether there was more than one.</returns>
    private bool MergeRuns(ChunkedList<T> target, int first, long length, IComparer<T> order)
    {
        if (first >= Count)
            return false;
        var start = 0;
        long middle = first;
        while (start < Count)
        {
            var end = (int)Math.Min(Count, middle + length);
            MergeTwo(target, start, (int)Math.Min(middle, Count), end, order);
            start = end;
            middle = end + length;
        }
        return true;
    }

    private void MergeTwo(ChunkedList<T> target, int start, int middle, int end, IComparer<T> order)
    {
        var left = start;
        var right = middle;
        for (var to = start; to < end; to++)
        {
            var takesLeft = left < middle && (right >= end || Compare(order, At(left), At(right)) <= 0);
            target.At(to) = takesLeft ? At(left++) : At(right++);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Compare(IComparer<T> order, T left, T right) =>
        typeof(T).IsValueType && order == Comparer<T>.Default ? Comparer<T>.Default.Compare(left, right) : order.Compare(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref T At(int index) => ref _chunks[index >>> Shift][index & Mask];
}
