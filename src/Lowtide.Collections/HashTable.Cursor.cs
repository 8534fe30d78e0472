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
        private TEntry[] _entries;
        private int _offset;

        // How many entries are in the chunks before it.
        private int _before;
        private int _nextChunk;

        /// <summary>Before the first.</summary>
        public Cursor() => _entries = [];

        /// <summary>Of the entry that it is at; 0 before the first and behind the last.</summary>
        internal readonly int Number => _nextChunk == 0 ? 0 : (_nextChunk << Shift) + _offset - 1;

        /// <summary>The entry that it is at.</summary>
        internal readonly ref Entry<TKey> Current => ref Head(ref _entries[_offset - 1]);

        /// <returns>False where there is none any more.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal bool MoveNext(in HashTable<TKey, TEntry> table)
        {
            while (true)
            {
                var entries = _entries;
                var offset = _offset;
                // Asked at each step: whoever clears the collection meanwhile is at its end.
                if (offset < table._used - _before && (uint)offset < (uint)entries.Length)
                {
                    _offset = offset + 1;
                    if (Head(ref entries[offset]).Next >= 0)
                        return true;
                    continue;
                }
                // Written here, and not by a method: then the compiler holds these fields in registers.
                _before += entries.Length;
                _offset = 0;
                if (_before >= table._used)
                {
                    _before = int.MaxValue;
                    _entries = [];
                    _nextChunk = 0;
                    return false;
                }
                _entries = table._entries[_nextChunk++];
            }
        }
    }
}
