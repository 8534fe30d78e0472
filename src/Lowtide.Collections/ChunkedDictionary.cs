using System.Collections;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

/// <summary>
/// A dictionary like <see cref="Dictionary{TKey, TValue}"/> that holds its entries in chunks below 85,000 bytes, where they stay while it
/// grows.
/// </summary>
/// <remarks>As <see cref="Dictionary{TKey, TValue}"/> it may be read by several threads at once, as long as none changes it.</remarks>
[DebuggerDisplay("Count = {Count}")]
[DebuggerTypeProxy(typeof(DictionaryView<,>))]
public partial class ChunkedDictionary<TKey, TValue> : IDictionary<TKey, TValue>, IReadOnlyDictionary<TKey, TValue>, IDictionary
    where TKey : notnull
{
    private HashTable<TKey, MapEntry<TKey, TValue>> _table;

    /// <summary>An empty dictionary.</summary>
    public ChunkedDictionary()
        : this(0, null)
    {
    }

    /// <summary>An empty dictionary with room for <paramref name="capacity"/> entries.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    public ChunkedDictionary(int capacity)
        : this(capacity, null)
    {
    }

    /// <summary>An empty dictionary whose keys are compared by <paramref name="comparer"/>.</summary>
    public ChunkedDictionary(IEqualityComparer<TKey>? comparer)
        : this(0, comparer)
    {
    }

    /// <summary>An empty dictionary with room for <paramref name="capacity"/> entries, whose keys are compared by <paramref name="comparer"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    public ChunkedDictionary(int capacity, IEqualityComparer<TKey>? comparer)
    {
        if (!MapEntry<TKey, TValue>.BeginsWithHead)
            Throw.UnknownLayout();
        Throw.IfNegative(capacity);
        _table = new(comparer);
        _table.EnsureCapacity(capacity);
    }

    /// <summary>A dictionary of the entries of <paramref name="dictionary"/>.</summary>
    public ChunkedDictionary(IDictionary<TKey, TValue> dictionary)
        : this(dictionary, null)
    {
    }

    /// <summary>A dictionary of the entries of <paramref name="dictionary"/>, whose keys are compared by <paramref name="comparer"/>.</summary>
    /// <exception cref="ArgumentException">The comparer finds two keys equal.</exception>
    public ChunkedDictionary(IDictionary<TKey, TValue> dictionary, IEqualityComparer<TKey>? comparer)
        : this(comparer)
    {
        ArgumentNullException.ThrowIfNull(dictionary);
        AddFirst(dictionary, dictionary.Count);
    }

    /// <summary>A dictionary of the entries in <paramref name="collection"/>.</summary>
    /// <exception cref="ArgumentException">Two keys are equal.</exception>
    public ChunkedDictionary(IEnumerable<KeyValuePair<TKey, TValue>> collection)
        : this(collection, null)
    {
    }

    /// <summary>A dictionary of the entries in <paramref name="collection"/>, whose keys are compared by <paramref name="comparer"/>.</summary>
    /// <exception cref="ArgumentException">Two keys are equal.</exception>
    public ChunkedDictionary(IEnumerable<KeyValuePair<TKey, TValue>> collection, IEqualityComparer<TKey>? comparer)
        : this(comparer)
    {
        ArgumentNullException.ThrowIfNull(collection);
        AddFirst(collection, (collection as ICollection<KeyValuePair<TKey, TValue>>)?.Count ?? 0);
    }

    internal static int ChunkLength => HashTable<TKey, MapEntry<TKey, TValue>>.ChunkLength;

    /// <summary>How many entries there are.</summary>
    public int Count => _table.Count;

    /// <summary>How many entries fit without another chunk.</summary>
    public int Capacity => _table.Capacity;

    /// <summary>What keys are compared by.</summary>
    public IEqualityComparer<TKey> Comparer => _table.Comparer;

    internal int ChunkCount => _table.ChunkCount;

    internal bool HasSeed => _table.HasSeed;

    /// <summary>The value of <paramref name="key"/>. Setting it adds the key if it is not there.</summary>
    /// <exception cref="KeyNotFoundException">Read, and the key is not there.</exception>
    public TValue this[TKey key]
    {
        get
        {
            ref var entry = ref Find(key);
            if (Unsafe.IsNullRef(ref entry))
                Throw.NoSuchKey(key);
            return ValueOf(ref entry);
        }
        set => ValueOf(ref FindOrAdd(key, out _)) = value;
    }

    /// <summary>Adds an entry.</summary>
    /// <exception cref="ArgumentException">The key is there already.</exception>
    public void Add(TKey key, TValue value)
    {
        if (!TryAdd(key, value))
            Throw.SameKey(key);
    }

    /// <summary>Adds an entry unless the key is there already.</summary>
    /// <returns>Whether it was not.</returns>
    public bool TryAdd(TKey key, TValue value)
    {
        ref var entry = ref FindOrAdd(key, out var added);
        if (added)
            ValueOf(ref entry) = value;
        return added;
    }

    /// <summary>Whether the key is there.</summary>
    public bool ContainsKey(TKey key) => !Unsafe.IsNullRef(ref Find(key));

    /// <summary>Whether the value is there under any key. Looks at all entries.</summary>
    public bool ContainsValue(TValue value)
    {
        for (var cursor = new HashTable<TKey, MapEntry<TKey, TValue>>.Cursor(); cursor.MoveNext(_table);)
        {
            if (EqualityComparer<TValue>.Default.Equals(ValueOf(ref cursor.Current), value))
                return true;
        }
        return false;
    }

    /// <summary>Finds the value of <paramref name="key"/>.</summary>
    /// <returns>Whether the key is there.</returns>
    public bool TryGetValue(TKey key, [MaybeNullWhen(false)] out TValue value)
    {
        ref var entry = ref Find(key);
        if (Unsafe.IsNullRef(ref entry))
        {
            value = default;
            return false;
        }
        value = ValueOf(ref entry);
        return true;
    }

    /// <summary>Takes an entry out.</summary>
    /// <returns>Whether it was there.</returns>
    public bool Remove(TKey key) => Remove(key, out _);

    /// <summary>Takes an entry out and gives its value.</summary>
    /// <returns>Whether it was there.</returns>
    public bool Remove(TKey key, [MaybeNullWhen(false)] out TValue value)
    {
        if (key is null)
            Throw.NullKey();
        ref var entry = ref _table.Unlink(key, out var number);
        if (Unsafe.IsNullRef(ref entry))
        {
            value = default;
            return false;
        }
        value = ValueOf(ref entry);
        _table.Free(ref entry, number);
        return true;
    }

    /// <summary>Takes all entries out. The capacity stays.</summary>
    public void Clear() => _table.Clear();

    /// <summary>Makes room for <paramref name="capacity"/> entries in all.</summary>
    /// <returns>The capacity then.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    public int EnsureCapacity(int capacity)
    {
        Throw.IfNegative(capacity);
        if (capacity > _table.Capacity)
        {
            _table.EnsureCapacity(capacity);
            _table.Version++;
        }
        return _table.Capacity;
    }

    /// <summary>Moves the entries together into as few chunks as they need.</summary>
    public void TrimExcess() => TrimExcess(Count);

    /// <summary>Moves the entries together into as few chunks as <paramref name="capacity"/> needs.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is below <see cref="Count"/>.</exception>
    public void TrimExcess(int capacity) => _table.TrimExcess(capacity);

    /// <summary>The place of a value; a null reference where the key is not there.</summary>
    internal ref TValue ValueOrNull(TKey key)
    {
        ref var entry = ref Find(key);
        if (Unsafe.IsNullRef(ref entry))
            return ref Unsafe.NullRef<TValue>();
        return ref ValueOf(ref entry);
    }

    internal ref TValue? ValueOrNew(TKey key, out bool exists)
    {
        ref var value = ref ValueOf(ref FindOrAdd(key, out var added));
        if (added)
            value = default!;
        exists = !added;
        return ref value!;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref TValue ValueOf(ref Entry<TKey> entry) => ref MapEntry<TKey, TValue>.ValueOf(ref entry);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref Entry<TKey> Find(TKey key)
    {
        if (key is null)
            Throw.NullKey();
        return ref _table.Find(key, _table.LowBits);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref Entry<TKey> FindOrAdd(TKey key, out bool added)
    {
        if (key is null)
            Throw.NullKey();
        return ref _table.FindOrAdd(key, out added);
    }

    /// <summary>Adds the entries that it begins with, with room for <paramref name="capacity"/>.</summary>
    private void AddFirst(IEnumerable<KeyValuePair<TKey, TValue>> entries, int capacity)
    {
        Throw.IfNegative(capacity);
        // A type of its own may enumerate something else.
        if (entries is ChunkedDictionary<TKey, TValue> other && other.GetType() == typeof(ChunkedDictionary<TKey, TValue>) && Comparer.Equals(other.Comparer))
        {
            // The framework's copy, too, has no places of entries that were taken out.
            _table = other._table.Copied(withFreeEntries: false);
            return;
        }
        _table.EnsureCapacity(capacity);
        foreach (var (key, value) in entries)
            Add(key, value);
    }
}
