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
/// <param name="Heap">By how much each part of it did.</param>
public sealed record GrowthOrigin(long ResidentBytes, HeapUse Heap)
{
    public long ElsewhereBytes => ResidentBytes - Heap.LiveBytes - Heap.KeptBytes;

    public GrowthPlace Place => ResidentBytes switch
    {
        <= 0 => GrowthPlace.Unknown,
        var all when Heap.LiveBytes * 2 >= all => GrowthPlace.InUse,
        var all when Heap.KeptBytes * 2 >= all => Heap.FreeBytes > (Heap.RubyFreeBytes ?? 0) ? GrowthPlace.FreeKept : GrowthPlace.RubyFree,
        var all when ElsewhereBytes * 2 >= all => GrowthPlace.Elsewhere,
        _ => GrowthPlace.Several,
    };

    /// <summary>Null where the arenas of some serving process were not told, at the start or at the end.</summary>
    public static GrowthOrigin? Of(Recording recording) =>
        recording.Snapshots.Count > 1 && State(recording.Snapshots[0]) is var (residentBefore, before) && State(recording.Latest) is var (resident, after)
            ? new GrowthOrigin(resident - residentBefore, new HeapUse(
                after.InUseBytes - before.InUseBytes, after.FreeBytes - before.FreeBytes,
                after.RubyLiveBytes - before.RubyLiveBytes, after.RubyFreeBytes - before.RubyFreeBytes))
            : null;

    private static (long Resident, HeapUse Heap)? State(FamilySnapshot family)
    {
        var members = family.Serving.Select(member => (member.Memory.RssBytes, Heap: HeapUse.Of(member.Allocator, member.RubyHeap))).ToList();
        if (members.Count == 0 || members.Exists(member => member.RssBytes is null || member.Heap is null))
            return null;
        var heaps = members.ConvertAll(member => member.Heap!);
        return (
            (long)members.Average(member => member.RssBytes!.Value),
            new HeapUse(
                (long)heaps.Average(heap => heap.InUseBytes), (long)heaps.Average(heap => heap.FreeBytes),
                Ruby(heap => heap.RubyLiveBytes), Ruby(heap => heap.RubyFreeBytes)));

        long? Ruby(Func<HeapUse, long?> part) => heaps.Exists(heap => part(heap) is null) ? null : (long)heaps.Average(heap => part(heap)!.Value);
    }
}
