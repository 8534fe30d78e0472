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
                InsertList(_size, list);
                break;
            case List<T> list:
                AddRange(CollectionsMarshal.AsSpan(list));
                break;
            case T[] array:
                AddRange(array.AsSpan());
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

    /// <summary>Adds <paramref name="items"/> at the end.</summary>
    public void AddRange(params ReadOnlySpan<T> items) => InsertRange(_size, items);

    /// <summary>Puts the elements of <paramref name="collection"/> before the one at <paramref name="index"/>, in its order.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative or above <see cref="Count"/>.</exception>
    public void InsertRange(int index, IEnumerable<T> collection)
    {
        ArgumentNullException.ThrowIfNull(collection);
        if ((uint)index > (uint)_size)
            Throw.OutOfRange(nameof(index));
        switch (collection)
        {
            case ChunkedList<T> list:
                InsertList(index, list);
                break;
            case List<T> list:
                InsertRange(index, CollectionsMarshal.AsSpan(list));
                break;
            case T[] array:
                InsertRange(index, array.AsSpan());
                break;
            case ICollection<T> known:
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

    /// <summary>Puts <paramref name="items"/> before the element at <paramref name="index"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative or above <see cref="Count"/>.</exception>
    public void InsertRange(int index, params ReadOnlySpan<T> items)
    {
        if ((uint)index > (uint)_size)
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
        while (kept < _size && !match(this[kept]))
            kept++;
        if (kept >= _size)
            return 0;
        for (var i = kept + 1; i < _size; i++)
        {
            var item = _chunks[i >>> Shift][i & Mask];
            if (match(item))
                continue;
            _chunks[kept >>> Shift][kept & Mask] = item;
            kept++;
        }
        var removed = _size - kept;
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
            range.AddRange(run);
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

    /// <summary>A list of what <paramref name="converter"/> makes of each element.</summary>
    public ChunkedList<TOutput> ConvertAll<TOutput>(Converter<T, TOutput> converter)
    {
        ArgumentNullException.ThrowIfNull(converter);
        var converted = new ChunkedList<TOutput>(_size);
        for (var i = 0; i < _size; i++)
            converted.Add(converter(this[i]));
        return converted;
    }

    /// <summary>Calls <paramref name="action"/> with each element.</summary>
    /// <exception cref="InvalidOperationException">The action changed the list.</exception>
    public void ForEach(Action<T> action)
    {
        ArgumentNullException.ThrowIfNull(action);
        var version = _version;
        for (var i = 0; i < _size && version == _version; i++)
            action(this[i]);
        if (version != _version)
            Throw.Changed();
    }

    /// <summary>The list as one that cannot be changed.</summary>
    public ReadOnlyCollection<T> AsReadOnly() => new(this);

    /// <summary>All elements in one array, which may be a large object.</summary>
    public T[] ToArray()
    {
        if (_size == 0)
            return [];
        var array = Chunk.New<T>(_size);
        CopyTo(array.AsSpan());
        return array;
    }

    /// <summary>Copies all elements to the beginning of <paramref name="destination"/>.</summary>
    /// <exception cref="ArgumentException">It is too short.</exception>
    public void CopyTo(Span<T> destination)
    {
        if (_size > destination.Length)
            Throw.TooShort(nameof(destination));
        for (var index = 0; index < _size;)
        {
            var run = RunFrom(index);
            run.CopyTo(destination[index..]);
            index += run.Length;
        }
    }

    /// <summary>Copies all elements to the beginning of <paramref name="array"/>.</summary>
    /// <exception cref="ArgumentException">It is too short.</exception>
    public void CopyTo(T[] array) => CopyTo(array, 0);

    /// <summary>Copies all elements to <paramref name="array"/> from <paramref name="arrayIndex"/> on.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative.</exception>
    /// <exception cref="ArgumentException">The array is too short.</exception>
    public void CopyTo(T[] array, int arrayIndex) => CopyChecked(0, array, arrayIndex, _size);

    /// <summary>Copies <paramref name="count"/> elements from <paramref name="index"/> on to <paramref name="array"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">An index or the count is negative.</exception>
    /// <exception cref="ArgumentException">The list or the array is too short.</exception>
    public void CopyTo(int index, T[] array, int arrayIndex, int count)
    {
        if (_size - index < count)
            Throw.TooShort();
        CopyChecked(index, array, arrayIndex, count);
    }

    private void CopyChecked(int index, Array array, int arrayIndex, int count)
    {
        // Array.Copy has the exceptions that List<T> gives.
        Array.Copy(Array.Empty<T>(), 0, array, arrayIndex, 0);
        Throw.IfNegative(index, "sourceIndex");
        Throw.IfNegative(count, "length");
        if (array.Length - arrayIndex < count)
            Throw.TooShort("destinationArray");
        while (count > 0)
        {
            var run = Math.Min(count, ChunkLength - (index & Mask));
            Array.Copy(_chunks[index >>> Shift], index & Mask, array, arrayIndex, run);
            index += run;
            arrayIndex += run;
            count -= run;
        }
    }

    /// <summary>All or nothing, as List's AddRange of a collection is.</summary>
    private void AddCollection(ICollection<T> collection)
    {
        var before = _size;
        var count = collection.Count;
        if (count == 0)
            return;
        if (Capacity - _size < count)
            Grow(checked(_size + count));
        try
        {
            foreach (var item in collection)
                Add(item);
        }
        catch
        {
            ForgetElements(before, _size - before);
            SetSize(before);
            throw;
        }
    }

    private void InsertList(int index, ChunkedList<T> list)
    {
        var count = list._size;
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
