#if NET9_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

public partial class ChunkedHashSet<T>
{
    /// <summary>The set as one that is asked for <typeparamref name="TAlternate"/>, such as spans of characters instead of strings.</summary>
    /// <exception cref="InvalidOperationException">The set's comparer cannot compare these.</exception>
    public AlternateLookup<TAlternate> GetAlternateLookup<TAlternate>()
        where TAlternate : allows ref struct
    {
        if (!TryGetAlternateLookup<TAlternate>(out var lookup))
            throw new InvalidOperationException($"The comparer does not compare elements with {typeof(TAlternate)}.");
        return lookup;
    }

    /// <summary>The same where the set's comparer can compare these.</summary>
    /// <returns>Whether it can.</returns>
    public bool TryGetAlternateLookup<TAlternate>(out AlternateLookup<TAlternate> lookup)
        where TAlternate : allows ref struct
    {
        var can = _table.ComparesWith<TAlternate>();
        lookup = can ? new(this) : default;
        return can;
    }

    /// <summary>A set that is asked for another type than its elements are of.</summary>
    [SuppressMessage("Performance", "CA1815", Justification = "Never compared.")]
    [SuppressMessage("Design", "CA1034", Justification = "As HashSet<T>.AlternateLookup.")]
    public readonly struct AlternateLookup<TAlternate>
        where TAlternate : allows ref struct
    {
        internal AlternateLookup(ChunkedHashSet<T> set) => Set = set;

        /// <summary>The set itself.</summary>
        public ChunkedHashSet<T> Set { get; }

        /// <summary>Adds the element that the comparer makes of <paramref name="item"/>, if no equal one is there.</summary>
        /// <returns>Whether none was.</returns>
        public bool Add(TAlternate item)
        {
            if (Contains(item))
                return false;
            Set.Add(Set._table.AlternateComparer<TAlternate>().Create(item));
            return true;
        }

        /// <summary>Whether an equal element is there.</summary>
        public bool Contains(TAlternate item) => !Unsafe.IsNullRef(ref Set._table.Find(item));

        /// <summary>Takes the equal element out.</summary>
        /// <returns>Whether there was one.</returns>
        public bool Remove(TAlternate item)
        {
            ref var entry = ref Set._table.Find(item);
            if (Unsafe.IsNullRef(ref entry))
                return false;
            Set._table.Remove(ref entry);
            return true;
        }

        /// <summary>Finds the equal element.</summary>
        /// <returns>Whether there is one.</returns>
        public bool TryGetValue(TAlternate equalValue, [MaybeNullWhen(false)] out T actualValue)
        {
            ref var entry = ref Set._table.Find(equalValue);
            var there = !Unsafe.IsNullRef(ref entry);
            actualValue = there ? entry.Key : default;
            return there;
        }
    }
}
#endif
