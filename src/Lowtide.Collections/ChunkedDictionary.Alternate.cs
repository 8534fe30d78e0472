#if NET9_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

public partial class ChunkedDictionary<TKey, TValue>
{
    /// <summary>The dictionary as one that is asked for <typeparamref name="TAlternateKey"/>, such as spans of characters instead of strings.</summary>
    /// <exception cref="InvalidOperationException">The dictionary's comparer cannot compare these.</exception>
    public AlternateLookup<TAlternateKey> GetAlternateLookup<TAlternateKey>()
        where TAlternateKey : notnull, allows ref struct
    {
        if (!TryGetAlternateLookup<TAlternateKey>(out var lookup))
            throw new InvalidOperationException($"The comparer does not compare keys with {typeof(TAlternateKey)}.");
        return lookup;
    }

    /// <summary>The same where the dictionary's comparer can compare these.</summary>
    /// <returns>Whether it can.</returns>
    public bool TryGetAlternateLookup<TAlternateKey>(out AlternateLookup<TAlternateKey> lookup)
        where TAlternateKey : notnull, allows ref struct
    {
        var can = _table.ComparesWith<TAlternateKey>();
        lookup = can ? new(this) : default;
        return can;
    }

    /// <summary>A dictionary that is asked for another type than its keys are of.</summary>
    [SuppressMessage("Performance", "CA1815", Justification = "Never compared.")]
    [SuppressMessage("Design", "CA1034", Justification = "As Dictionary<TKey, TValue>.AlternateLookup.")]
    public readonly struct AlternateLookup<TAlternateKey>
        where TAlternateKey : notnull, allows ref struct
    {
        internal AlternateLookup(ChunkedDictionary<TKey, TValue> dictionary) => Dictionary = dictionary;

        /// <summary>The dictionary itself.</summary>
        public ChunkedDictionary<TKey, TValue> Dictionary { get; }

        /// <summary>The value of <paramref name="key"/>. Setting it adds the key that the comparer makes of it if none is there.</summary>
        /// <exception cref="KeyNotFoundException">Read, and the key is not there.</exception>
        public TValue this[TAlternateKey key]
        {
            get
            {
                if (!TryGetValue(key, out var value))
                    Throw.NoSuchKey(Create(key));
                return value;
            }
            set
            {
                ref var entry = ref Find(key);
                if (Unsafe.IsNullRef(ref entry))
                    Dictionary[Create(key)] = value;
                else
                    ValueOf(ref entry) = value;
            }
        }

        /// <summary>Whether an equal key is there.</summary>
        public bool ContainsKey(TAlternateKey key) => !Unsafe.IsNullRef(ref Find(key));

        /// <summary>Adds an entry under the key that the comparer makes of <paramref name="key"/> unless an equal one is there.</summary>
        /// <returns>Whether none was.</returns>
        public bool TryAdd(TAlternateKey key, TValue value) => !ContainsKey(key) && Dictionary.TryAdd(Create(key), value);

        /// <summary>Finds the value of <paramref name="key"/>.</summary>
        /// <returns>Whether the key is there.</returns>
        public bool TryGetValue(TAlternateKey key, [MaybeNullWhen(false)] out TValue value) => TryGetValue(key, out _, out value);

        /// <summary>Finds the key that equals <paramref name="key"/>, and its value.</summary>
        /// <returns>Whether there is one.</returns>
        public bool TryGetValue(TAlternateKey key, [MaybeNullWhen(false)] out TKey actualKey, [MaybeNullWhen(false)] out TValue value)
        {
            ref var entry = ref Find(key);
            var there = !Unsafe.IsNullRef(ref entry);
            actualKey = there ? entry.Key : default;
            value = there ? ValueOf(ref entry) : default;
            return there;
        }

        /// <summary>Takes the entry with an equal key out.</summary>
        /// <returns>Whether there was one.</returns>
        public bool Remove(TAlternateKey key) => Remove(key, out _, out _);

        /// <summary>Takes the entry with an equal key out and gives what it held.</summary>
        /// <returns>Whether there was one.</returns>
        public bool Remove(TAlternateKey key, [MaybeNullWhen(false)] out TKey actualKey, [MaybeNullWhen(false)] out TValue value)
        {
            if (!TryGetValue(key, out actualKey, out value))
                return false;
            return Dictionary.Remove(actualKey);
        }

        internal ref TValue ValueOrNull(TAlternateKey key)
        {
            ref var entry = ref Find(key);
            if (Unsafe.IsNullRef(ref entry))
                return ref Unsafe.NullRef<TValue>();
            return ref ValueOf(ref entry);
        }

        internal ref TValue? ValueOrNew(TAlternateKey key, out bool exists)
        {
            ref var entry = ref Find(key);
            exists = !Unsafe.IsNullRef(ref entry);
            if (exists)
                return ref ValueOf(ref entry)!;
            return ref Dictionary.ValueOrNew(Create(key), out exists);
        }

        private TKey Create(TAlternateKey key) => Dictionary._table.AlternateComparer<TAlternateKey>().Create(key);

        private ref Entry<TKey> Find(TAlternateKey key)
        {
            if (key is null)
                Throw.NullKey();
            return ref Dictionary._table.Find(key);
        }
    }
}
#endif
