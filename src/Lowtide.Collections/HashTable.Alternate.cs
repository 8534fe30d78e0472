#if NET9_0_OR_GREATER
using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

internal partial struct HashTable<TKey, TEntry>
{
    /// <summary>The comparer, if it can compare keys with <typeparamref name="TAlternate"/>.</summary>
    internal readonly IAlternateEqualityComparer<TAlternate, TKey>? AlternateComparer<TAlternate>()
        where TAlternate : allows ref struct =>
        (Comparer ?? EqualityComparer<TKey>.Default) as IAlternateEqualityComparer<TAlternate, TKey>;

    /// <summary>The entry whose key equals <paramref name="key"/> and its number; <see cref="Unsafe.NullRef{T}"/> and 0 if there is none.</summary>
    internal readonly ref TEntry Find<TAlternate>(TAlternate key, IAlternateEqualityComparer<TAlternate, TKey> comparer, out int number)
        where TAlternate : allows ref struct
    {
        number = 0;
        if (_buckets is null)
            return ref Unsafe.NullRef<TEntry>();
        var hash = comparer.GetHashCode(key);
        var steps = 0;
        for (number = Bucket(hash); number != 0;)
        {
            ref var entry = ref Entry(number);
            if (entry.HashCode == hash && comparer.Equals(key, entry.Key))
                return ref entry;
            number = entry.Next;
            if (++steps > _capacity)
                Throw.ChangedByThreads();
        }
        return ref Unsafe.NullRef<TEntry>();
    }
}
#endif
