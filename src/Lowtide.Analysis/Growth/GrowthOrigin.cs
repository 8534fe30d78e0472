using Lowtide.Recordings;

namespace Lowtide.Analysis.Growth;

/// <summary>Where a rise of memory lies.</summary>
public enum GrowthPlace
{
    /// <summary>malloc's state was not read at both ends, or it is not glibc's.</summary>
    Unknown,

    /// <summary>In what the program has asked for and not freed, objects on Ruby's heap pages too.</summary>
    InUse,

    /// <summary>In what it has freed and malloc keeps.</summary>
    FreeKept,

    /// <summary>In free slots of Ruby's heap pages.</summary>
    RubyFree,

    /// <summary>In no arena: mappings of their own, large chunks among them, or a heap that is not malloc's.</summary>
    Elsewhere,

    /// <summary>No half of it in one of these.</summary>
    Several,
}

/// <summary>What changed in a serving process from a recording's first snapshot to its last, in the mean.</summary>
/// <param name="FreeBytes">Resident.</param>
public sealed record GrowthOrigin(long ResidentBytes, long InUseBytes, long FreeBytes)
{
    /// <summary>Null where Ruby's heap was not read in all serving processes, at the start and at the end.</summary>
    public RubySlots? Ruby { get; init; }

    public long ElsewhereBytes => ResidentBytes - InUseBytes - FreeBytes - (Ruby?.LiveBytes ?? 0) - (Ruby?.FreeBytes ?? 0);

    public GrowthPlace Place => ResidentBytes switch
    {
        <= 0 => GrowthPlace.Unknown,
        var all when (InUseBytes + (Ruby?.LiveBytes ?? 0)) * 2 >= all => GrowthPlace.InUse,
        var all when (FreeBytes + (Ruby?.FreeBytes ?? 0)) * 2 >= all => FreeBytes > (Ruby?.FreeBytes ?? 0) ? GrowthPlace.FreeKept : GrowthPlace.RubyFree,
        var all when ElsewhereBytes * 2 >= all => GrowthPlace.Elsewhere,
        _ => GrowthPlace.Several,
    };

    /// <summary>Null where the arenas of some serving process were not told, at the start or at the end.</summary>
    public static GrowthOrigin? Of(Recording recording) =>
        recording.Snapshots.Count > 1 && State.Of(recording.Snapshots[0]) is { } before && State.Of(recording.Latest) is { } after
            ? new GrowthOrigin(
                after.Resident - before.Resident, after.InUse - before.InUse, after.Free - before.Free)
            {
                Ruby = (before.Ruby, after.Ruby) is ({ } first, { } last)
                    ? new RubySlots(last.LiveBytes - first.LiveBytes, last.FreeBytes - first.FreeBytes) : null,
            }
            : null;

    private sealed record State(long Resident, long InUse, long Free, RubySlots? Ruby)
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
                RubySlots.Of(family));
        }
    }
}
