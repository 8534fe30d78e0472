using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Lowtide.Collections;

internal partial struct HashTable<TKey, TEntry>
{
    /// <summary>Goes through the entries in the order of their numbers; also while some are taken out, or added.</summary>
    [StructLayout(LayoutKind.Auto)]
    internal struct Cursor
    {
        // The chunk that it is in: to look for that in the directory at each step took three times as long.
        private TEntry[]? _entries;
        private int _offset;

        // How many entries are in the chunks before it.
        private int _before;
        private int _nextChunk;

        /// <summary>Of the entry that it is at; 0 before the first and behind the last.</summary>
        internal readonly int Number => _nextChunk == 0 ? 0 : (_nextChunk << Shift) + _offset - 1;

        /// <summary>The entry that it is at.</summary>
        internal readonly ref Entry<TKey> Current => ref Head(ref _entries![_offset - 1]);

        internal bool MoveNext(in HashTable<TKey, TEntry> table) => !Unsafe.IsNullRef(ref Next(table));

        /// <returns><see cref="Unsafe.NullRef{T}"/> where there is none any more.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal ref Entry<TKey> Next(in HashTable<TKey, TEntry> table)
        {
            // Asked at each step: whoever clears the collection meanwhile is at its end.
            while (_offset < table._used - _before)
            {
                var entries = _entries;
                var offset = _offset;
                if (entries is null || (uint)offset >= (uint)entries.Length)
                {
                    // Written here, and not by a method: then the compiler holds these fields in registers.
                    _before += entries is null ? 0 : entries.Length;
                    _entries = table._entries[_nextChunk++];
                    _offset = 0;
                    continue;
                }
                _offset = offset + 1;
                ref var entry = ref Head(ref entries[offset]);
                if (entry.Next >= 0)
                    return ref entry;
            }
            this = new Cursor { _before = int.MaxValue };
            return ref Unsafe.NullRef<Entry<TKey>>();
        }
    }
}
