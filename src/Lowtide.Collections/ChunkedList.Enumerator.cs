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

    /// <summary>The chunk that begins at an index, and how many of the list's elements are in it: none behind the last.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private (T[] Chunk, int Count) ChunkFrom(int index) =>
        index < _size ? (_chunks[index >>> Shift], Math.Min(ChunkLength, _size - index)) : ([], 0);

    /// <summary>Goes through the elements of a list, chunk after chunk.</summary>
    [SuppressMessage("Performance", "CA1815", Justification = "Never compared.")]
    [SuppressMessage("Design", "CA1034", Justification = "As List<T>.Enumerator.")]
    public struct Enumerator : IEnumerator<T>
    {
        private readonly ChunkedList<T> _list;
        private readonly int _version;

        // What is gone through now: a chunk, the index of its first element, and how many of the list are in it.
        private T[] _chunk;
        private int _start;
        private int _count;

        // The offset of the element that comes next, in the chunk; below 0 behind the last.
        private int _next;
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
                if (_next <= 0)
                    Throw.NoCurrent();
                return _current;
            }
        }

        /// <inheritdoc/>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            if (_version != _list._version)
                Throw.Changed();
            var offset = _next;
            if ((uint)offset >= (uint)_count)
            {
                // No method of this struct is called: then the compiler holds its fields in registers.
                _start += _count;
                (_chunk, _count) = _list.ChunkFrom(_start);
                offset = 0;
                if (_count == 0)
                {
                    _next = -1;
                    _current = default;
                    return false;
                }
            }
            _current = _chunk[offset];
            _next = offset + 1;
            return true;
        }

        void IEnumerator.Reset()
        {
            if (_version != _list._version)
                Throw.Changed();
            _start = 0;
            _count = 0;
            _next = 0;
            _current = default;
        }

        /// <summary>Nothing is held.</summary>
        public readonly void Dispose()
        {
        }
    }
}
