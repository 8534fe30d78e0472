using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

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

        // Of the element that comes next; below 0 behind the last.
        private int _index;
        private T[] _chunk;
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
                if (_index <= 0)
                    Throw.NoCurrent();
                return _current;
            }
        }

        /// <inheritdoc/>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            var list = _list;
            if (_version != list._version)
                Throw.Changed();
            var index = _index;
            if ((uint)index >= (uint)list._size)
            {
                _index = -1;
                _current = default;
                return false;
            }
            // The chunk stays at hand until the next begins.
            var offset = index & Mask;
            if (offset == 0)
                _chunk = list._chunks[index >>> Shift];
            _current = _chunk[offset];
            _index = index + 1;
            return true;
        }

        void IEnumerator.Reset()
        {
            if (_version != _list._version)
                Throw.Changed();
            _index = 0;
            _current = default;
        }

        /// <summary>Nothing is held.</summary>
        public readonly void Dispose()
        {
        }
    }
}
