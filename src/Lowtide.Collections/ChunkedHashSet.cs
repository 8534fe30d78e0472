using System.Collections;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

/// <summary>A set like <see cref="HashSet{T}"/> that holds its elements in chunks below 85,000 bytes, where they stay while it grows.</summary>
/// <remarks>As <see cref="HashSet{T}"/> it may be read by several threads at once, as long as none changes it.</remarks>
[DebuggerDisplay("Count = {Count}")]
[DebuggerTypeProxy(typeof(CollectionView<>))]
[CollectionBuilder(typeof(ChunkedHashSet), nameof(ChunkedHashSet.Create))]
public partial class ChunkedHashSet<T> : ISet<T>, IReadOnlySet<T>, ICollection<T>
{
    private HashTable<T, Entry<T>> _table;

    /// <summary>An empty set.</summary>
    public ChunkedHashSet()
        : this((IEqualityComparer<T>?)null)
    {
    }

    /// <summary>An empty set whose elements are compared by <paramref name="comparer"/>.</summary>
    public ChunkedHashSet(IEqualityComparer<T>? comparer) => _table = new(comparer);

    /// <summary>An empty set with room for <paramref name="capacity"/> elements.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    public ChunkedHashSet(int capacity)
        : this(capacity, null)
    {
    }

    /// <summary>An empty set with room for <paramref name="capacity"/> elements, which are compared by <paramref name="comparer"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    public ChunkedHashSet(int capacity, IEqualityComparer<T>? comparer)
        : this(comparer)
    {
        Throw.IfNegative(capacity);
        _table.EnsureCapacity(capacity);
    }

    /// <summary>A set of the elements of <paramref name="collection"/>.</summary>
    public ChunkedHashSet(IEnumerable<T> collection)
        : this(collection, null)
    {
    }

    /// <summary>A set of the elements of <paramref name="collection"/>, which are compared by <paramref name="comparer"/>.</summary>
    public ChunkedHashSet(IEnumerable<T> collection, IEqualityComparer<T>? comparer)
        : this(comparer)
    {
        ArgumentNullException.ThrowIfNull(collection);
        if (collection is ChunkedHashSet<T> set && ComparesAs(set))
        {
            _table = set._table.Copied(withFreeEntries: true);
            return;
        }
        if (collection is ICollection<T> known)
            _table.EnsureCapacity(known.Count);
        UnionWith(collection);
        if (Count > 0 && Capacity / Count > 3)
            TrimExcess();
    }

    internal static int ChunkLength => HashTable<T, Entry<T>>.ChunkLength;

    /// <summary>How many elements there are.</summary>
    public int Count => _table.Count;

    /// <summary>How many elements fit without another chunk.</summary>
    public int Capacity => _table.Capacity;

    /// <summary>What elements are compared by.</summary>
    public IEqualityComparer<T> Comparer => _table.Comparer;

    internal int ChunkCount => _table.ChunkCount;

    internal bool HasSeed => _table.HasSeed;

    bool ICollection<T>.IsReadOnly => false;

    /// <summary>Compares sets by their elements, and these by the default comparer.</summary>
    [SuppressMessage("Design", "CA1000", Justification = "As HashSet<T>.CreateSetComparer.")]
    public static IEqualityComparer<ChunkedHashSet<T>> CreateSetComparer() => new ChunkedHashSetComparer<T>();

    /// <summary>Adds an element.</summary>
    /// <returns>Whether it was not there yet.</returns>
    public bool Add(T item)
    {
        _table.FindOrAdd(item, out var added);
        return added;
    }

    void ICollection<T>.Add(T item) => Add(item);

    /// <summary>Whether the element is there.</summary>
    public bool Contains(T item) => !Unsafe.IsNullRef(ref Find(item));

    /// <summary>Finds the element that equals <paramref name="equalValue"/>.</summary>
    /// <returns>Whether there is one.</returns>
    public bool TryGetValue(T equalValue, [MaybeNullWhen(false)] out T actualValue)
    {
        ref var entry = ref Find(equalValue);
        var there = !Unsafe.IsNullRef(ref entry);
        actualValue = there ? entry.Key : default;
        return there;
    }

