using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

public partial class ChunkedList<T>
{
    private const int FirstCapacity = 4;

    /// <summary>
    /// How many elements fit without another chunk. What is set holds as it is up to the length of a chunk, and rounded up to whole
    /// chunks above.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">Set below <see cref="Count"/>.</exception>
    public int Capacity
    {
        get => _chunks.Count <= 1 ? _chunks.Count == 0 ? 0 : _chunks[0].Length : (int)Math.Min((long)_chunks.Count << Shift, Array.MaxLength);
        set
        {
            if (value < Count)
                Throw.OutOfRange(nameof(value));
            if (value > Capacity)
                Reserve(value);
            else if (value < Capacity)
                Release(value);
        }
    }

    /// <summary>Makes room for <paramref name="capacity"/> elements in all.</summary>
    /// <returns>The capacity then.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    public int EnsureCapacity(int capacity)
    {
        Throw.IfNegative(capacity);
        if (Capacity < capacity)
            Grow(capacity);
        return Capacity;
    }

    /// <summary>Gives back the chunks without an element. A list of one chunk that is filled below 90% gets a shorter one.</summary>
    public void TrimExcess()
    {
        if (Count < (int)(Capacity * 0.9))
            Capacity = Count;
    }

    internal void SetCount(int count)
    {
        Throw.IfNegative(count);
        if (count > Capacity)
            Grow(count);
        else if (count < Count)
            ForgetElements(count, Count - count);
        SetSize(count);
        _version++;
    }

    /// <summary>Room for <paramref name="needed"/> elements, and for as many again while there is one chunk only.</summary>
    private void Grow(int needed)
    {
        if (needed is >= 0 && needed <= ChunkLength && _chunks.Count <= 1)
            needed = Math.Max(needed, Math.Min(ChunkLength, Math.Max(FirstCapacity, Capacity * 2)));
        Reserve(needed);
    }

    private void Reserve(int capacity)
    {
        if ((uint)capacity > (uint)Array.MaxLength)
            Throw.TooMany();
        var first = Math.Min(capacity, ChunkLength);
        var chunks = (capacity >>> Shift) + ((capacity & Mask) == 0 ? 0 : 1);
        var before = _chunks.Count;
        try
        {
            if (_chunks.Count == 0)
                _chunks.Add(Chunk.New<T>(first));
            else if (_chunks[0].Length < first)
                ReplaceFirst(first);
            while (_chunks.Count < chunks)
                _chunks.Add(Chunk.New<T>(Math.Min(ChunkLength, Array.MaxLength - (_chunks.Count << Shift))));
        }
        catch
        {
            _chunks.RemoveFrom(before); // as List<T>: either all of it or nothing
            throw;
        }
        finally
        {
            SeekTail();
        }
    }

    private void Release(int capacity)
    {
        var chunks = (capacity >>> Shift) + ((capacity & Mask) == 0 ? 0 : 1);
        _chunks.RemoveFrom(chunks);
        if (chunks == 1 && capacity < _chunks[0].Length)
            ReplaceFirst(capacity);
        SeekTail();
    }

    private void ReplaceFirst(int length)
    {
        var old = _chunks[0];
        var chunk = Chunk.New<T>(length);
        Array.Copy(old, chunk, Math.Min(Math.Min(Count, old.Length), length));
        _chunks.Replace(0, chunk);
    }

    /// <summary>Moves the elements from <paramref name="index"/> on up by <paramref name="count"/>. What stands in the gap is left over.</summary>
    private void OpenGap(int index, int count)
    {
        var size = checked(Count + count);
        if (Capacity < size)
            Grow(size);
        Move(index, index + count, Count - index);
        SetSize(size);
    }

    /// <summary>Moves the elements behind the range down onto it.</summary>
    private void CloseGap(int index, int count)
    {
        var size = Count - count;
        Move(index + count, index, size - index);
        ForgetElements(size, count);
        SetSize(size);
    }

    private void Move(int from, int to, int count)
    {
        while (count > 0 && to < from)
        {
            var run = Math.Min(count, Math.Min(ChunkLength - (from & Mask), ChunkLength - (to & Mask)));
            Array.Copy(_chunks[from >>> Shift], from & Mask, _chunks[to >>> Shift], to & Mask, run);
            from += run;
            to += run;
            count -= run;
        }
        while (count > 0 && to > from)
        {
            var lastFrom = from + count - 1;
            var lastTo = to + count - 1;
            var run = Math.Min(count, Math.Min((lastFrom & Mask) + 1, (lastTo & Mask) + 1));
            Array.Copy(
                _chunks[lastFrom >>> Shift], (lastFrom & Mask) - run + 1, _chunks[lastTo >>> Shift], (lastTo & Mask) - run + 1, run);
            count -= run;
        }
    }

    /// <summary>Drops references, so that what they lead to can be collected.</summary>
    private void ForgetElements(int index, int count)
    {
        if (!RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            return;
        if (count < 0)
            Throw.NoSlot(); // A predicate shrank the list that called it; List's Array.Clear throws so.
        while (count > 0)
        {
            var run = Math.Min(count, ChunkLength - (index & Mask));
            Array.Clear(_chunks[index >>> Shift], index & Mask, run);
            index += run;
            count -= run;
        }
    }
}
