using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Lowtide.Collections;

/// <summary>Chained hashing with entries in chunks that never move: what a set and a dictionary share.</summary>
/// <remarks>
/// An entry's number is its chunk, from 1 on, shifted, and its place there. So 0 means none, and chunks may be shorter than the longest:
/// the first are, so that a small table takes little. Entries are handed out in the order of their numbers, or from a list of free ones,
/// last freed first, as the framework does: so both enumerate in the same order.
/// </remarks>
internal partial struct HashTable<TKey, TEntry>
    where TEntry : struct, IEntry<TKey>
{
    private const int BucketShift = 14;
    private const int BucketsInChunk = 1 << BucketShift;

    // Buckets are at most so many that their directory is one array; chains grow longer above as many entries.
    private const int MostBuckets = 8192 * BucketsInChunk;
    private const int FirstEntries = 4;

    private int[][]? _buckets;
    private int _bucketMask;
    private ChunkDirectory<TEntry> _entries;
    private TEntry[] _tail;
    private int _tailNumber;
    private int _tailUsed;
    private int _used;
    private int _capacity;
    private int _free;
    private int _freeCount;

    internal HashTable(IEqualityComparer<TKey>? comparer)
    {
        // Value types without a comparer of their own are compared without a call: the compiler sees through Default.
        if (!typeof(TKey).IsValueType)
            Comparer = comparer ?? EqualityComparer<TKey>.Default;
        else if (comparer is not null && comparer != EqualityComparer<TKey>.Default)
            Comparer = comparer;
        _tail = [];
    }

    internal static int Shift => Chunk.Shift<TEntry>(Chunk.EntryBytes);

    internal static int ChunkLength => 1 << Shift;

    private static int Mask => ChunkLength - 1;

    /// <summary>Null for the default one of a value type.</summary>
    internal IEqualityComparer<TKey>? Comparer { get; }

    internal int Version { readonly get; set; }

    internal readonly int Count => _used - _freeCount;

    internal readonly int Capacity => _capacity;

    internal readonly int ChunkCount => _entries.Count;

    /// <summary>The entry with this number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly ref TEntry Entry(int number)
    {
        var place = (nuint)(((uint)number >> Shift) - 1);
        var first = _entries.First;
        var chunk = (uint)place < (uint)first.Length
            ? Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(first), place).Chunk
            : _entries.Further(place);
        return ref chunk[number & Mask];
    }

    /// <summary>The entry with this key and its number; <see cref="Unsafe.NullRef{T}"/> and 0 if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly ref TEntry Find(TKey key, out int number)
    {
        number = 0;
        if (_buckets is null)
            return ref Unsafe.NullRef<TEntry>();
        if (typeof(TKey).IsValueType && Comparer is null)
        {
            var hash = key!.GetHashCode();
            return ref FindByDefault(Bucket(hash), hash, key, out number);
        }
        number = FindByComparer(Hash(key), key);
        if (number == 0)
            return ref Unsafe.NullRef<TEntry>();
        return ref Entry(number);
    }

    /// <summary>The entry with this key, which is made if there is none. The caller then writes the rest of it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ref TEntry FindOrAdd(TKey key, out bool added)
    {
        if (_buckets is null)
            NewBuckets(FirstEntries);
        added = false;
        if (typeof(TKey).IsValueType && Comparer is null)
        {
            var hash = key!.GetHashCode();
            ref var bucket = ref Bucket(hash);
            ref var entry = ref FindByDefault(bucket, hash, key, out var number);
            if (number != 0)
                return ref entry;
            added = true;
            return ref Add(hash, key, ref bucket);
        }
        var code = Hash(key);
        var found = FindByComparer(code, key);
        if (found != 0)
            return ref Entry(found);
        added = true;
        return ref Add(code, key, ref Bucket(code));
    }

    /// <summary>Adds an entry whose key is not there yet to its bucket.</summary>
    internal ref TEntry Add(int hash, TKey key, ref int bucket)
    {
        ref var entry = ref Unsafe.NullRef<TEntry>();
        int number;
        if (_freeCount > 0)
        {
            number = _free;
            entry = ref Entry(number);
            _free = ~entry.Next;
            _freeCount--;
        }
        else
        {
            if (_tailUsed >= _tail.Length)
                NextTail();
            if (_used > _bucketMask && _bucketMask < MostBuckets - 1)
            {
                MoreBuckets();
                bucket = ref Bucket(hash);
            }
            entry = ref _tail[_tailUsed];
            number = _tailNumber + _tailUsed++;
            _used++;
        }
        entry.HashCode = hash;
        entry.Next = bucket;
        entry.Key = key;
        bucket = number;
        Version++;
        return ref entry;
    }

    /// <summary>Takes out the entry with this number.</summary>
    internal void Remove(int number)
    {
        ref var entry = ref Entry(number);
        ref var bucket = ref Bucket(entry.HashCode);
        if (bucket == number)
        {
            bucket = entry.Next;
        }
        else
        {
            var before = bucket;
            for (var steps = 0; Entry(before).Next != number; before = Entry(before).Next)
            {
                if (++steps > _capacity)
                    Throw.ChangedByThreads();
            }
            Entry(before).Next = entry.Next;
        }
        if (RuntimeHelpers.IsReferenceOrContainsReferences<TEntry>())
            entry = default;
        entry.Next = ~(_freeCount == 0 ? 0 : _free);
        _free = number;
        _freeCount++;
    }

    private readonly int Hash(TKey key) => key is null ? 0 : Comparer!.GetHashCode(key);

    /// <summary>Looks through a bucket from its first entry. Calls nothing, so that who looks up here saves no registers.</summary>
    /// <remarks>Two primitive keys are compared as quickly as their hashes, which are then not looked at.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly ref TEntry FindByDefault(int first, int hash, TKey key, out int number)
    {
        var steps = 0;
        for (number = first; number != 0;)
        {
            ref var entry = ref Entry(number);
            if ((typeof(TKey).IsPrimitive || entry.HashCode == hash) && EqualityComparer<TKey>.Default.Equals(entry.Key, key))
                return ref entry;
            number = entry.Next;
            if (++steps > _capacity)
                Throw.ChangedByThreads();
        }
        return ref Unsafe.NullRef<TEntry>();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly int FindByComparer(int hash, TKey key)
    {
        var comparer = Comparer!;
        var steps = 0;
        var number = Bucket(hash);
        while (number != 0)
        {
            ref var entry = ref Entry(number);
            if (entry.HashCode == hash && comparer.Equals(entry.Key, key))
                break;
            number = entry.Next;
            if (++steps > _capacity)
                Throw.ChangedByThreads();
        }
        return number;
    }

    /// <summary>The number of the first entry in the bucket of this hash.</summary>
    /// <remarks>
    /// The low bits choose, so that neighbouring numbers, the commonest keys, stand in neighbouring buckets as they do in the framework's
    /// tables. The upper half is spread over them by a multiplication (Knuth, The Art of Computer Programming 3, 6.4), so that keys which
    /// differ only there do not meet.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly ref int Bucket(int hash)
    {
        var spread = (uint)hash ^ (((uint)hash >> 16) * 0x9E3779B9u >> 12);
        var bucket = (int)spread & _bucketMask;
        return ref _buckets![bucket >>> BucketShift][bucket & (BucketsInChunk - 1)];
    }
}
