using System.Collections;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace Lowtide.Collections;

public partial class ChunkedDictionary<TKey, TValue>
{
    /// <summary>The values as they are at any time, in the order of the entries.</summary>
    public ValueCollection Values => field ??= new(this);

    ICollection<TValue> IDictionary<TKey, TValue>.Values => Values;

    IEnumerable<TValue> IReadOnlyDictionary<TKey, TValue>.Values => Values;

    ICollection IDictionary.Values => Values;

    /// <summary>The values of a dictionary.</summary>
    [DebuggerDisplay("Count = {Count}")]
    [SuppressMessage("Design", "CA1034", Justification = "As Dictionary<TKey, TValue>.ValueCollection.")]
    public sealed class ValueCollection(ChunkedDictionary<TKey, TValue> dictionary) : ICollection<TValue>, ICollection, IReadOnlyCollection<TValue>
    {
        private readonly ChunkedDictionary<TKey, TValue> _dictionary =
            dictionary ?? throw new ArgumentNullException(nameof(dictionary));

        /// <summary>How many there are.</summary>
        public int Count => _dictionary.Count;

        bool ICollection<TValue>.IsReadOnly => true;

        bool ICollection.IsSynchronized => false;

        object ICollection.SyncRoot => ((ICollection)_dictionary).SyncRoot;

        /// <summary>Whether it is there.</summary>
        public bool Contains(TValue item) => _dictionary.ContainsValue(item);

        /// <summary>Copies all to <paramref name="array"/> from <paramref name="index"/> on.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The index is negative or above the length.</exception>
        /// <exception cref="ArgumentException">The array is too short.</exception>
        public void CopyTo(TValue[] array, int index)
        {
            _dictionary.CheckDestination(array, index);
            foreach (var item in this)
                array[index++] = item;
        }

        void ICollection.CopyTo(Array array, int index)
        {
            _dictionary.CheckPlainDestination(array, index);
            if (array is TValue[] own)
                CopyTo(own, index);
            else
                CopyToObjects(this, array, index);
        }

        void ICollection<TValue>.Add(TValue item) => throw new NotSupportedException("Nothing is added to the values alone.");

        bool ICollection<TValue>.Remove(TValue item) => throw new NotSupportedException("Nothing is taken out of the values alone.");

        void ICollection<TValue>.Clear() => throw new NotSupportedException("Nothing is taken out of the values alone.");

        /// <summary>The values.</summary>
        public Enumerator GetEnumerator() => new(_dictionary);

        IEnumerator<TValue> IEnumerable<TValue>.GetEnumerator() => Count == 0 ? ((IEnumerable<TValue>)Array.Empty<TValue>()).GetEnumerator() : GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<TValue>)this).GetEnumerator();

        /// <summary>Goes through the values of a dictionary.</summary>
        [SuppressMessage("Performance", "CA1815", Justification = "Never compared.")]
        public struct Enumerator : IEnumerator<TValue>
        {
            private ChunkedDictionary<TKey, TValue>.Enumerator _entries;

            internal Enumerator(ChunkedDictionary<TKey, TValue> dictionary) => _entries = dictionary.GetEnumerator();

            /// <inheritdoc/>
            public readonly TValue Current => _entries.Current.Value;

            readonly object? IEnumerator.Current => ((KeyValuePair<TKey, TValue>)((IEnumerator)_entries).Current!).Value;

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
