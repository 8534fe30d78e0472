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
