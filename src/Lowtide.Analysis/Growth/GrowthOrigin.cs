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

/// <summary>What changed in a serving process from the start of a recording to its end, in the mean.</summary>
/// <param name="Heap">By how much each part of it did.</param>
public sealed record GrowthOrigin(long ResidentBytes, HeapUse Heap)
{
    /// <summary>
    /// One instant may be that of a peak. Where samples have the heap too (Ruby's), the middle one of a tenth of them at each end counts, and of so
    /// many at least.
    /// </summary>
    private const int LeastMoments = 3;

    public long ElsewhereBytes => ResidentBytes - Heap.LiveBytes - Heap.KeptBytes;

    /// <summary>What changed where, in words to follow an amount; they sum to <see cref="ResidentBytes"/>.</summary>
    public IEnumerable<(string Name, long Bytes, string Where)> Parts
    {
        get
        {
            yield return ("in_use_change_bytes", Heap.InUseBytes, "in use in malloc's arenas");
            yield return ("free_change_bytes", Heap.FreeBytes, "freed and kept there");
            if (Heap is { RubyLiveBytes: { } live, RubyFreeBytes: { } free })
            {
                yield return ("ruby_live_change_bytes", live, "in objects on Ruby's heap pages");
                yield return ("ruby_free_change_bytes", free, "in free slots of Ruby's heap pages");
            }
            // malloc counts what it gave out, touched or not.
            yield return ("elsewhere_change_bytes", ElsewhereBytes, ElsewhereBytes < 0 ? "of that given out and not resident: never touched, or swapped out"
                : "elsewhere: mappings of their own, large chunks among them");
        }
    }

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
        Ends(recording) is ({ } before, { } after)
            ? new GrowthOrigin(after.ResidentBytes - before.ResidentBytes, new HeapUse(
                after.Heap.InUseBytes - before.Heap.InUseBytes, after.Heap.FreeBytes - before.Heap.FreeBytes,
                after.Heap.RubyLiveBytes - before.Heap.RubyLiveBytes, after.Heap.RubyFreeBytes - before.Heap.RubyFreeBytes))
            : null;

    private static (ServingState? Before, ServingState? After) Ends(Recording recording)
    {
        var told = FamilySeries.States(recording);
        var moments = Math.Max(LeastMoments, told.Count / 10);
        return told.Count >= 4 * moments && told[^1].Seconds - told[0].Seconds >= JoinedGrowth.LeastCovered * Seconds(recording.Samples)
            ? (Middle(told.Take(moments)), Middle(told.TakeLast(moments)))
            : recording.Snapshots.Count > 1 ? (State(recording.Snapshots[0]), State(recording.Latest))
            : default;
    }

    private static double Seconds(IReadOnlyList<Sample> samples) => samples[^1].Seconds - samples[0].Seconds;

    /// <summary>By what is alive, the lower of two: peaks go up.</summary>
    private static ServingState Middle(IEnumerable<(double Seconds, ServingState State)> moments)
    {
        var states = moments.Select(moment => moment.State).OrderBy(state => state.Heap.LiveBytes).ToList();
        return states[(states.Count - 1) / 2];
    }

    private static ServingState? State(FamilySnapshot family) =>
        ServingState.Mean(family.Serving.Select(member => (member.Memory.RssBytes, HeapUse.Of(member.Allocator, member.RubyHeap))));
}
