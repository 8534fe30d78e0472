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

    /// <summary>In the heap of .NET's collector, alive or free.</summary>
    Managed,

    /// <summary>In no arena: mappings of their own, large chunks among them, or a heap that is not malloc's.</summary>
    Elsewhere,

    /// <summary>No half of it in one of these.</summary>
    Several,
}

/// <summary>What changed in a serving process from the start of a recording to its end, in the mean.</summary>
/// <param name="ResidentBytes">RSS, at the same moments as the rest.</param>
/// <param name="Heap">By how much each part of it did.</param>
public sealed record GrowthOrigin(long ResidentBytes, HeapUse Heap)
{
    /// <summary>
    /// One instant may be that of a peak. Where samples have the heap too (Ruby's), the middle one of a tenth of them at each end counts, and of so
    /// many at least.
    /// </summary>
    private const int LeastMoments = 3;

    /// <summary>Of a .NET, by what its resident memory is for; null of others, and where that was not read at both ends.</summary>
    public IReadOnlyDictionary<MemoryPurpose, long>? Purposes { get; init; }

    /// <summary>By how much the heap of .NET's collector did, by its own account where it was not told apart from outside; null where neither tells.</summary>
    public long? ManagedBytes { get; init; }

    public bool IsDotNet { get; init; }

    /// <summary>What rose where; they sum to <see cref="ResidentBytes"/>. None where that did not rise.</summary>
    public IReadOnlyList<GrowthPart> Parts => ResidentBytes <= 0 ? [] : GrowthPart.Of([.. Changes], ResidentBytes);

    private IEnumerable<GrowthPart> Changes
    {
        get
        {
            yield return new(GrowthPart.InUse, Heap.InUseBytes, "in use in malloc's arenas");
            yield return new(GrowthPart.Free, Heap.FreeBytes, "freed and kept there");
            if (Heap is { RubyLiveBytes: { } live, RubyFreeBytes: { } free })
            {
                yield return new(GrowthPart.RubyLive, live, "in objects on Ruby's heap pages");
                yield return new(GrowthPart.RubyFree, free, "in free slots of Ruby's heap pages");
            }
            if (ManagedBytes is { } managed)
                yield return new(GrowthPart.Managed, managed, "in the collector's heap");
            if (Purposes is { } purposes)
            {
                yield return new(GrowthPart.LargeBlocks, purposes[MemoryPurpose.LargeBlocks], "in large blocks of malloc's");
                yield return new(GrowthPart.RuntimeCode, purposes[MemoryPurpose.RuntimeCode] + purposes[MemoryPurpose.MadeCode],
                    "in compiled code and loaded types");
                yield return new(GrowthPart.Stacks, purposes[MemoryPurpose.Stacks], "in threads' stacks");
            }
            yield return new(GrowthPart.Elsewhere, 0, !IsDotNet ? "elsewhere, not told apart: mappings of their own, large chunks among them"
                : ManagedBytes is null ? "in the collector's heap or outside it, not told apart: nothing was read of that heap at both ends"
                : "not told apart: mapped files, other mappings");
        }
    }

    public GrowthPlace Place
    {
        get
        {
            var parts = Parts.ToDictionary(part => part.Name, part => part.Bytes);
            return Parts.Count == 0 ? GrowthPlace.Unknown
                : IsHalf(GrowthPart.InUse, GrowthPart.RubyLive, GrowthPart.LargeBlocks) ? GrowthPlace.InUse
                : IsHalf(GrowthPart.Free, GrowthPart.RubyFree)
                    ? Of(GrowthPart.Free) > Of(GrowthPart.RubyFree) ? GrowthPlace.FreeKept : GrowthPlace.RubyFree
                : IsHalf(GrowthPart.Managed) ? GrowthPlace.Managed
                : IsHalf(GrowthPart.Elsewhere) ? GrowthPlace.Elsewhere
                : GrowthPlace.Several;

            bool IsHalf(params ReadOnlySpan<string> names)
            {
                var sum = 0L;
                foreach (var name in names)
                    sum += Of(name);
                return sum * 2 >= ResidentBytes;
            }

            long Of(string name) => parts.GetValueOrDefault(name);
        }
    }

    /// <summary>Null where the arenas of some serving process were not told, at the start or at the end.</summary>
    public static GrowthOrigin? Of(Recording recording)
    {
        if (Ends(recording) is not ({ } before, { } after))
            return null;
        var isDotNet = recording.Latest.Runtime?.Name == "dotnet";
        var purposes = isDotNet ? Changed(recording) : null;
        // A range that is not told from outside has no bytes at either end.
        var managed = purposes?.GetValueOrDefault(MemoryPurpose.ManagedHeap) is not (null or 0) and var told ? told : Committed(recording);
        return new GrowthOrigin(after.ResidentBytes - before.ResidentBytes, new HeapUse(
            after.Heap.InUseBytes - before.Heap.InUseBytes, after.Heap.FreeBytes - before.Heap.FreeBytes,
            after.Heap.RubyLiveBytes - before.Heap.RubyLiveBytes, after.Heap.RubyFreeBytes - before.Heap.RubyFreeBytes))
        {
            IsDotNet = isDotNet,
            Purposes = purposes,
            ManagedBytes = isDotNet ? managed : null,
        };
    }

    /// <summary>By purpose, in the mean of the serving; null where that was not read of all at both ends.</summary>
    private static Dictionary<MemoryPurpose, long>? Changed(Recording recording)
    {
        var (before, after) = (recording.Snapshots[0].Serving, recording.Latest.Serving);
        return before.Count == 0 || after.Count == 0 || before.Concat(after).Any(member => member.Parts is null) ? null
            : Enum.GetValues<MemoryPurpose>().ToDictionary(purpose => purpose, purpose => Mean(after, purpose) - Mean(before, purpose));

        static long Mean(IReadOnlyList<Member> members, MemoryPurpose purpose) =>
            (long)members.Average(member => member.Parts!.Where(part => part.Purpose == purpose).Sum(part => part.Bytes));
    }

    /// <summary>Between the first and the last collection that say how much the heap has.</summary>
    private static long? Committed(Recording recording) => recording.Latest.Serving.Count != 1 ? null
        : recording.DotNet is { } trace && trace.Pid == recording.Latest.Serving[0].Process.Pid
            && trace.Collections.Where(collection => collection.CommittedBytes is not null).ToList() is [var first, .., var last]
                ? last.CommittedBytes - first.CommittedBytes : null;

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
