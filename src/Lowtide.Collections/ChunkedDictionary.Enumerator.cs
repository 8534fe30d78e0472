using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

public partial class ChunkedDictionary<TKey, TValue>
{
    /// <summary>The entries, those never taken out in the order in which they came. They may be taken out meanwhile, but none added.</summary>
    public Enumerator GetEnumerator() => new(this, asDictionaryEntry: false);

    IEnumerator<KeyValuePair<TKey, TValue>> IEnumerable<KeyValuePair<TKey, TValue>>.GetEnumerator() =>
        Count == 0 ? ((IEnumerable<KeyValuePair<TKey, TValue>>)Array.Empty<KeyValuePair<TKey, TValue>>()).GetEnumerator() : GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<KeyValuePair<TKey, TValue>>)this).GetEnumerator();

    IDictionaryEnumerator IDictionary.GetEnumerator() => new Enumerator(this, asDictionaryEntry: true);

    /// <summary>Goes through the entries of a dictionary.</summary>
    [SuppressMessage("Performance", "CA1815", Justification = "Never compared.")]
    [SuppressMessage("Design", "CA1034", Justification = "As Dictionary<TKey, TValue>.Enumerator.")]
    public struct Enumerator : IEnumerator<KeyValuePair<TKey, TValue>>, IDictionaryEnumerator
    {
        private readonly ChunkedDictionary<TKey, TValue> _dictionary;
        private readonly int _version;
        private readonly bool _asDictionaryEntry;
        private HashTable<TKey, MapEntry<TKey, TValue>>.Cursor _cursor;
        private KeyValuePair<TKey, TValue> _current;

        internal Enumerator(ChunkedDictionary<TKey, TValue> dictionary, bool asDictionaryEntry)
        {
            _dictionary = dictionary;
            _version = dictionary._table.Version;
            _asDictionaryEntry = asDictionaryEntry;
            _cursor = new();
        }

        /// <inheritdoc/>
        public readonly KeyValuePair<TKey, TValue> Current => _current;

        readonly object? IEnumerator.Current => _asDictionaryEntry ? Entry : There;

        readonly object IDictionaryEnumerator.Key => There.Key;

        readonly object? IDictionaryEnumerator.Value => There.Value;

        readonly DictionaryEntry IDictionaryEnumerator.Entry => Entry;

        private readonly DictionaryEntry Entry => new(There.Key, There.Value);

        private readonly KeyValuePair<TKey, TValue> There
        {
            get
            {
                if (_cursor.Number == 0)
                    Throw.NoCurrent();
                return _current;
            }
        }

        /// <inheritdoc/>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            if (_version != _dictionary._table.Version)
                Throw.Changed();
            if (_cursor.MoveNext(_dictionary._table))
            {
                ref var entry = ref _cursor.Current;
                _current = new(entry.Key, ValueOf(ref entry));
                return true;
            }
            _current = default;
            return false;
        }

        void IEnumerator.Reset()
        {
            if (_version != _dictionary._table.Version)
                Throw.Changed();
            _cursor = new();
            _current = default;
        }

        /// <summary>Nothing is held.</summary>
        public readonly void Dispose()
        {
        }
    }
}
