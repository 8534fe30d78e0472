using System.Numerics;
using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

internal partial struct HashTable<TKey, TEntry>
{
    internal void EnsureCapacity(int capacity)
    {
        if (capacity <= _capacity)
            return;
        if (capacity > Array.MaxLength)
            Throw.TooMany();
        if (Math.Min(capacity, MostBuckets) > _bucketCount)
            NewBuckets(capacity);
        // Who asks for little more again and again gets as much again: there are only so many numbers for chunks.
        var least = Math.Min(_capacity, ChunkLength);
        var before = (Chunks: _entries.Count, Capacity: _capacity);
        try
        {
            while (_capacity < capacity)
                NewChunk(Math.Min(Math.Max(capacity - _capacity, least), ChunkLength));
        }
        catch
        {
            _entries.RemoveFrom(before.Chunks);
            _capacity = before.Capacity;
            throw;
        }
    }

    internal void Clear()
    {
        if (_used == 0)
            return;
        foreach (var chunk in _buckets)
            Array.Clear(chunk);
        for (var (chunk, left) = (0, _used); left > 0 && RuntimeHelpers.IsReferenceOrContainsReferences<TEntry>(); chunk++)
        {
            var used = _entries[chunk].AsSpan(0, Math.Min(left, _entries[chunk].Length));
            used.Clear();
            left -= used.Length;
        }
        _used = 0;
        _free = 0;
        _freeCount = 0;
        SeekTail(0);
    }

    /// <summary>Moves the entries together, where that takes room away.</summary>
    internal void TrimExcess(int capacity)
    {
        if (capacity < Count)
            Throw.OutOfRange(nameof(capacity));
        if (capacity >= _capacity)
            return;
        this = Compacted(capacity);
        Version++;
    }

    /// <summary>A table of the same entries, in the same order, with room for <paramref name="capacity"/>.</summary>
    internal readonly HashTable<TKey, TEntry> Compacted(int capacity)
    {
        var compact = new HashTable<TKey, TEntry>(_comparer) { Version = Version };
        compact.EnsureCapacity(capacity);
        compact.AddEntries(this);
        return compact;
    }

    /// <summary>The same with memory of its own. As the framework does, one with much room to spare is not copied with it.</summary>
    /// <param name="withFreeEntries">Whether places that are free may stay so, and be taken first by what comes.</param>
    internal readonly HashTable<TKey, TEntry> Copied(bool withFreeEntries) =>
        Count >= _capacity / 2 && (withFreeEntries || _freeCount == 0) ? Cloned() : Compacted(Count);

    private readonly HashTable<TKey, TEntry> Cloned()
    {
        var clone = this;
        clone.Version = 0;
        clone._buckets = _buckets == NoBuckets.Array ? _buckets : Array.ConvertAll(_buckets, chunk => (int[])chunk.Clone());
        clone._entries = ChunkDirectory<TEntry>.Empty;
        var left = _used;
        for (var chunk = 0; chunk < _entries.Count; chunk++)
        {
            var copy = Chunk.New<TEntry>(_entries[chunk].Length);
            var used = Math.Min(left, copy.Length);
            _entries[chunk].AsSpan(0, used).CopyTo(copy);
            clone._entries.Add(copy);
            left -= used;
        }
        if (_tailNumber > 0)
            clone._tail = clone._entries[(_tailNumber >>> Shift) - 1];
        return clone;
    }

