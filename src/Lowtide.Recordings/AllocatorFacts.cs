namespace Lowtide.Recordings;

/// <summary>The malloc that is really mapped and called.</summary>
/// <param name="Name">"glibc", "jemalloc", "tcmalloc", "mimalloc", "musl".</param>
/// <param name="ThreadArenas">glibc: arenas beside the main one; null where not read or another allocator.</param>
/// <param name="ThreadArenaBytes">Resident bytes in the heaps of those arenas.</param>
public sealed record AllocatorFacts(string Name, string? Version, int? ThreadArenas, long? ThreadArenaBytes)
{
    /// <summary>Allocators that come in by LD_PRELOAD, each by a part of its libraries' names.</summary>
    private static readonly string[] Preloaded = ["jemalloc", "tcmalloc", "mimalloc"];

    /// <summary>The allocator that a library, or a value of LD_PRELOAD, names; null for none that is known.</summary>
    public static string? NamedIn(string library) => Array.Find(Preloaded, library.Contains);

    /// <summary>glibc: the main one first; null where not read.</summary>
    public IReadOnlyList<ArenaFacts>? Arenas { get; init; }

    /// <summary>Null where it was not asked for, of another allocator, and of a version whose arenas cannot be told.</summary>
    public JemallocUse? Jemalloc { get; init; }
}

/// <summary>What jemalloc's arenas count, all together. It counts pages that it has given out, whether or not anybody has touched them since.</summary>
/// <param name="ActiveBytes">Given out: what the program asked for, rounded up, and slabs that small things are cut from.</param>
/// <param name="DirtyBytes">Freed, and waiting for the next use or for the time after which the kernel gets them back (dirty_decay_ms).</param>
/// <param name="SlabFreeBytes">Of <paramref name="ActiveBytes"/>, in slabs and not in use.</param>
public sealed record JemallocUse(int Arenas, long ActiveBytes, long DirtyBytes, long SlabFreeBytes);

/// <summary>One of glibc's arenas.</summary>
/// <param name="Main">The one that grows by brk, and that every process has.</param>
/// <param name="Heaps">Pieces of memory that it fills; null where they could not be found.</param>
/// <param name="Threads">That allocate from it first.</param>
/// <param name="SystemBytes">That it has from the system.</param>
/// <param name="ResidentBytes">Of these.</param>
public sealed record ArenaFacts(bool Main, int? Heaps, int Threads, long SystemBytes, long? ResidentBytes)
{
    /// <summary>Null where it was not asked for, or its chunks could not be told.</summary>
    public ArenaUse? Use { get; init; }

    /// <summary>
    /// Of <see cref="SystemBytes"/>, what a walk came by: chunks, and what malloc keeps for itself around them. It is counted there and not worked out of
    /// that sum. Null where no walk was asked for, and in recordings of before it was kept.
    /// </summary>
    public long? WalkedBytes { get; init; }

    /// <summary>The program allocated or freed while <see cref="Use"/> was read, each time that it was tried.</summary>
    public bool ChangedMeanwhile { get; init; }
}

/// <summary>What of an arena is used, and where what is free waits for its next use.</summary>
/// <param name="BinBytes">Free, merged with free neighbours.</param>
/// <param name="FastbinBytes">Free, small and not merged yet.</param>
/// <param name="TcacheBytes">Kept by single threads for their own next calls.</param>
/// <param name="TopBytes">Never used yet, or used and merged with it again: the end, that new chunks are cut from.</param>
/// <param name="TrimmableBytes">Whole resident pages that malloc_trim(3) would give back; null where not known.</param>
/// <param name="TrimmableSharedBytes">Of these, on pages that another process maps too, so that giving back one's own saves nothing.</param>
/// <param name="UntrimmableBytes">Free and resident, and not given back by malloc_trim: on pages with used chunks, in a
/// thread arena's top, kept by threads.</param>
/// <param name="UntrimmableSharedBytes">Of these, on pages that another process maps too.</param>
public sealed record ArenaUse(
    long InUseBytes,
    long BinBytes,
    long FastbinBytes,
    long TcacheBytes,
    long TopBytes,
    long? TrimmableBytes,
    long? TrimmableSharedBytes,
    long? UntrimmableBytes,
    long? UntrimmableSharedBytes)
{
    public long FreeBytes => BinBytes + FastbinBytes + TcacheBytes + TopBytes;
}
