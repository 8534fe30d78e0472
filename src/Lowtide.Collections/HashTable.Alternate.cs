#if NET9_0_OR_GREATER
using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

internal partial struct HashTable<TKey, TEntry>
{
    internal readonly bool ComparesWith<TAlternate>()
        where TAlternate : allows ref struct =>
        (_comparer ?? EqualityComparer<TKey>.Default) is IAlternateEqualityComparer<TAlternate, TKey>;

    /// <summary>The comparer of a table for which <see cref="ComparesWith{TAlternate}"/> holds.</summary>
    /// <remarks>Asked for again at each call: strings may be hashed otherwise since the last.</remarks>
    internal readonly IAlternateEqualityComparer<TAlternate, TKey> AlternateComparer<TAlternate>()
        where TAlternate : allows ref struct =>
        Unsafe.As<IAlternateEqualityComparer<TAlternate, TKey>>(_comparer ?? EqualityComparer<TKey>.Default);

    /// <summary>The entry whose key equals <paramref name="key"/>; <see cref="Unsafe.NullRef{T}"/> if there is none.</summary>
    internal readonly ref Entry<TKey> Find<TAlternate>(TAlternate key)
        where TAlternate : allows ref struct
    {
        if (_buckets == NoBuckets.Array)
            return ref Unsafe.NullRef<Entry<TKey>>();
        var comparer = AlternateComparer<TAlternate>();
        var hash = comparer.GetHashCode(key);
        var steps = 0;
        for (var number = Bucket(hash); number != 0;)
        {
            ref var entry = ref Entry(number);
            if (entry.HashCode == hash && comparer.Equals(key, entry.Key))
                return ref entry;
            number = entry.Next;
            if (++steps > _capacity)
                Throw.ChangedByThreads();
        }
        return ref Unsafe.NullRef<Entry<TKey>>();
    }
}
#endif
