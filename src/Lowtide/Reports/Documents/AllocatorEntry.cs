using Lowtide.Recordings;

namespace Lowtide.Reports.Documents;

/// <param name="Arenas">Of every member whose glibc's arenas were read, the main one of each first; null where no member's were.</param>
internal sealed record AllocatorEntry(string Name, string? Version, IReadOnlyList<ArenaEntry>? Arenas)
{
    public static AllocatorEntry? Of(FamilySnapshot family)
    {
        if (family.Allocator is not { } allocator)
            return null;
        var arenas = family.Members
            .SelectMany(member => member.Allocator?.Arenas?.Select(arena => ArenaEntry.Of(member.Process.Pid, arena)) ?? [])
            .ToList();
        return new AllocatorEntry(allocator.Name, allocator.Version, arenas.Count == 0 ? null : arenas);
    }
}

internal sealed record ArenaEntry
{
    /// <summary>Its pid.</summary>
    public required int Process { get; init; }

    public required bool Main { get; init; }

    public required int? Heaps { get; init; }

    public required int Threads { get; init; }

    public required long SystemBytes { get; init; }

    public required long? ResidentBytes { get; init; }

    public required long? InUseBytes { get; init; }

    public required long? FreeBytes { get; init; }

    public required long? BinBytes { get; init; }

    public required long? FastbinBytes { get; init; }

    public required long? TcacheBytes { get; init; }

    public required long? TopBytes { get; init; }

    public required long? TrimmableBytes { get; init; }

    public required long? TrimmableSharedBytes { get; init; }

    public required long? UntrimmableBytes { get; init; }

    public required long? UntrimmableSharedBytes { get; init; }

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
