namespace Lowtide.Capture.Malloc;

/// <summary>
/// Where glibc's allocator keeps what is read of it, in bytes on 64-bit machines: struct heap_info and struct
/// malloc_state of malloc/arena.c and malloc/malloc.c.
/// </summary>
/// <param name="FirstMinor">2.FirstMinor is the first release that looks like this.</param>
/// <param name="HeapInfoSize">An arena's malloc_state stands right behind the heap_info of its first heap.</param>
/// <param name="Next">malloc_state.next: the ring of all arenas.</param>
/// <param name="SystemMemory">malloc_state.system_mem: what the arena has from the system.</param>
internal sealed record GlibcLayout(int FirstMinor, int HeapInfoSize, int Next, int SystemMemory)
{
    // 2.27 put have_fastchunks in front; 2.35 gave heap_info a page size; 2.43 has no fastbins.
    private static readonly GlibcLayout[] Rows =
    [
        new(FirstMinor: 23, HeapInfoSize: 32, Next: 2152, SystemMemory: 2176),
        new(FirstMinor: 27, HeapInfoSize: 32, Next: 2160, SystemMemory: 2184),
        new(FirstMinor: 35, HeapInfoSize: 48, Next: 2160, SystemMemory: 2184),
        new(FirstMinor: 43, HeapInfoSize: 48, Next: 2072, SystemMemory: 2096),
    ];

    /// <summary>heap_info: ar_ptr, prev, size, in this order in every version.</summary>
    public const int ArenaPointer = 0, PreviousHeap = 8, HeapSize = 16;

    /// <summary>HEAP_MAX_SIZE: a heap is as long and as aligned, whatever of it is in use.</summary>
    public const ulong HeapAlignment = 64ul << 20;

    /// <summary>Null for a version older than every row.</summary>
    public static GlibcLayout? For(int minor) => Rows.LastOrDefault(row => row.FirstMinor <= minor);
}
