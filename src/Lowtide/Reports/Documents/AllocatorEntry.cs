using Lowtide.Recordings;

namespace Lowtide.Reports.Documents;

/// <param name="Name">glibc, musl, jemalloc, tcmalloc, mimalloc.</param>
/// <param name="Version">Null where it could not be read.</param>
/// <param name="Arenas">glibc's arenas of all members that they were read of, the main one of each first; null where none were.</param>
internal sealed record AllocatorEntry(string Name, string? Version, IReadOnlyList<ArenaEntry>? Arenas)
{
    public static AllocatorEntry? Of(FamilySnapshot family)
    {
        if (family.Allocator is not { } allocator)
            return null;
        var arenas = family.Members
            .Where(member => member.HeapsOf is null)
            .SelectMany(member => member.Allocator?.Arenas?.Select(arena => ArenaEntry.Of(member.Process.Pid, arena)) ?? [])
            .ToList();
        return new AllocatorEntry(allocator.Name, allocator.Version, arenas.Count == 0 ? null : arenas);
    }
}

internal sealed record ArenaEntry
{
    /// <summary>Its pid.</summary>
    [AtLeast(1)]
    public required int Process { get; init; }

    /// <summary>The one that grows by brk, and that every process has.</summary>
    public required bool Main { get; init; }

    /// <summary>Pieces of memory that it fills; null where they could not be found.</summary>
    public required int? Heaps { get; init; }

    /// <summary>Threads that allocate from it first.</summary>
    public required int Threads { get; init; }

    /// <summary>What it has from the system.</summary>
    public required long SystemBytes { get; init; }

    /// <summary>Of these; null where not read.</summary>
    public required long? ResidentBytes { get; init; }

    /// <summary>system_bytes less free_bytes; this and what follows is null where the arena was not walked (ps without TARGET) or its chunks could
    /// not be told.</summary>
    public required long? InUseBytes { get; init; }

    /// <summary>The sum of the next four.</summary>
    public required long? FreeBytes { get; init; }

    /// <summary>Free, merged with free neighbours.</summary>
    public required long? BinBytes { get; init; }

    /// <summary>Free, small, not merged yet.</summary>
    public required long? FastbinBytes { get; init; }

    /// <summary>Kept by single threads for their own next calls.</summary>
    public required long? TcacheBytes { get; init; }

    /// <summary>The end, that new chunks are cut from.</summary>
    public required long? TopBytes { get; init; }

    /// <summary>Whole resident pages that malloc_trim(3) would give back.</summary>
    public required long? TrimmableBytes { get; init; }

    /// <summary>Of these, on pages that another process maps too.</summary>
    public required long? TrimmableSharedBytes { get; init; }

    /// <summary>Free and resident, and not given back by malloc_trim.</summary>
    public required long? UntrimmableBytes { get; init; }

    /// <summary>Of these, on pages that another process maps too.</summary>
    public required long? UntrimmableSharedBytes { get; init; }

    /// <summary>The program allocated or freed while it was read, each time that it was tried: the figures may be a little off.</summary>
    public required bool ChangedMeanwhile { get; init; }

    public static ArenaEntry Of(int pid, ArenaFacts arena) => new()
    {
        Process = pid,
        Main = arena.Main,
        Heaps = arena.Heaps,
        Threads = arena.Threads,
        SystemBytes = arena.SystemBytes,
        ResidentBytes = arena.ResidentBytes,
        InUseBytes = arena.Use?.InUseBytes,
        FreeBytes = arena.Use?.FreeBytes,
        BinBytes = arena.Use?.BinBytes,
        FastbinBytes = arena.Use?.FastbinBytes,
        TcacheBytes = arena.Use?.TcacheBytes,
        TopBytes = arena.Use?.TopBytes,
        TrimmableBytes = arena.Use?.TrimmableBytes,
        TrimmableSharedBytes = arena.Use?.TrimmableSharedBytes,
        UntrimmableBytes = arena.Use?.UntrimmableBytes,
        UntrimmableSharedBytes = arena.Use?.UntrimmableSharedBytes,
        ChangedMeanwhile = arena.ChangedMeanwhile,
    };
}
