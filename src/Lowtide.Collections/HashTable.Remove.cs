using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

internal partial struct HashTable<TKey, TEntry>
{
    /// <summary>Takes the entry with this key out of its bucket while looking for it. The caller must then give both to <see cref="Free"/>.</summary>
    /// <param name="key">It may be null in a set.</param>
    /// <param name="number">The entry's.</param>
    /// <returns><see cref="Unsafe.NullRef{T}"/> if there is none.</returns>
    internal ref Entry<TKey> Unlink(TKey key, out int number)
    {
        number = 0;
        var comparer = _comparer;
        // As in Find: only a primitive key's own hash is asked for in vain, and only low bits of it find the one bucket that is there.
        if (_buckets == NoBuckets.Array && !(typeof(TKey).IsPrimitive && comparer is null))
            return ref Unsafe.NullRef<Entry<TKey>>();
        var byDefault = typeof(TKey).IsValueType && comparer is null;
        var hash = byDefault ? key!.GetHashCode() : Hash(comparer!, key);
        ref var link = ref Bucket(hash);
        for (var steps = 0; link != 0;)
        {
            ref var entry = ref Entry(link);
            if (byDefault ? Holds(ref entry, hash, key) : entry.HashCode == hash && AreEqual(comparer!, entry.Key, key))
            {
                number = link;
                link = entry.Next;
                return ref entry;
            }
            link = ref entry.Next;
            if (++steps > _capacity)
                Throw.ChangedByThreads();
        }
        return ref Unsafe.NullRef<Entry<TKey>>();
    }

    /// <summary>Keeps an entry that is in no bucket any more for the next that comes.</summary>
    internal void Free(ref Entry<TKey> entry, int number)
    {
        if (RuntimeHelpers.IsReferenceOrContainsReferences<TEntry>())
            Whole(ref entry) = default;
        entry.Next = ~(_freeCount == 0 ? 0 : _free);
        _free = number;
        _freeCount++;
    }

    /// <summary>Takes out an entry of the table.</summary>
    internal void Remove(ref Entry<TKey> entry)
    {
        ref var link = ref LinkTo(ref entry);
        var number = link;
        link = entry.Next;
        Free(ref entry, number);
    }

    /// <summary>The number of an entry that is in the table.</summary>
    internal readonly int NumberOf(ref Entry<TKey> entry) => LinkTo(ref entry);

    /// <summary>What holds the number of an entry that is in the table: its bucket, or the entry before it there.</summary>
    private readonly ref int LinkTo(ref Entry<TKey> entry)
    {
        ref var link = ref Bucket(entry.HashCode);
        for (var steps = 0; !Unsafe.AreSame(ref Entry(link), ref entry); link = ref Entry(link).Next)
        {
            if (++steps > _capacity)
                Throw.ChangedByThreads();
        }
        return ref link;
    }
}