    /// <summary>Takes an element out.</summary>
    /// <returns>Whether it was there.</returns>
    public bool Remove(T item)
    {
        ref var entry = ref _table.Unlink(item, out var number);
        if (Unsafe.IsNullRef(ref entry))
            return false;
        _table.Free(ref entry, number);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref Entry<T> Find(T item) => ref _table.Find(item, _table.LowBits);

    /// <summary>Takes out all elements that match.</summary>
    /// <returns>How many did.</returns>
    public int RemoveWhere(Predicate<T> match)
    {
        ArgumentNullException.ThrowIfNull(match);
        var removed = 0;
        for (var cursor = new HashTable<T, Entry<T>>.Cursor(); cursor.MoveNext(_table);)
        {
            var item = cursor.Current.Key;
            if (match(item) && Remove(item))
                removed++;
        }
        return removed;
    }

    /// <summary>Takes all elements out. The capacity stays.</summary>
    public void Clear() => _table.Clear();

    /// <summary>Makes room for <paramref name="capacity"/> elements in all.</summary>
    /// <returns>The capacity then.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    public int EnsureCapacity(int capacity)
    {
        Throw.IfNegative(capacity);
        _table.EnsureCapacity(capacity);
        return _table.Capacity;
    }

    /// <summary>Moves the elements together into as few chunks as they need.</summary>
    public void TrimExcess() => TrimExcess(Count);

    /// <summary>Moves the elements together into as few chunks as <paramref name="capacity"/> needs.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is below <see cref="Count"/>.</exception>
    public void TrimExcess(int capacity) => _table.TrimExcess(capacity);

    /// <summary>Copies all elements to the beginning of <paramref name="array"/>.</summary>
    /// <exception cref="ArgumentException">It is too short.</exception>
    public void CopyTo(T[] array) => CopyTo(array, 0, Count);

    /// <summary>Copies all elements to <paramref name="array"/> from <paramref name="arrayIndex"/> on.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative.</exception>
    /// <exception cref="ArgumentException">The array is too short.</exception>
    public void CopyTo(T[] array, int arrayIndex) => CopyTo(array, arrayIndex, Count);

    /// <summary>Copies <paramref name="count"/> elements to <paramref name="array"/> from <paramref name="arrayIndex"/> on.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index or the count is negative.</exception>
    /// <exception cref="ArgumentException">The array is too short.</exception>
    public void CopyTo(T[] array, int arrayIndex, int count)
    {
        ArgumentNullException.ThrowIfNull(array);
        Throw.IfNegative(arrayIndex);
        Throw.IfNegative(count);
        if (arrayIndex > array.Length || count > array.Length - arrayIndex)
            Throw.TooShort();
        for (var cursor = new HashTable<T, Entry<T>>.Cursor(); count > 0 && cursor.MoveNext(_table); count--)
            array[arrayIndex++] = cursor.Current.Key;
    }

    /// <summary>The elements, those never taken out in the order in which they came. They may be taken out meanwhile, but none added.</summary>
    public Enumerator GetEnumerator() => new(this);

    IEnumerator<T> IEnumerable<T>.GetEnumerator() => Count == 0 ? ((IEnumerable<T>)Array.Empty<T>()).GetEnumerator() : GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<T>)this).GetEnumerator();

    /// <summary>Goes through the elements of a set.</summary>
    [SuppressMessage("Performance", "CA1815", Justification = "Never compared.")]
    [SuppressMessage("Design", "CA1034", Justification = "As HashSet<T>.Enumerator.")]
    public struct Enumerator : IEnumerator<T>
    {
        private readonly ChunkedHashSet<T> _set;
        private readonly int _version;
        private HashTable<T, Entry<T>>.Cursor _cursor;
        private T? _current;

        internal Enumerator(ChunkedHashSet<T> set)
        {
            _set = set;
            _version = set._table.Version;
            _cursor = new();
        }

        /// <inheritdoc/>
        public readonly T Current => _current!;

        readonly object? IEnumerator.Current
        {
            get
            {
                if (_cursor.Number == 0)
                    Throw.NoCurrent();
                return _current;
            }
        }

        /// <inheritdoc/>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            if (_version != _set._table.Version)
                Throw.Changed();
            if (_cursor.MoveNext(_set._table))
            {
                _current = _cursor.Current.Key;
                return true;
            }
            _current = default;
            return false;
        }

        void IEnumerator.Reset()
        {
            if (_version != _set._table.Version)
                Throw.Changed();
            _cursor = new();
            _current = default;
        }

        /// <summary>Nothing is held.</summary>
        public readonly void Dispose()
        {
        }
    }
}
