using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Malloc;

/// <summary>
/// Where glibc's allocator keeps what is read of it, in bytes on 64-bit machines: struct heap_info and struct
/// malloc_state of malloc/arena.c and malloc/malloc.c, struct tcache_perthread_struct there.
/// </summary>
/// <param name="FirstMinor">2.FirstMinor is the first release that looks like this.</param>
/// <param name="HeapInfoSize">An arena's malloc_state stands right behind the heap_info of its first heap.</param>
/// <param name="FastBins">malloc_state.fastbinsY, heads of <see cref="FastBinCount"/> lists; null where there are none.</param>
/// <param name="Top">malloc_state.top: the chunk at the end, from which new ones are cut.</param>
/// <param name="Tcache">Null where threads keep nothing of their own.</param>
/// <param name="MangledLinks">The links of fastbins and tcaches are stored XOR their own address >> 12 ("safe-linking").</param>
/// <param name="HugeHeaps">Where glibc.malloc.hugetlb asks for huge pages a heap takes four of them (heap_max_size, malloc/arena.c).</param>
internal sealed record GlibcLayout(
    int FirstMinor, int HeapInfoSize, int? FastBins, int Top, TcacheLayout? Tcache, bool MangledLinks, bool HugeHeaps = false)
{
    // 2.26 brought the tcache, 2.27 have_fastchunks in front of the fastbins, 2.30 longer counts, 2.32 safe-linking, 2.35 a
    // page size in heap_info, 2.42 more bins of the tcache, whose counts tell from then on how many more it takes; 2.43 has no fastbins.
    private static readonly GlibcLayout[] Rows =
    [
        new(FirstMinor: 23, HeapInfoSize: 32, FastBins: 8, Top: 88, null, MangledLinks: false),
        new(FirstMinor: 26, HeapInfoSize: 32, FastBins: 8, Top: 88, new(CountSize: 1, Bins: 64), MangledLinks: false),
        new(FirstMinor: 27, HeapInfoSize: 32, FastBins: 16, Top: 96, new(CountSize: 1, Bins: 64), MangledLinks: false),
        new(FirstMinor: 30, HeapInfoSize: 32, FastBins: 16, Top: 96, new(CountSize: 2, Bins: 64), MangledLinks: false),
        new(FirstMinor: 32, HeapInfoSize: 32, FastBins: 16, Top: 96, new(CountSize: 2, Bins: 64), MangledLinks: true),
        new(FirstMinor: 35, HeapInfoSize: 48, FastBins: 16, Top: 96, new(CountSize: 2, Bins: 64), MangledLinks: true, HugeHeaps: true),
        new(FirstMinor: 42, HeapInfoSize: 48, FastBins: 16, Top: 96, new(CountSize: 2, Bins: 76, CountsDown: true), MangledLinks: true),
        new(FirstMinor: 43, HeapInfoSize: 48, FastBins: null, Top: 8, new(CountSize: 2, Bins: 76, CountsDown: true), MangledLinks: true),
    ];

    public const int FastBinCount = 10;

    /// <summary>NBINS - 1 doubly linked lists, each with two pointers.</summary>
    public const int BinCount = 127;

    private const int BinMapSize = 16;

    /// <summary>malloc_state.bins: last_remainder stands between it and top.</summary>
    public int Bins => Top + 16;

    /// <summary>malloc_state.next: the ring of all arenas.</summary>
    public int Next => Bins + (BinCount * 16) + BinMapSize;

    /// <summary>malloc_state.attached_threads: next_free stands between it and next.</summary>
    public int Threads => Next + 16;

    /// <summary>malloc_state.system_mem: what the arena has from the system.</summary>
    public int SystemMemory => Next + 24;

    /// <summary>sizeof (struct malloc_state): max_system_mem is its last member.</summary>
    public int StateSize => Next + 40;

    /// <summary>heap_info: ar_ptr, prev, size, in this order in every version.</summary>
    public const int ArenaPointer = 0, PreviousHeap = 8, HeapSize = 16;

    /// <summary>HEAP_MAX_SIZE: a heap is as long and as aligned, whatever of it is in use.</summary>
    public const ulong HeapAlignment = 64ul << 20;

    /// <summary>Whether an anonymous mapping may be a thread arena's heap, by place and length alone. The kernel joins full ones, which are longer.</summary>
    public static bool MayBeHeap(Mapping mapping) => mapping.Write && mapping.Start % HeapAlignment == 0 && mapping.Length <= HeapAlignment;

    /// <summary>What heaps may be aligned to: four huge pages of 2 MiB or of 1 GiB.</summary>
    public IReadOnlyList<ulong> HeapAlignments => HugeHeaps ? [HeapAlignment, 8ul << 20, 4ul << 30] : [HeapAlignment];

    /// <summary>What a link of fastbins or tcaches leads to.</summary>
    /// <param name="place">Where it stands.</param>
    public ulong Follow(ulong place, ulong stored) => MangledLinks ? (place >> 12) ^ stored : stored;

    /// <summary>The newest release whose sources were compared with the last row.</summary>
    public const int LastMinor = 43;

    /// <summary>Null for a version older than every row; the last row for newer ones.</summary>
    public static GlibcLayout? For(int minor) => Rows.LastOrDefault(row => row.FirstMinor <= minor);
}
