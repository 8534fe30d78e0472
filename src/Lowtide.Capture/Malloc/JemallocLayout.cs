namespace Lowtide.Capture.Malloc;

/// <summary>Where one version of jemalloc keeps an arena's counts, in bytes from where the arena begins: on x86-64, built as distributions build it.</summary>
/// <remarks>
/// 5.3.0's are from Debian's libjemalloc2, held against mallctl(3)'s figures in a process of six arenas. A build with other options lays out an arena
/// otherwise: it is not believed unless <see cref="JemallocArena"/>'s words agree.
/// </remarks>
/// <param name="Active">pa_shard.nactive: pages of extents that are given out, slabs among them.</param>
/// <param name="Dirty">pa_shard.pac.ecache_dirty.eset.npages: pages that were freed, and wait for their next use or for the decay.</param>
/// <param name="Tail">Eight words: pa_shard.edata_cache.base, .ind, .stats_mtx, .stats, .emap, .base, and the arena's own ind and base.</param>
/// <param name="PageStats">What pa_shard.stats points to: a part of the arena.</param>
/// <param name="Bins">The counts (stats) of the first size class, within the arena.</param>
/// <param name="BinSize">From there to those of the next class.</param>
internal sealed record JemallocLayout(int Active, int Dirty, int Tail, int PageStats, int Bins, int BinSize)
{
    /// <summary>Of words within <see cref="Tail"/>.</summary>
    public const int Base = 0, Index = 1, Stats = 3, Emap = 4, ShardBase = 5, ArenaIndex = 6, ArenaBase = 7;

    /// <summary>Of a class's counts: regions given out (curregs), slabs that they are cut from (curslabs).</summary>
    public const int Regions = 24, Slabs = 64;

    /// <summary>Null where a version's is not known.</summary>
    public static JemallocLayout? For(string? version) =>
        version == "5.3.0" ? new JemallocLayout(Active: 10656, Dirty: 20480, Tail: 78880, PageStats: 112, Bins: 79064, BinSize: 224) : null;

    /// <summary>The classes of what is cut from slabs, by pages of 4 KiB and 16 bytes between the small ones (sc.c): what a region has, and its slab.</summary>
    public static IReadOnlyList<(int RegionBytes, int SlabBytes)> Classes { get; } =
    [
        (8, 4096), (16, 4096), (32, 4096), (48, 12288), (64, 4096), (80, 20480), (96, 12288), (112, 28672), (128, 4096), (160, 20480), (192, 12288),
        (224, 28672), (256, 4096), (320, 20480), (384, 12288), (448, 28672), (512, 4096), (640, 20480), (768, 12288), (896, 28672), (1024, 4096),
        (1280, 20480), (1536, 12288), (1792, 28672), (2048, 4096), (2560, 20480), (3072, 12288), (3584, 28672), (4096, 4096), (5120, 20480), (6144, 12288),
        (7168, 28672), (8192, 8192), (10240, 20480), (12288, 12288), (14336, 28672),
    ];
}
