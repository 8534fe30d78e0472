using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings.EvidenceRows;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>Collections that come because memory is nearly full, by the collector's own limit.</summary>
public sealed class MemoryLimit : IFindingRule
{
    /// <summary>
    /// Of the heap's hard limit: from there on the collector looks whether a full, compacting collection gains something
    /// (dotnet/runtime: gc.cpp, generation_to_condemn).
    /// </summary>
    private const double NearHardLimit = 0.9;

    private const int LeastCollections = 2;

    private const string MoreMemory = "give it more memory";

    public const string FindingId = "dotnet.memory-limit";

    public string Id => FindingId;

    public string Title => "the heap is near its limit";

    public Examination Examine(Recording recording)
    {
        if (recording.DotNet is not { } trace)
            return Examination.Nothing;
        var high = HighMemory.Percent(recording);
        var hard = HeapLimit.Of(recording);
        var own = trace.Collections.Where(collection => collection.Generation == 2 && !collection.IsInduced).ToList();
        var near = own.Where(collection => IsFilled(collection) || IsLoaded(collection)
            || collection.Reason is CollectionReason.LowMemory or CollectionReason.LowMemoryHost or CollectionReason.LowMemoryHostBlocking
                or CollectionReason.OutOfSpaceSmall or CollectionReason.OutOfSpaceLarge).ToList();
        var waited = trace.Waits?.Where(wait => !wait.ForLarge).Sum(wait => wait.Seconds) ?? 0;
        // One that made threads wait so long is enough.
        if (near.Count < (waited >= LohWaits.LeastSeconds ? 1 : LeastCollections))
            return Examination.Nothing;
        var filled = near.Where(IsFilled).ToList();
        var seen = filled.Count > 0 ? Filled(hard!, filled)
            : near.Exists(IsLoaded) ? Loaded(near, high, HighMemory.Setting(recording)) : ByReason(near, high, hard);
        return Examination.Found(Finding.OfPauses(
            Id,
            $"{Amount.Count(near.Count, "collection")} of generation 2 came {seen.Why}.",
            near,
            [
                .. seen.Evidence,
                new Evidence("heap_hard_limit_bytes", hard?.Bytes,
                    hard is null ? "the heap has no hard limit of its own" : $"the heap's hard limit is {Amount.Bytes(hard.Bytes)}: {hard.Setting}"),
                Around(recording),
                .. waited > 0
                    ? [new Evidence("allocation_wait_seconds", waited,
                        $"threads that wanted memory waited {Unit.Seconds.Text(waited)} in all for a background collection to end")]
                    : Array.Empty<Evidence>(),
                new Evidence(Finding.ToSet, null, seen.Setting),
                new Evidence("pause_seconds", near.Sum(collection => collection.PauseSeconds), PauseWords.Text(near)),
            ]) with { IsCause = true });

        bool IsFilled(DotNetCollection collection) => hard?.Filled(collection) >= NearHardLimit;

        bool IsLoaded(DotNetCollection collection) => collection.MemoryLoadPercent >= high;
    }

    private static Shortage Filled(HeapLimit hard, List<DotNetCollection> filled)
    {
        var most = filled.Max(hard.Filled)!.Value;
        var after = filled.Select(collection => collection.After).OfType<IReadOnlyList<long>>().Select(sizes => sizes.Sum() / (double)hard.Bytes).ToList();
        return new(
            $"with the heap near its hard limit of {Amount.Bytes(hard.Bytes)}",
            [new Evidence("heap_share_of_limit", most,
                $"up to {Amount.Percent(most)} of it was filled as {filled.Count:N0} of them began"
                    + (after.Count == 0 ? "" : $", {Amount.Percent(after.Average())} in the mean as they ended"))],
            hard.Raise);
    }

    private static Shortage Loaded(List<DotNetCollection> near, int high, string? setting) => new(
        "because memory was nearly full by the collector's limit",
        [new Evidence("memory_load_percent", near.Max(collection => collection.MemoryLoadPercent),
            $"the collector saw up to {near.Max(collection => collection.MemoryLoadPercent)}% in use; "
                + $"at {high}% it collects generation 2 more often, compacting{(setting is null ? "" : $": {setting}")}")],
        high < HighMemory.HighestPercent
            ? $"{DotNetVariable.Prefix}{HighMemory.Key}=0x{HighMemory.HighestPercent:X} begins that later, at {HighMemory.HighestPercent}%; "
                + "or give it more memory"
            : MoreMemory);

    private static Shortage ByReason(List<DotNetCollection> near, int high, HeapLimit? hard) => new(
        "for lack of memory, as the runtime gave the reason",
        [
            .. ReasonWords.Rows(near),
            near.Max(collection => collection.MemoryLoadPercent) is { } most
                ? new Evidence("memory_load_percent", most, $"the collector saw up to {most}% in use, and takes memory for short at {high}%")
                : new Evidence("memory_load_percent", null, "how much memory was in use was not told"),
        ],
        hard?.Raise ?? MoreMemory);

    private static Evidence Around(Recording recording) => recording.Latest.Cgroup is { LimitBytes: { } limit } cgroup
        ? new Evidence("memory_bytes", limit, $"the container may use {Amount.Bytes(limit)} ({HeapLimit.LimitFile(cgroup)})")
        : new Evidence("memory_bytes", recording.Host.MemoryBytes, recording.Host.MemoryBytes is { } whole
            ? $"the machine has {Amount.Bytes(whole)}" : "how much memory there is was not read");

    /// <summary>By what it was seen that memory was short.</summary>
    /// <param name="Why">Why the collections came: the statement's end.</param>
    /// <param name="Setting">What to change.</param>
    private sealed record Shortage(string Why, IReadOnlyList<Evidence> Evidence, string Setting);
}
