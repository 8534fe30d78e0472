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
            SortRange(0, Count, new ByComparison(comparison));
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
        if (count > 1 && (comparer is null || comparer == Comparer<T>.Default))
            SortRange(index, count, default(OwnOrder));
        else if (count > 1)
            SortRange(index, count, new ByComparer(comparer!));
        _version++;
    }

    /// <summary>The framework sorts each chunk; sorted runs are then merged two by two, from one list to another and back.</summary>
    private void SortRange<TOrder>(int index, int count, TOrder order)
        where TOrder : struct, IOrder
    {
        var end = index + count;
        var inOrder = true;
        for (var from = index; from < end;)
        {
            var run = RunFrom(from, end);
            order.Sort(run);
            inOrder &= from == index || IsInOrder(from, order);
            from += run.Length;
        }
        // The first run ends with the chunk that it begins in; as a short one it is no worse than the last.
        var firstRun = Math.Min(count, ChunkLength - (index & Mask));
        if (inOrder)
            return;
        var source = GetRange(index, count);
        var target = GetRange(index, count);
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
        source.CopyRange(0, this, index, count);
    }

    /// <summary>Whether a run that begins there goes on from the one before.</summary>
    private bool IsInOrder<TOrder>(int start, TOrder order)
        where TOrder : struct, IOrder
    {
        try
        {
            return order.Compare(At(start - 1), At(start)) <= 0;
        }
        catch (Exception failure)
        {
            throw new InvalidOperationException("The comparer failed.", failure);
        }
    }

    /// <summary>Merges neighbouring sorted runs into <paramref name="target"/>.</summary>
    /// <remarks>The first is <paramref name="first"/> long, the others <paramref name="length"/>.</remarks>
    /// <returns>Whether there was more than one.</returns>
    private bool MergeRuns<TOrder>(ChunkedList<T> target, int first, long length, TOrder order)
        where TOrder : struct, IOrder
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

    private void MergeTwo<TOrder>(ChunkedList<T> target, int start, int middle, int end, TOrder order)
        where TOrder : struct, IOrder
    {
        var (left, right, to) = (start, middle, start);
        // Runs that are in order already are copied as they are.
        while (left < middle && right < end && (left > start || order.Compare(At(middle - 1), At(middle)) > 0))
        {
            var lefts = RunFrom(left, middle);
            var rights = RunFrom(right, end);
            var room = target.RunFrom(to, end);
            int l = 0, r = 0, t = 0;
            while ((uint)l < (uint)lefts.Length && (uint)r < (uint)rights.Length && (uint)t < (uint)room.Length)
                room[t++] = order.Compare(lefts[l], rights[r]) <= 0 ? lefts[l++] : rights[r++];
            (left, right, to) = (left + l, right + r, to + t);
        }
        CopyRange(left, target, to, middle - left);
        CopyRange(right, target, to + middle - left, end - right);
    }

    private void CopyRange(int from, ChunkedList<T> target, int to, int count)
    {
        while (count > 0)
        {
            var run = RunFrom(from, from + count);
            var room = target.RunFrom(to, to + count);
            var fits = Math.Min(run.Length, room.Length);
            run[..fits].CopyTo(room);
            (from, to, count) = (from + fits, to + fits, count - fits);
        }
    }

    private ref T At(int index) => ref _chunks[index >>> Shift][index & Mask];

    /// <summary>By what is sorted. Structs, so that the compiler sees each one's comparison.</summary>
    private interface IOrder
    {
        void Sort(Span<T> run);

        int Compare(T left, T right);
    }

    private readonly struct OwnOrder : IOrder
    {
        public void Sort(Span<T> run) => run.Sort();

        public int Compare(T left, T right) => Comparer<T>.Default.Compare(left, right);
    }

    private readonly struct ByComparer(IComparer<T> comparer) : IOrder
    {
        public void Sort(Span<T> run) => run.Sort(comparer);

        public int Compare(T left, T right) => comparer.Compare(left, right);
    }

    private readonly struct ByComparison(Comparison<T> comparison) : IOrder
    {
        public void Sort(Span<T> run) => run.Sort(comparison);

        public int Compare(T left, T right) => comparison(left, right);
    }
}
