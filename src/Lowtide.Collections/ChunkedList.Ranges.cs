using System.Collections.ObjectModel;
using System.Runtime.InteropServices;

namespace Lowtide.Collections;

public partial class ChunkedList<T>
{
    /// <summary>Adds the elements of <paramref name="collection"/> at the end, in its order.</summary>
    public void AddRange(IEnumerable<T> collection)
    {
        ArgumentNullException.ThrowIfNull(collection);
        switch (collection)
        {
            case ChunkedList<T> list:
                InsertList(Count, list);
                break;
            case List<T> list:
                InsertSpan(Count, CollectionsMarshal.AsSpan(list));
                break;
            case T[] array:
                InsertSpan(Count, new(array)); // AsSpan refuses an array of a derived type
                break;
            case ICollection<T> known:
                AddCollection(known);
                break;
            default:
                foreach (var item in collection)
                    Add(item);
                break;
        }
    }

    /// <summary>Puts the elements of <paramref name="collection"/> before the one at <paramref name="index"/>, in its order.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative or above <see cref="Count"/>.</exception>
    public void InsertRange(int index, IEnumerable<T> collection)
    {
        ArgumentNullException.ThrowIfNull(collection);
        if ((uint)index > (uint)Count)
            Throw.OutOfRange(nameof(index));
        switch (collection)
        {
            case ChunkedList<T> list:
                InsertList(index, list);
                break;
            case List<T> list:
                InsertSpan(index, CollectionsMarshal.AsSpan(list));
                break;
            case T[] array:
                InsertSpan(index, new(array));
                break;
            case ICollection<T> known:
                _ = checked(Count + known.Count);
                var copy = new ChunkedList<T>();
                copy.AddCollection(known);
                InsertList(index, copy);
                break;
            default:
                foreach (var item in collection)
                    Insert(index++, item);
                break;
        }
    }

    internal void InsertSpan(int index, ReadOnlySpan<T> items)
    {
        if ((uint)index > (uint)Count)
            Throw.OutOfRange(nameof(index));
        if (items.IsEmpty)
            return;
        OpenGap(index, items.Length);
        _version++;
        Write(index, items);
    }

    /// <summary>Takes <paramref name="count"/> elements from <paramref name="index"/> on out.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index or the count is negative.</exception>
    /// <exception cref="ArgumentException">The range is not within the list.</exception>
    public void RemoveRange(int index, int count)
    {
        CheckRange(index, count);
        if (count == 0)
            return;
        _version++;
        CloseGap(index, count);
    }

    /// <summary>Takes out all elements that match.</summary>
    /// <returns>How many did.</returns>
    public int RemoveAll(Predicate<T> match)
    {
        ArgumentNullException.ThrowIfNull(match);
        var kept = 0;
        while (kept < Count && !match(Slot(kept)))
            kept++;
        if (kept >= Count)
            return 0;
        for (var i = kept + 1; i < Count; i++)
        {
            if (match(Slot(i)) || i >= Count)
                continue;
            Slot(kept) = Slot(i);
            kept++;
        }
        var removed = Count - kept;
        ForgetElements(kept, removed);
        SetSize(kept);
        _version++;
        return removed;
    }

    /// <summary>A list of <paramref name="count"/> elements from <paramref name="index"/> on.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index or the count is negative.</exception>
    /// <exception cref="ArgumentException">The range is not within the list.</exception>
    public ChunkedList<T> GetRange(int index, int count)
    {
        CheckRange(index, count);
        var range = new ChunkedList<T>(count);
        for (var end = index + count; index < end;)
        {
            var run = RunFrom(index);
            run = run[..Math.Min(run.Length, end - index)];
            range.InsertSpan(range.Count, run);
            index += run.Length;
        }
        return range;
    }

    /// <summary>The same as <see cref="GetRange"/>, which lets a range such as <c>list[2..5]</c> be written.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The start or the length is negative.</exception>
    /// <exception cref="ArgumentException">The range is not within the list.</exception>
    public ChunkedList<T> Slice(int start, int length)
    {
        Throw.IfNegative(start, "index");
        Throw.IfNegative(length, "count");
        return GetRange(start, length);
    }

    /// <summary>All or nothing, as List's AddRange of a collection is.</summary>
    private void AddCollection(ICollection<T> collection)
    {
        var before = Count;
        var count = collection.Count;
        if (count <= 0)
            return;
        if (Capacity - Count < count)
            Grow(checked(Count + count));
        try
        {
            // Perhaps one of this very list, and read by index it does not mind that the list grows.
            if (collection is ReadOnlyCollection<T> view)
            {
                for (var i = 0; i < count; i++)
                    Add(view[i]);
                return;
            }
            foreach (var item in collection)
                Add(item);
        }
        catch
        {
            ForgetElements(before, Count - before);
            SetSize(before);
            throw;
        }
    }

    private void InsertList(int index, ChunkedList<T> list)
    {
        var count = list.Count;
        if (count == 0)
            return;
        OpenGap(index, count);
        _version++;
        if (!ReferenceEquals(list, this))
        {
            for (var from = 0; from < count;)
            {
                var run = list.RunFrom(from);
                Write(index + from, run);
                from += run.Length;
            }
            return;
        }
        // The list itself: what stood before the gap, and what stands behind it now.
        Move(0, index, index);
        Move(index + count, index + index, count - index);
    }

    private void Write(int index, ReadOnlySpan<T> items)
    {
        while (!items.IsEmpty)
        {
            var run = RunFrom(index);
            var fits = Math.Min(run.Length, items.Length);
            items[..fits].CopyTo(run);
            items = items[fits..];
            index += fits;
        }
    }
}
