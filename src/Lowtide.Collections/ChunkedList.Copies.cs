using System.Collections.ObjectModel;

namespace Lowtide.Collections;

public partial class ChunkedList<T>
{
    /// <summary>A list of what <paramref name="converter"/> makes of each element.</summary>
    public ChunkedList<TOutput> ConvertAll<TOutput>(Converter<T, TOutput> converter)
    {
        ArgumentNullException.ThrowIfNull(converter);
        var room = Count;
        var converted = new ChunkedList<TOutput>(room);
        for (var i = 0; i < Count; i++)
        {
            var made = converter(Slot(i));
            if (i >= room)
                Throw.NoSlot(); // The converter added elements.
            converted.Add(made);
        }
        // Or took some out.
        converted.RemoveRange(Count, converted.Count - Count);
        return converted;
    }

    /// <summary>The list as one that cannot be changed.</summary>
    public ReadOnlyCollection<T> AsReadOnly() => new(this);

    /// <summary>All elements in one array, which may be a large object.</summary>
    public T[] ToArray()
    {
        if (Count == 0)
            return [];
        var array = Chunk.New<T>(Count);
        CopyTo(array.AsSpan());
        return array;
    }

    /// <summary>Copies all elements to the beginning of <paramref name="destination"/>.</summary>
    /// <exception cref="ArgumentException">It is too short.</exception>
    public void CopyTo(Span<T> destination)
    {
        if (Count > destination.Length)
            Throw.TooShort(nameof(destination));
        for (var index = 0; index < Count;)
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
    public void CopyTo(T[] array, int arrayIndex) => CopyChecked(0, array, arrayIndex, Count);

    /// <summary>Copies <paramref name="count"/> elements from <paramref name="index"/> on to <paramref name="array"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">An index or the count is negative.</exception>
    /// <exception cref="ArgumentException">The list or the array is too short.</exception>
    public void CopyTo(int index, T[] array, int arrayIndex, int count)
    {
        if (Count - index < count)
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
}
