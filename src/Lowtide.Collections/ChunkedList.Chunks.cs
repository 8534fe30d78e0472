using System.Buffers;
using System.Diagnostics.CodeAnalysis;

namespace Lowtide.Collections;

public partial class ChunkedList<T>
{
    /// <summary>The elements chunk by chunk, as spans: the fastest way through a list. They may be written to.</summary>
    public ChunkEnumerator GetChunks() => new(this);

    /// <summary>Calls <paramref name="action"/> with each chunk and <paramref name="arg"/>.</summary>
    /// <exception cref="InvalidOperationException">The action changed the list otherwise than through the span.</exception>
    public void ForEachChunk<TArg>(TArg arg, ReadOnlySpanAction<T, TArg> action)
    {
        ArgumentNullException.ThrowIfNull(action);
        foreach (var chunk in GetChunks())
            action(chunk, arg);
    }

    /// <summary>Goes through a list chunk by chunk.</summary>
    [SuppressMessage("Design", "CA1034", Justification = "As List<T>.Enumerator.")]
    public ref struct ChunkEnumerator
    {
        private readonly ChunkedList<T> _list;
        private readonly int _version;
        private int _next;

        internal ChunkEnumerator(ChunkedList<T> list)
        {
            _list = list;
            _version = list._version;
        }

        /// <summary>The elements of the chunk.</summary>
        public Span<T> Current { get; private set; }

        /// <summary>For foreach.</summary>
        public readonly ChunkEnumerator GetEnumerator() => this;

        /// <summary>Goes on to the next chunk.</summary>
        /// <exception cref="InvalidOperationException">The list was changed otherwise than through the spans.</exception>
        public bool MoveNext()
        {
            if (_version != _list._version)
                Throw.Changed();
            var list = _list;
            if ((uint)_next < (uint)list._tailStart)
            {
                // Whole, as all before the last are. What is read is the array itself, however long it is.
                Current = list._chunks[_next >>> Shift];
                _next += ChunkLength;
                return true;
            }
            Current = _next == list._tailStart ? list._tail.AsSpan(0, list._size - list._tailStart) : default;
            _next = int.MaxValue;
            return !Current.IsEmpty;
        }
    }
}
