namespace Lowtide.Collections;

public partial class ChunkedList<T>
{
    /// <summary>Whether an element equals <paramref name="item"/>.</summary>
    public bool Contains(T item) => Count != 0 && IndexOf(item) >= 0;

    /// <summary>The index of the first element that equals <paramref name="item"/>; -1 if none does.</summary>
    public int IndexOf(T item) => FirstIn(item, 0, Count);

    /// <summary>The same from <paramref name="index"/> on.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is above <see cref="Count"/>.</exception>
    public int IndexOf(T item, int index)
    {
        if (index > Count)
            Throw.OutOfRange(nameof(index));
        if (index < 0)
            Throw.OutOfRange("startIndex");
        return FirstIn(item, index, Count - index);
    }

    /// <summary>The same among <paramref name="count"/> elements from <paramref name="index"/> on.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The range is not within the list.</exception>
    public int IndexOf(T item, int index, int count)
    {
        if (index > Count)
            Throw.OutOfRange(nameof(index));
        if (count < 0 || index > Count - count)
            Throw.OutOfRange(nameof(count));
        if (index < 0)
            Throw.OutOfRange("startIndex");
        return FirstIn(item, index, count);
    }

    /// <summary>The index of the last element that equals <paramref name="item"/>; -1 if none does.</summary>
    public int LastIndexOf(T item) => Count == 0 ? -1 : LastIndexOf(item, Count - 1, Count);

    /// <summary>The same from <paramref name="index"/> down.</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is no such element.</exception>
    public int LastIndexOf(T item, int index)
    {
        if (index >= Count)
            Throw.OutOfRange(nameof(index));
        return LastIndexOf(item, index, index + 1);
    }

    /// <summary>The same among <paramref name="count"/> elements that end with the one at <paramref name="index"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The range is not within the list.</exception>
    public int LastIndexOf(T item, int index, int count)
    {
        if (Count != 0 && index < 0)
            Throw.OutOfRange(nameof(index));
        if (Count != 0 && count < 0)
            Throw.OutOfRange(nameof(count));
        if (Count == 0)
            return -1;
        if (index >= Count)
            Throw.OutOfRange(nameof(index));
        if (count > index + 1)
            Throw.OutOfRange(nameof(count));
        while (count > 0)
        {
            var run = Math.Min(count, (index & Mask) + 1);
            var found = Array.LastIndexOf(_chunks[index >>> Shift], item, index & Mask, run);
            if (found >= 0)
                return (index & ~Mask) + found;
            index -= run;
            count -= run;
        }
        return -1;
    }

    /// <summary>Whether any element matches.</summary>
    public bool Exists(Predicate<T> match) => FindIndex(match) != -1;

    /// <summary>The first element that matches; the default value if none does.</summary>
    public T? Find(Predicate<T> match)
    {
        ArgumentNullException.ThrowIfNull(match);
        for (var i = 0; i < Count; i++)
        {
            if (match(Slot(i)))
                return Slot(i);
        }
        return default;
    }

    /// <summary>The last element that matches; the default value if none does.</summary>
    public T? FindLast(Predicate<T> match)
    {
        ArgumentNullException.ThrowIfNull(match);
        for (var i = Count - 1; i >= 0; i--)
        {
            if (match(Slot(i)))
                return Slot(i);
        }
        return default;
    }

    /// <summary>All elements that match.</summary>
    public ChunkedList<T> FindAll(Predicate<T> match)
    {
        ArgumentNullException.ThrowIfNull(match);
        var found = new ChunkedList<T>();
        for (var i = 0; i < Count; i++)
        {
            if (match(Slot(i)))
                found.Add(Slot(i));
        }
        return found;
    }

    /// <summary>The index of the first element that matches; -1 if none does.</summary>
    public int FindIndex(Predicate<T> match) => FindIndex(0, Count, match);

    /// <summary>The same from <paramref name="startIndex"/> on.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The range is not within the list.</exception>
    public int FindIndex(int startIndex, Predicate<T> match) => FindIndex(startIndex, Count - startIndex, match);

