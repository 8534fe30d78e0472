using Lowtide.Recordings;

namespace Lowtide.Analysis.Growth;

/// <summary>Where a rise of memory lies.</summary>
public enum GrowthPlace
{
    /// <summary>malloc's state was not read at both ends, or it is not glibc's.</summary>
    Unknown,

    /// <summary>In what the program has asked for and not freed.</summary>
    InUse,

    /// <summary>In what it has freed and malloc keeps.</summary>
    FreeKept,

    /// <summary>In no arena: mappings of their own, large chunks among them, or a heap that is not malloc's.</summary>
    Elsewhere,

    /// <summary>No half of it in one of these.</summary>
    Several,
}

/// <summary>What changed in a serving process from a recording's first snapshot to its last, in the mean.</summary>
/// <param name="FreeBytes">Resident.</param>
/// <param name="ArenasBefore">Of the process that has most; so is <paramref name="ArenasAfter"/>.</param>
public sealed record GrowthOrigin(long ResidentBytes, long InUseBytes, long FreeBytes, int ArenasBefore, int ArenasAfter)
{
    public GrowthPlace Place => ResidentBytes switch
    {
        <= 0 => GrowthPlace.Unknown,
        var all when InUseBytes * 2 >= all => GrowthPlace.InUse,
        var all when FreeBytes * 2 >= all => GrowthPlace.FreeKept,
        var all when (all - InUseBytes - FreeBytes) * 2 >= all => GrowthPlace.Elsewhere,
        _ => GrowthPlace.Several,
    };

    /// <summary>Null where the arenas of some serving process were not told, at the start or at the end.</summary>
    public static GrowthOrigin? Of(Recording recording) =>
        recording.Snapshots.Count > 1 && State.Of(recording.Snapshots[0]) is { } before && State.Of(recording.Latest) is { } after
            ? new GrowthOrigin(
                after.Resident - before.Resident, after.InUse - before.InUse, after.Free - before.Free, before.Arenas, after.Arenas)
            : null;

    private sealed record State(long Resident, long InUse, long Free, int Arenas)
    {
        public static State? Of(FamilySnapshot family)
        {
            var members = family.Serving.Select(member => (member.Memory.RssBytes, Arenas: member.Allocator?.Arenas ?? [])).ToList();
            if (members.Count == 0 || !members.TrueForAll(member => member.RssBytes is not null && member.Arenas.Count > 0
                && member.Arenas.All(arena => arena.Use?.TrimmableBytes is not null)))
                return null;
            return new State(
                (long)members.Average(member => member.RssBytes!.Value),
                (long)members.Average(member => member.Arenas.Sum(arena => arena.Use!.InUseBytes)),
                (long)members.Average(member => member.Arenas.Sum(arena => arena.Use!.TrimmableBytes!.Value + arena.Use.UntrimmableBytes!.Value)),
                members.Max(member => member.Arenas.Count));
        }
    }
}
