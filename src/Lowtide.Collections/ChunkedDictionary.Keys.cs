using System.Collections;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace Lowtide.Collections;

public partial class ChunkedDictionary<TKey, TValue>
{
    /// <summary>The keys as they are at any time, in the order of the entries.</summary>
    public KeyCollection Keys => field ??= new(this);

    ICollection<TKey> IDictionary<TKey, TValue>.Keys => Keys;

    IEnumerable<TKey> IReadOnlyDictionary<TKey, TValue>.Keys => Keys;

    ICollection IDictionary.Keys => Keys;

    /// <summary>The keys of a dictionary.</summary>
    [DebuggerDisplay("Count = {Count}")]
    [SuppressMessage("Design", "CA1034", Justification = "As Dictionary<TKey, TValue>.KeyCollection.")]
    public sealed class KeyCollection(ChunkedDictionary<TKey, TValue> dictionary) : ICollection<TKey>, ICollection, IReadOnlyCollection<TKey>
    {
        private readonly ChunkedDictionary<TKey, TValue> _dictionary =
            dictionary ?? throw new ArgumentNullException(nameof(dictionary));

        /// <summary>How many there are.</summary>
        public int Count => _dictionary.Count;

        bool ICollection<TKey>.IsReadOnly => true;

        bool ICollection.IsSynchronized => false;

        object ICollection.SyncRoot => ((ICollection)_dictionary).SyncRoot;

        /// <summary>Whether it is there.</summary>
        public bool Contains(TKey item) => _dictionary.ContainsKey(item);

        /// <summary>Copies all to <paramref name="array"/> from <paramref name="index"/> on.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The index is negative or above the length.</exception>
        /// <exception cref="ArgumentException">The array is too short.</exception>
        public void CopyTo(TKey[] array, int index)
        {
            _dictionary.CheckDestination(array, index);
            foreach (var item in this)
                array[index++] = item;
        }

        void ICollection.CopyTo(Array array, int index)
        {
            _dictionary.CheckPlainDestination(array, index);
            if (array is TKey[] own)
                CopyTo(own, index);
            else
                CopyToObjects(this, array, index);
        }

        void ICollection<TKey>.Add(TKey item) => throw new NotSupportedException("Nothing is added to the keys alone.");

        bool ICollection<TKey>.Remove(TKey item) => throw new NotSupportedException("Nothing is taken out of the keys alone.");

        void ICollection<TKey>.Clear() => throw new NotSupportedException("Nothing is taken out of the keys alone.");

        /// <summary>The keys.</summary>
        public Enumerator GetEnumerator() => new(_dictionary);

        IEnumerator<TKey> IEnumerable<TKey>.GetEnumerator() => Count == 0 ? ((IEnumerable<TKey>)Array.Empty<TKey>()).GetEnumerator() : GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<TKey>)this).GetEnumerator();

        /// <summary>Goes through the keys of a dictionary.</summary>
        [SuppressMessage("Performance", "CA1815", Justification = "Never compared.")]
        public struct Enumerator : IEnumerator<TKey>
        {
            private ChunkedDictionary<TKey, TValue>.Enumerator _entries;

            internal Enumerator(ChunkedDictionary<TKey, TValue> dictionary) => _entries = dictionary.GetEnumerator();

            /// <inheritdoc/>
            public readonly TKey Current => _entries.Current.Key;

            readonly object? IEnumerator.Current => ((KeyValuePair<TKey, TValue>)((IEnumerator)_entries).Current!).Key;

            /// <inheritdoc/>
            public bool MoveNext() => _entries.MoveNext();

            void IEnumerator.Reset() => Reset(ref _entries);

            /// <summary>Nothing is held.</summary>
            public readonly void Dispose()
            {
            }

            private static void Reset<TEnumerator>(ref TEnumerator entries)
                where TEnumerator : IEnumerator => entries.Reset();
        }
    }
}