    /// <summary>The same among <paramref name="count"/> elements from <paramref name="startIndex"/> on.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The range is not within the list.</exception>
    public int FindIndex(int startIndex, int count, Predicate<T> match)
    {
        if ((uint)startIndex > (uint)Count)
            Throw.OutOfRange(nameof(startIndex));
        if (count < 0 || startIndex > Count - count)
            Throw.OutOfRange(nameof(count));
        ArgumentNullException.ThrowIfNull(match);
        for (var i = startIndex; i < startIndex + count; i++)
        {
            if (match(Slot(i)))
                return i;
        }
        return -1;
    }

    /// <summary>The index of the last element that matches; -1 if none does.</summary>
    public int FindLastIndex(Predicate<T> match) => FindLastIndex(Count - 1, Count, match);

    /// <summary>The same from <paramref name="startIndex"/> down.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The range is not within the list.</exception>
    public int FindLastIndex(int startIndex, Predicate<T> match) => FindLastIndex(startIndex, startIndex + 1, match);

    /// <summary>The same among <paramref name="count"/> elements that end with the one at <paramref name="startIndex"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The range is not within the list.</exception>
    public int FindLastIndex(int startIndex, int count, Predicate<T> match)
    {
        ArgumentNullException.ThrowIfNull(match);
        if (Count == 0 ? startIndex != -1 : (uint)startIndex >= (uint)Count)
            Throw.OutOfRange(nameof(startIndex));
        if (count < 0 || startIndex - count + 1 < 0)
            Throw.OutOfRange(nameof(count));
        for (var i = startIndex; i > startIndex - count; i--)
        {
            if (match(Slot(i)))
                return i;
        }
        return -1;
    }

    /// <summary>Whether all elements match.</summary>
    public bool TrueForAll(Predicate<T> match)
    {
        ArgumentNullException.ThrowIfNull(match);
        for (var i = 0; i < Count; i++)
        {
            if (!match(Slot(i)))
                return false;
        }
        return true;
    }

    /// <summary>The index of an element that compares equal to <paramref name="item"/> in a sorted list.</summary>
    /// <returns>If there is none, the complement of the index of the first element above it.</returns>
    public int BinarySearch(T item) => BinarySearch(0, Count, item, null);

    /// <summary>The same in the order of <paramref name="comparer"/>.</summary>
    public int BinarySearch(T item, IComparer<T>? comparer) => BinarySearch(0, Count, item, comparer);

    /// <summary>The same among <paramref name="count"/> elements from <paramref name="index"/> on.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index or the count is negative.</exception>
    /// <exception cref="ArgumentException">The range is not within the list.</exception>
    /// <exception cref="InvalidOperationException">The comparer threw, or there is none for the elements.</exception>
    public int BinarySearch(int index, int count, T item, IComparer<T>? comparer)
    {
        CheckRange(index, count);
        comparer ??= Comparer<T>.Default;
        var low = index;
        var high = index + count - 1;
        try
        {
            while (low <= high)
            {
                var middle = low + ((high - low) >> 1);
                var order = comparer.Compare(this[middle], item);
                if (order == 0)
                    return middle;
                if (order < 0)
                    low = middle + 1;
                else
                    high = middle - 1;
            }
            return ~low;
        }
        catch (Exception failure)
        {
            throw new InvalidOperationException("The comparer failed.", failure);
        }
    }

    private int FirstIn(T item, int index, int count)
    {
        while (count > 0)
        {
            var run = Math.Min(count, ChunkLength - (index & Mask));
            var found = Array.IndexOf(_chunks[index >>> Shift], item, index & Mask, run);
            if (found >= 0)
                return (index & ~Mask) + found;
            index += run;
            count -= run;
        }
        return -1;
    }

    private void CheckRange(int index, int count)
    {
        Throw.IfNegative(index);
        Throw.IfNegative(count);
        if (Count - index < count)
            Throw.TooShort();
    }
}
