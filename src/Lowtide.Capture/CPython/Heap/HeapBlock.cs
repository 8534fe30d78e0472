using System.Runtime.InteropServices;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>What an allocator's block is in use for.</summary>
internal enum BlockUse : byte
{
    /// <summary>The allocator's own: a pool's header.</summary>
    Header,
    Free,

    /// <summary>In use for something that is no object: a list's array, what a C library asked for.</summary>
    Bytes,

    /// <summary>A dict's table of keys.</summary>
    DictTable,
    Object,
}

/// <param name="ObjectOffset">From the block's start to the PyObject: what the collector or an instance's dict needs is in front.</param>
/// <param name="Tracked">The object is on one of the collector's lists.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct HeapBlock(
    ulong Start, int Size, BlockUse Use, HeapType Type, int ObjectOffset = 0, bool Tracked = false)
{
    public ulong End => Start + (ulong)Size;

    public ulong Object => Start + (ulong)ObjectOffset;
}

/// <summary>Tells what stands in a block that is in use, from its first words.</summary>
internal sealed class BlockReader(HeapTypes types)
{
    /// <summary>
    /// In front of the object: nothing; PyGC_Head; that, and the pointers to weak references and the instance's values or dict
    /// (3.11 and later, Py_TPFLAGS_MANAGED_DICT).
    /// </summary>
    private const int Head = 16, HeadAndManaged = 32;

    // Types repeat: the last few answers spare nearly all look-ups.
    private const int Slots = 256;
    private readonly (ulong Address, HeapType? Type)[] _last = new (ulong, HeapType?)[Slots];

    public HeapBlock Read(IWords words, ulong start, int size)
    {
        for (var offset = 0; offset <= HeadAndManaged && offset + 16 <= size; offset += Head)
        {
            if (!words.TryWord(start + (ulong)offset, out var count) || !words.TryWord(start + (ulong)offset + 8, out var type))
                break;
            if (!IsCount(count) || Find(type) is not { } found || found.IsCollectable != offset > 0)
                continue;
            var tracked = offset > 0 && words.TryWord(start + (ulong)offset - Head, out var next) && next != 0;
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

/// <summary>Words of a process's memory that have been read already.</summary>
internal interface IWords
{
    /// <param name="address">A multiple of 8.</param>
    bool TryWord(ulong address, out ulong word);
}
