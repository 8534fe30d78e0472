using System.Collections;
using System.Diagnostics.CodeAnalysis;

namespace Lowtide.Collections;

public partial class ChunkedList<T>
{
    /// <summary>Calls <paramref name="action"/> with each element.</summary>
    /// <exception cref="InvalidOperationException">The action changed the list.</exception>
    public void ForEach(Action<T> action)
    {
        ArgumentNullException.ThrowIfNull(action);
        var version = _version;
        for (var i = 0; i < Count && version == _version; i++)
            action(this[i]);
        if (version != _version)
            Throw.Changed();
    }

    /// <summary>The elements in order. The list may not be changed meanwhile.</summary>
    public Enumerator GetEnumerator() => new(this);

    // As with List<T>, an enumerator of an empty list does not see what is added afterwards.
    IEnumerator<T> IEnumerable<T>.GetEnumerator() => Count == 0 ? ((IEnumerable<T>)Array.Empty<T>()).GetEnumerator() : GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<T>)this).GetEnumerator();

    /// <summary>Goes through the elements of a list, chunk after chunk.</summary>
    [SuppressMessage("Performance", "CA1815", Justification = "Never compared.")]
    [SuppressMessage("Design", "CA1034", Justification = "As List<T>.Enumerator.")]
    public struct Enumerator : IEnumerator<T>
    {
        private readonly ChunkedList<T> _list;
        private readonly int _version;
        private T[] _chunk;
        private int _offset;
        private int _left;
        private int _nextChunk;
        private T? _current;

        internal Enumerator(ChunkedList<T> list)
        {
            _list = list;
            _version = list._version;
            _chunk = [];
        }

        /// <inheritdoc/>
        public readonly T Current => _current!;

        readonly object? IEnumerator.Current
        {
            get
            {
                if (_nextChunk <= 0)
                    Throw.NoCurrent();
                return _current;
            }
        }

        /// <inheritdoc/>
        public bool MoveNext()
        {
            var list = _list;
            if (_version != list._version)
                Throw.Changed();
            var offset = _offset;
            if ((uint)offset >= (uint)_left)
            {
                var start = _nextChunk << Shift;
                if (_nextChunk < 0 || (uint)start >= (uint)list.Count)
                {
                    _nextChunk = -1;
                    _current = default;
                    return false;
                }
                _chunk = list._chunks[_nextChunk];
                _left = Math.Min(ChunkLength, list.Count - start);
                _nextChunk++;
                offset = 0;
            }
            _current = _chunk[offset];
            _offset = offset + 1;
            return true;
        }

        void IEnumerator.Reset()
        {
            if (_version != _list._version)
                Throw.Changed();
            _chunk = [];
            _offset = 0;
            _left = 0;
            _nextChunk = 0;
            _current = default;
        }

        /// <summary>Nothing is held.</summary>
        public readonly void Dispose()
        {
        }
    }
}
