#if NET9_0_OR_GREATER
namespace Lowtide.Collections;

internal partial struct HashTable<TKey, TEntry>
{
    /// <summary>The comparer, if it can compare keys with <typeparamref name="TAlternate"/>.</summary>
    internal readonly IAlternateEqualityComparer<TAlternate, TKey>? AlternateComparer<TAlternate>()
        where TAlternate : allows ref struct =>
        (Comparer ?? EqualityComparer<TKey>.Default) as IAlternateEqualityComparer<TAlternate, TKey>;

    /// <summary>The number of the entry whose key equals <paramref name="key"/>; 0 if there is none.</summary>
    internal readonly int Find<TAlternate>(TAlternate key, IAlternateEqualityComparer<TAlternate, TKey> comparer)
        where TAlternate : allows ref struct
    {
        if (_buckets is null)
            return 0;
        var hash = comparer.GetHashCode(key);
        var steps = 0;
        for (var number = Bucket(hash); number != 0;)
        {
            ref var entry = ref Entry(number);
            if (entry.HashCode == hash && comparer.Equals(key, entry.Key))
                return number;
            number = entry.Next;
            if (++steps > _capacity)
                Throw.ChangedByThreads();
        }
        return 0;
    }
}
#endif