    /// <summary>Copies all entries of a table that compares alike into this one, which has none.</summary>
    internal void AddEntries(in HashTable<TKey, TEntry> from)
    {
        if (_comparer is SeedlessStrings)
            _comparer = from._comparer;
        if (from.LowBits < 0 && LowBits >= 0 && _bucketCount > 0)
            Link(_buckets, scatter: true);
        for (var cursor = new Cursor(); cursor.MoveNext(from);)
        {
            ref var entry = ref cursor.Current;
            ref var copy = ref Add(entry.HashCode, entry.Key, ref WritableBucket(entry.HashCode));
            var next = copy.Next;
            Whole(ref copy) = Whole(ref entry);
            copy.Next = next;
        }
        // A table that had more buckets may have told by further bits what is alike in these.
        if (IsCrowded)
            Link(EmptyBuckets(_bucketCount), scatter: true);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void NextTail()
    {
        // Each chunk is as long as all before it, up to the longest: the capacity doubles as a list's does.
        var next = _tailNumber >>> Shift;
        if (next >= _entries.Count)
        {
            if (_used >= Array.MaxLength)
                Throw.TooMany();
            NewChunk(Math.Min(Math.Max(FirstEntries, _used), ChunkLength));
        }
        SeekTail(next);
    }

    private void NewChunk(int length)
    {
        // The last chunk's number must be positive: numbers are shared with the complement that marks a free entry.
        if (_entries.Count + 1 >= int.MaxValue >>> Shift)
            Throw.TooMany();
        _entries.Add(Chunk.New<TEntry>(length));
        _capacity += length;
    }

    private void SeekTail(int chunk)
    {
        _tail = chunk < _entries.Count ? _entries[chunk] : [];
        _tailNumber = chunk < _entries.Count ? (chunk + 1) << Shift : 0;
        _tailUsed = 0;
    }

    private void HashAgainBy(IEqualityComparer<TKey> comparer)
    {
        // First what memory may be wanting for: the hashes and the buckets must fit each other whatever happens.
        var buckets = EmptyBuckets(_bucketCount);
        _comparer = comparer;
        for (var cursor = new Cursor(); cursor.MoveNext(this);)
        {
            ref var entry = ref cursor.Current;
            entry.HashCode = Hash(comparer, entry.Key);
        }
        Link(buckets);
    }

    /// <summary>The bucket of a hash once the table scatters.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref int ScatteredBucket(int hash)
    {
        // Of these very buckets: another thread may have put those of empty tables there since.
        return ref Bucket(Link(EmptyBuckets(_bucketCount), scatter: true), hash, LowBits);
    }

    /// <summary>Four times as many while they are few, so that small tables rebuild them seldom; then twice as many.</summary>
    /// <remarks>By now there are as many entries as buckets: whether their low bits tell keys apart shows best.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int[][] MoreBuckets()
    {
        return NewBuckets((int)Math.Min(_bucketCount * (_bucketCount < BucketsInChunk ? 4L : 2L), MostBuckets), IsCrowded);
    }

    /// <summary>Whether the low bits of its keys are alike.</summary>
    private readonly bool IsCrowded
    {
        get
        {
            var most = Math.Min(Count, _bucketCount);
            return LowBits >= 0 && most >= LeastBuckets && _buckets.Sum(chunk => chunk.Length - chunk.AsSpan().Count(0)) < LeastUsed * most;
        }
    }

    /// <summary>Rebuilds the buckets. Entries stay where they are, only their links change.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int[][] NewBuckets(int least, bool scatter = false)
    {
        var count = (int)Math.Min(BitOperations.RoundUpToPowerOf2((uint)Math.Max(least, FirstEntries)), MostBuckets);
        var buckets = EmptyBuckets(count);
        _bucketCount = count;
        return Link(buckets, scatter);
    }

    private static int[][] EmptyBuckets(int count)
    {
        var buckets = new int[Math.Max(1, count >>> BucketShift)][];
        for (var i = 0; i < buckets.Length; i++)
            buckets[i] = new int[Math.Min(count, BucketsInChunk)];
        return buckets;
    }

    /// <summary>Puts all entries into buckets that are empty.</summary>
    /// <remarks>It scatters from now on where that is asked, else as before.</remarks>
    private int[][] Link(int[][] buckets, bool scatter = false)
    {
        _buckets = buckets;
        _shift = 32 - BitOperations.Log2((uint)_bucketCount);
        LowBits = scatter || LowBits < 0 ? -1 : _bucketCount - 1;
        var left = _used;
        for (var chunk = 0; left > 0; chunk++)
        {
            var entries = _entries[chunk].AsSpan(0, Math.Min(left, _entries[chunk].Length));
            var number = (chunk + 1) << Shift;
            for (var i = 0; i < entries.Length; i++)
            {
                ref var entry = ref Head(ref entries[i]);
                if (entry.Next < 0)
                    continue;
                ref var bucket = ref Bucket(buckets, entry.HashCode, LowBits);
                entry.Next = bucket;
                bucket = number + i;
            }
            left -= entries.Length;
        }
        return buckets;
    }
}
