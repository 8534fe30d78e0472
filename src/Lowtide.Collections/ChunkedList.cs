using System.Collections;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Lowtide.Collections;

/// <summary>A list like <see cref="List{T}"/> that holds its elements in chunks of at most 16 KiB, or of one element.</summary>
/// <remarks>
/// None of its arrays reaches the large object heap. Growth copies one small chunk at most. As <see cref="List{T}"/> it may be read by
/// several threads at once, as long as none changes it.
/// </remarks>
[DebuggerDisplay("Count = {Count}")]
[DebuggerTypeProxy(typeof(CollectionView<>))]
[CollectionBuilder(typeof(ChunkedList), nameof(ChunkedList.Create))]
public partial class ChunkedList<T> : IList<T>, IReadOnlyList<T>, IList
{
    private ChunkDirectory<T> _chunks;

    // The chunk that the next element goes to, and the index of its first element: with the size all that adding one needs.
    private T[] _tail = [];
    private int _tailStart;
    private int _size;
    private int _version;

    /// <summary>An empty list.</summary>
    public ChunkedList()
    {
    }

    /// <summary>An empty list with room for <paramref name="capacity"/> elements.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    public ChunkedList(int capacity)
    {
        Throw.IfNegative(capacity);
        if (capacity > 0)
            Reserve(capacity);
    }

    /// <summary>A list of the elements of <paramref name="collection"/>, in its order.</summary>
    /// <exception cref="OverflowException">It says that it has less than none.</exception>
    public ChunkedList(IEnumerable<T> collection)
    {
        ArgumentNullException.ThrowIfNull(collection);
        if (collection is ICollection<T> { Count: < 0 })
            throw new OverflowException();
        AddRange(collection);
    }

    internal static int Shift => Chunk.Shift<T>(Chunk.ListBytes);

    internal static int ChunkLength => 1 << Shift;

    private static int Mask => ChunkLength - 1;

    /// <summary>How many elements there are.</summary>
    public int Count => _size;

    /// <summary>The element at <paramref name="index"/>, from 0.</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is none.</exception>
    public T this[int index]
    {
        // Inlined whatever the compiler has seen of it: without that a loop was four times as slow where it does not profile, and where all lists before were
        // short. One way for all elements, for the same reason: a branch of its own for the last chunk's made code that is laid out for short lists.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if ((uint)index >= (uint)_size)
                Throw.OutOfRange(nameof(index));
            // One comparison finds that the place is within the directory; written with a pointer's width, so that no copy of it is made.
            var place = (nuint)(uint)index >> Shift;
            var first = _chunks.First;
            var chunk = (uint)place < (uint)first.Length
                ? Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(first), place).Chunk
                : _chunks.Further(place);
            return chunk[index & Mask];
        }
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        set
        {
            if ((uint)index >= (uint)_size)
                Throw.OutOfRange(nameof(index));
            _chunks[index >>> Shift][index & Mask] = value;
            _version++;
        }
    }

    /// <summary>Adds an element at the end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(T item)
    {
        _version++;
        var tail = _tail;
        var offset = _size - _tailStart;
        if ((uint)offset < (uint)tail.Length)
        {
            _size++;
            tail[offset] = item;
        }
        else
        {
            AddBehindTail(item);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AddBehindTail(T item)
    {
        var size = _size;
        if (size < ChunkLength && _tailStart == 0)
        {
            // The first chunk doubles. On the way that lists take from 4 elements to hundreds nothing else is to be done.
            var tail = _tail;
            Array.Resize(ref tail, Math.Min(ChunkLength, Math.Max(FirstCapacity, size * 2)));
            if (size == 0)
                _chunks.Add(tail);
            else
                _chunks.Replace(0, tail);
            tail[size] = item;
            _tail = tail;
            _size = size + 1;
            return;
        }
        Grow(checked(size + 1));
        _tail[size - _tailStart] = item;
        _size = size + 1;
    }

    /// <summary>Takes all elements out. The capacity stays.</summary>
    public void Clear()
    {
        _version++;
        ForgetElements(0, Count);
        SetSize(0);
    }

    /// <summary>Puts an element before the one at <paramref name="index"/>, or at the end.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative or above <see cref="Count"/>.</exception>
    public void Insert(int index, T item)
    {
        if ((uint)index > (uint)Count)
            Throw.OutOfRange(nameof(index));
        OpenGap(index, 1);
        _chunks[index >>> Shift][index & Mask] = item;
        _version++;
    }

    /// <summary>Takes the first element out that equals <paramref name="item"/>.</summary>
    /// <returns>Whether there was one.</returns>
    public bool Remove(T item)
    {
        var index = IndexOf(item);
        if (index < 0)
            return false;
        RemoveAt(index);
        return true;
    }

    /// <summary>Takes the element at <paramref name="index"/> out.</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is none.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void RemoveAt(int index)
    {
        if (index == _size - 1 && index >= _tailStart)
        {
            if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
                _tail[index - _tailStart] = default!;
            _size = index;
            _version++;
        }
        else
        {
            RemoveWithin(index);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RemoveWithin(int index)
    {
        if ((uint)index >= (uint)_size)
            Throw.OutOfRange(nameof(index));
        CloseGap(index, 1);
        _version++;
    }

    /// <summary>
    /// What stands at an index for which there is room, behind the last element too. A predicate may shrink the list that calls it, and what stood there
    /// is asked all the same: as by <see cref="List{T}"/>.
    /// </summary>
    private ref T Slot(int index)
    {
        if ((uint)(index >>> Shift) >= (uint)_chunks.Count)
            Throw.NoSlot();
        return ref At(index);
    }

    /// <summary>The elements from <paramref name="index"/> to the end of their chunk or of the list.</summary>
    internal Span<T> RunFrom(int index) => RunFrom(index, Count);

    /// <summary>The elements from <paramref name="index"/> to the end of their chunk, and before <paramref name="end"/>.</summary>
    private Span<T> RunFrom(int index, int end)
    {
        var offset = index & Mask;
        return _chunks[index >>> Shift].AsSpan(offset, Math.Min(ChunkLength - offset, end - index));
    }

    /// <summary>Sets the number of elements, for which there is room.</summary>
    private void SetSize(int size)
    {
        var chunk = Math.Min(size >>> Shift, _chunks.Count - 1);
        _tail = chunk < 0 ? [] : _chunks[chunk];
        _tailStart = Math.Max(chunk, 0) << Shift;
        _size = size;
    }

    /// <summary>After chunks came or went.</summary>
    private void SeekTail() => SetSize(Count);
}
