using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

public partial class ChunkedList<T>
{
    /// <summary>For loops over indexes: as quick as those over a <see cref="List{T}"/>, wherever most steps stay near the one before.</summary>
    /// <remarks>
    /// An element that is set later is seen. Once elements were added or taken out, or the capacity changed, make another: this one may give what is no
    /// longer there.
    /// </remarks>
    public Reader GetReader() => new(this);

    /// <summary>Reads elements by their index, and keeps the chunk at hand that it read last.</summary>
    [SuppressMessage("Design", "CA1034", Justification = "As List<T>.Enumerator.")]
    public ref struct Reader
    {
        private readonly ChunkedList<T> _list;
        private ReadOnlySpan<T> _chunk;
        private int _start;

        internal Reader(ChunkedList<T> list)
        {
            _list = list;
            _chunk = list.Count > 0 ? list.RunFrom(0) : default;
        }

        /// <summary>How many elements the list has now.</summary>
        public readonly int Count => _list.Count;

        /// <summary>The element at <paramref name="index"/>, from 0.</summary>
        /// <exception cref="ArgumentOutOfRangeException">There is none.</exception>
        public T this[int index]
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                // Compared with the length of this very span, which the compiler does not see behind another branch.
                var offset = index - _start;
                if ((uint)offset < (uint)_chunk.Length)
                    return _chunk[offset];
                // Written here, and not by a method of this struct: then the compiler holds its fields in registers.
                _chunk = ChunkAt(_list, index);
                _start = index & ~Mask;
                return _chunk[index & Mask];
            }
        }

        /// <summary>The chunk in which an element is, up to it at least.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static ReadOnlySpan<T> ChunkAt(ChunkedList<T> list, int index)
        {
            var count = list._size;
            if ((uint)index >= (uint)count)
                Throw.OutOfRange(nameof(index));
            return list.RunFrom(index & ~Mask, count);
        }
    }
}
