using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Lowtide.Collections;

/// <summary>Chained hashing with entries in chunks that never move: what a set and a dictionary share.</summary>
/// <remarks>
/// What stands in the chunks begins with an <see cref="Entry{TKey}"/>. An entry's number is its chunk, from 1 on, shifted, and its place
/// there. So 0 means none, and chunks may be shorter than the longest: the first are, so that a small table takes little. Entries are
/// handed out in the order of their numbers, or from a list of free ones, last freed first, as the framework does: so both enumerate in
/// the same order.
/// </remarks>
internal partial struct HashTable<TKey, TEntry>
    where TEntry : struct
{
    private const int BucketShift = 14;
    private const int BucketsInChunk = 1 << BucketShift;

    // Buckets are at most so many that their directory is one array; chains grow longer above as many entries.
    private const int MostBuckets = 8192 * BucketsInChunk;
    private const int FirstEntries = 4;

    // Of 2^32: its multiples lie evenly (Knuth, The Art of Computer Programming 3, 6.4).
    internal const uint GoldenRatio = 0x9E3779B9;

    // By chance more come into one bucket in tables of a million keys, which are random then.
    private const int MostInBucket = 8;

    // From so many on, keys that are random use 63% of as many buckets, more where they are fewer or more, and never so few.
    private const int LeastBuckets = 64;
    private const double LeastUsed = 0.45;

    /// <summary>The mask that leaves of a hash the low bits, which are its bucket; below 0 where the table scatters its keys.</summary>
    internal int LowBits;

    // Null for the default one of a value type.
    private IEqualityComparer<TKey>? _comparer;
    private int[][] _buckets;
    private int _bucketCount;
    private int _shift;
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
            _comparer = SeedlessStrings.InsteadOf(comparer ?? EqualityComparer<TKey>.Default);
        else if (comparer is not null && comparer != EqualityComparer<TKey>.Default)
            _comparer = comparer;
        // What comes of a comparer, and is asked for by a call, has no neighbours worth keeping.
        LowBits = _comparer is null ? 0 : -1;
        _buckets = NoBuckets.Array;
        _entries = ChunkDirectory<TEntry>.Empty;
        _tail = [];
    }

    internal static int Shift => Chunk.Shift<TEntry>(Chunk.EntryBytes);

    internal static int ChunkLength => 1 << Shift;

    private static int Mask => ChunkLength - 1;

    /// <summary>What keys are compared by, as the collection's user knows it.</summary>
    internal readonly IEqualityComparer<TKey> Comparer => _comparer switch
    {
        null => EqualityComparer<TKey>.Default,
        SeedlessStrings strings => (IEqualityComparer<TKey>)strings.Known,
        var comparer => comparer,
    };

    private readonly bool ComparesByDefault => typeof(TKey).IsValueType && _comparer is null;

    /// <summary>Whether strings are hashed as nobody from outside can foresee.</summary>
    internal readonly bool HasSeed => _comparer is not SeedlessStrings;

    internal int Version { readonly get; set; }

    internal readonly int Count => _used - _freeCount;

    internal readonly int Capacity => _capacity;

    internal readonly int ChunkCount => _entries.Count;

    /// <summary>The entry with this number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly ref Entry<TKey> Entry(int number)
    {
        var place = Place(number);
        var first = _entries.First;
        var chunk = (uint)place < (uint)first.Length
            ? Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(first), place).Chunk
            : _entries.Further(place);
        return ref Head(ref chunk[number & Mask]);
    }

    /// <summary>The entry with this key; <see cref="Unsafe.NullRef{T}"/> if there is none.</summary>
    /// <param name="key">It may be null in a set.</param>
    /// <param name="lowBits"><see cref="LowBits"/>, read by the collection itself: the compiler then knows that it is there.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly ref Entry<TKey> Find(TKey key, int lowBits)
    {
        if (!typeof(TKey).IsValueType || (lowBits < 0 && _comparer is not null))
            return ref FindByComparer(key);
        // Only of a primitive key it cannot be noticed that its hash is asked for in vain.
        if (!typeof(TKey).IsPrimitive && _buckets == NoBuckets.Array)
            return ref Unsafe.NullRef<Entry<TKey>>();
        var hash = key!.GetHashCode();
        var number = Bucket(_buckets, hash, lowBits);
        if (typeof(TKey).IsPrimitive)
            return ref FindPrimitive(number, hash, key);
        return ref FindInBucket(number, hash, key, out _);
    }

    /// <summary>The entry with this key, which is made if there is none. The caller then writes the rest of it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    [SkipLocalsInit]
    internal ref Entry<TKey> FindOrAdd(TKey key, out bool added)
    {
        added = false;
        if (ComparesByDefault)
        {
            var hash = key!.GetHashCode();
            ref var bucket = ref WritableBucket(hash);
            ref var entry = ref FindInBucket(bucket, hash, key, out var steps);
            if (!Unsafe.IsNullRef(ref entry))
                return ref entry;
            added = true;
            if (steps > MostInBucket && LowBits >= 0)
                bucket = ref ScatteredBucket(hash);
            return ref Add(hash, key, ref bucket);
        }
        // A variable whose address goes to a call is no longer held in a register: so not added itself.
        ref var other = ref FindOrAddByComparer(key, out var isNew);
        added = isNew;
        return ref other;
    }

    /// <summary>Adds an entry whose key is not there yet to its bucket.</summary>
    internal ref Entry<TKey> Add(int hash, TKey key, ref int bucket)
    {
        ref var entry = ref Unsafe.NullRef<Entry<TKey>>();
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
            if (_used >= _bucketCount && _bucketCount < MostBuckets)
                bucket = ref Bucket(MoreBuckets(), hash, LowBits);
            entry = ref Head(ref _tail[_tailUsed]);
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

    /// <summary>Of an entry's chunk in the directory; of number 0 none that is in any.</summary>
    private static nuint Place(int number) => ((uint)number >> Shift) - 1;

    /// <summary>Looks through a bucket whose first entry is most often the one, or none is.</summary>
    /// <remarks>The number 0, which is none's, lies in no chunk: so it need not be asked for where the first entry is in one.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly ref Entry<TKey> FindPrimitive(int number, int hash, TKey key)
    {
        var place = Place(number);
        var first = _entries.First;
        if ((uint)place < (uint)first.Length)
        {
            ref var entry = ref Head(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(first), place).Chunk[number & Mask]);
            if (Holds(ref entry, hash, key))
                return ref entry;
            number = entry.Next;
        }
        return ref FindInBucket(number, hash, key, out _);
    }

    /// <summary>Two primitive keys are compared as quickly as their hashes, which are then not looked at.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Holds(ref Entry<TKey> entry, int hash, TKey key) =>
        (typeof(TKey).IsPrimitive || entry.HashCode == hash) && EqualityComparer<TKey>.Default.Equals(entry.Key, key);

    /// <summary>Looks through a bucket from one of its entries. Calls nothing, so that who looks up here saves no registers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly ref Entry<TKey> FindInBucket(int first, int hash, TKey key, out int steps)
    {
        steps = 0;
        for (var number = first; number != 0;)
        {
            ref var entry = ref Entry(number);
            if (Holds(ref entry, hash, key))
                return ref entry;
            number = entry.Next;
            if (++steps > _capacity)
                Throw.ChangedByThreads();
        }
        return ref Unsafe.NullRef<Entry<TKey>>();
    }

    // Strings are hashed and compared here: a call through the interface takes as long as the work.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Hash(IEqualityComparer<TKey> comparer, TKey key)
    {
        if (key is null)
            return 0;
        return IsSeedless(comparer) ? SeedlessStrings.Hash(Unsafe.As<string>((object)key)) : comparer.GetHashCode(key);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AreEqual(IEqualityComparer<TKey> comparer, TKey there, TKey key) => IsSeedless(comparer)
        ? string.Equals(Unsafe.As<string?>((object?)there), Unsafe.As<string?>((object?)key))
        : comparer.Equals(there, key);

    /// <summary>Whether the keys are strings, and compared by what stands in for the framework's comparers of them: no other type of key has it.</summary>
    private static bool IsSeedless(IEqualityComparer<TKey> comparer) => !typeof(TKey).IsValueType && comparer is SeedlessStrings;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly ref Entry<TKey> FindByComparer(TKey key)
    {
        if (_buckets == NoBuckets.Array)
            return ref Unsafe.NullRef<Entry<TKey>>();
        var comparer = _comparer!;
        var hash = Hash(comparer, key);
        return ref FindInBucket(Bucket(hash), hash, key, comparer, out _);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref Entry<TKey> FindOrAddByComparer(TKey key, out bool added)
    {
        var comparer = _comparer!;
        var hash = Hash(comparer, key);
        ref var bucket = ref WritableBucket(hash);
        ref var entry = ref FindInBucket(bucket, hash, key, comparer, out var steps);
        added = Unsafe.IsNullRef(ref entry);
        if (!added)
            return ref entry;
        if (steps > SeedlessStrings.MostInBucket && comparer is SeedlessStrings strings)
        {
            HashAgainBy((IEqualityComparer<TKey>)strings.Known);
            hash = Hash(_comparer!, key);
            bucket = ref WritableBucket(hash);
        }
        return ref Add(hash, key, ref bucket);
    }

    // The loop of the one above, and of HashTable.Alternate.cs, by another comparison: how each is compiled decides what a lookup costs.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly ref Entry<TKey> FindInBucket(int first, int hash, TKey key, IEqualityComparer<TKey> comparer, out int steps)
    {
        steps = 0;
        for (var number = first; number != 0;)
        {
            ref var entry = ref Entry(number);
            if (entry.HashCode == hash && AreEqual(comparer, entry.Key, key))
                return ref entry;
            number = entry.Next;
            if (++steps > _capacity)
                Throw.ChangedByThreads();
        }
        return ref Unsafe.NullRef<Entry<TKey>>();
    }

    private static ref Entry<TKey> Head(ref TEntry entry) => ref Unsafe.As<TEntry, Entry<TKey>>(ref entry);

    private static ref TEntry Whole(ref Entry<TKey> head) => ref Unsafe.As<Entry<TKey>, TEntry>(ref head);

    /// <summary>The number of the first entry in the bucket of this hash.</summary>
    /// <remarks>
    /// At first the low bits choose, so that neighbouring numbers, the commonest keys, stand in neighbouring buckets as they do in the
    /// framework's tables. Keys that are alike there (multiples of a power of two) would meet in a few buckets: then the table scatters.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly ref int Bucket(int hash) => ref Bucket(_buckets, hash, LowBits);

    /// <summary>The same of a table that may have no buckets yet. Whatever other threads do, it is none of those that all empty tables share.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref int WritableBucket(int hash)
    {
        var buckets = _buckets;
        if (buckets == NoBuckets.Array)
            buckets = NewBuckets(FirstEntries);
        return ref Bucket(buckets, hash, LowBits);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly ref int Bucket(int[][] buckets, int hash, int lowBits)
    {
        var bucket = lowBits >= 0 ? hash & lowBits : (int)(((uint)hash * GoldenRatio) >> _shift);
        return ref buckets[bucket >>> BucketShift][bucket & (BucketsInChunk - 1)];
    }
}
