using Lowtide.Capture.Pages;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>Tells what stands in a block that is in use, from its first words. One a thread.</summary>
internal sealed class BlockReader(HeapTypes types)
{
    /// <summary>A collector's head, and the pointers to weak references and the instance's values or dict (3.11 and later,
    /// Py_TPFLAGS_MANAGED_DICT).</summary>
    private const int HeadAndManaged = 2 * CollectorHead.Size;

    // Types repeat: the last few answers spare nearly all look-ups.
    private const int Slots = 256;
    private readonly (ulong Address, HeapType? Type)[] _last = new (ulong, HeapType?)[Slots];

    public HeapBlock Read(IWords words, ulong start, ulong size)
    {
        // In front of the object stands nothing, a head, or a head and what is managed.
        for (var offset = 0; offset <= HeadAndManaged && (ulong)offset + 16 <= size; offset += CollectorHead.Size)
        {
            if (!words.TryWord(start + (ulong)offset, out var count) || !words.TryWord(start + (ulong)offset + 8, out var type))
                break;
            if (!IsCount(count) || Find(type) is not { } found || found.IsCollectable != offset > 0)
                continue;
            var tracked = offset > 0 && words.TryWord(start + (ulong)(offset - CollectorHead.Size), out var next) && next != 0;
            return new HeapBlock(start, size, BlockUse.Object, found, offset, tracked);
        }
        return DictTable.IsAt(words, start, size)
            ? new HeapBlock(start, size, BlockUse.DictTable, HeapType.DictTable)
            : new HeapBlock(start, size, BlockUse.Bytes, HeapType.None);
    }

    /// <summary>
    /// Whether a word can be ob_refcnt of a living object: from 3.12 on only its lower half counts, in 3.14 the highest bits
    /// are flags; a pointer has bits between.
    /// </summary>
    public static bool IsCount(ulong word) => (uint)word != 0 && (word >> 32 & 0xFFFF) == 0;

    private HeapType? Find(ulong address)
    {
        ref var slot = ref _last[(int)((address >> 4) ^ (address >> 12)) & (Slots - 1)];
        if (slot.Address != address)
            slot = (address, types.Find(address));
        return slot.Type;
    }
}
