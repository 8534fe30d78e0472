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

/// <param name="Process">Its pid.</param>
internal sealed record ArenaEntry(
    int Process,
    bool Main,
    int? Heaps,
    int Threads,
    long SystemBytes,
    long? ResidentBytes,
    long? InUseBytes,
    long? FreeBytes,
    long? BinBytes,
    long? FastbinBytes,
    long? TcacheBytes,
    long? TopBytes,
    long? TrimmableBytes,
    long? TrimmableSharedBytes,
    long? UntrimmableBytes,
    long? UntrimmableSharedBytes,
    bool ChangedMeanwhile)
{
    public static ArenaEntry Of(int pid, ArenaFacts arena) => new(
        pid,
        arena.Main,
        arena.Heaps,
        arena.Threads,
        arena.SystemBytes,
        arena.ResidentBytes,
        arena.Use?.InUseBytes,
        arena.Use?.FreeBytes,
        arena.Use?.BinBytes,
        arena.Use?.FastbinBytes,
        arena.Use?.TcacheBytes,
        arena.Use?.TopBytes,
        arena.Use?.TrimmableBytes,
        arena.Use?.TrimmableSharedBytes,
        arena.Use?.UntrimmableBytes,
        arena.Use?.UntrimmableSharedBytes,
        arena.ChangedMeanwhile);
}
