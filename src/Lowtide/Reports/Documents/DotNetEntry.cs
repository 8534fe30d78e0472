using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Documents;

/// <summary>What a .NET runtime told, in the explain document.</summary>
internal sealed record DotNetEntry
{
    public required int Process { get; init; }

    public required double Seconds { get; init; }

    public required double PauseSeconds { get; init; }

    /// <summary>Of the time in which it was listened to.</summary>
    public required double? PauseShare { get; init; }

    public required int Pauses { get; init; }

    /// <summary>That the runtime had to drop.</summary>
    public required long LostEvents { get; init; }

    /// <summary>Whether the trace's end named methods; otherwise frames are addresses.</summary>
    public required bool MethodsNamed { get; init; }

    /// <summary>Whether types and bytes of allocations are known.</summary>
    public required bool AllocationsSampled { get; init; }

    /// <summary>Null where the trace lacks its end.</summary>
    public required DotNetSettings? Settings { get; init; }

    public required IReadOnlyList<GenerationEntry> Generations { get; init; }

    /// <summary>Of generation 2.</summary>
    public required IReadOnlyList<FullCollectionEntry> FullCollections { get; init; }

    /// <summary>What began collections, of any generation; most pauses first.</summary>
    public required IReadOnlyList<TriggerEntry> Triggers { get; init; }

    /// <summary>Most bytes first.</summary>
    public required IReadOnlyList<LargeAllocatorEntry> LargeAllocators { get; init; }

    /// <summary>Counters against the thresholds of alerts on them.</summary>
    public required IReadOnlyList<AlertEntry> Alerts { get; init; }

    /// <summary>Objects that lived into generation 2, or were allocated there, and died in it; null where survivors were not told.</summary>
    public required Gen2DeathsEntry? Deaths { get; init; }

    /// <summary>Of ASP.NET Core, HttpClient or an access log; null where nobody watched them.</summary>
    public required IReadOnlyList<SlowRequestsEntry>? Requests { get; init; }

    public static DotNetEntry? Of(DotNetTrace? trace, IReadOnlyList<CounterAlert> alerts, IReadOnlyList<SlowRequests>? requests) =>
        trace is null ? null : new DotNetEntry
        {
            Process = trace.Pid,
            Seconds = trace.Seconds,
            PauseSeconds = trace.PauseSeconds,
            PauseShare = trace.Seconds > 0 ? trace.PauseSeconds / trace.Seconds : null,
            Pauses = trace.OwnPauses.Count(),
            LostEvents = trace.LostEvents,
            MethodsNamed = trace.MethodsNamed,
            AllocationsSampled = trace.Allocations is not null,
            Settings = trace.Settings,
            Generations = [.. GenerationSums.All(trace).Select(GenerationEntry.Of)],
            FullCollections =
                [.. trace.Collections.Where(collection => collection.Generation == 2).Select(collection => FullCollectionEntry.Of(trace, collection))],
            Triggers = TriggerEntry.All(trace),
            LargeAllocators = [.. LargeAllocator.All(trace).Select(allocator => new LargeAllocatorEntry(
            allocator.Caller, allocator.Type, allocator.Bytes, allocator.Collections, allocator.Work.Growth, allocator.Work.Sized,
            allocator.Work.Serialisation))],
            Alerts = [.. alerts.Select(alert => new AlertEntry(
            alert.Counter, alert.LastDay, alert.Median, alert.Threshold, JsonWord.Of(alert.State), alert.RecordedSeconds, alert.NeededSeconds))],
            Deaths = Gen2DeathsEntry.Of(trace),
            Requests = requests is null ? null : [.. requests.Select(SlowRequestsEntry.Of)],
        };
}

/// <inheritdoc cref="GenerationSums"/>
internal sealed record GenerationEntry
{
    [Range(0, 2)]
    public required int Generation { get; init; }

    public required int Count { get; init; }

    /// <summary>Asked for by the program.</summary>
    public required int Induced { get; init; }

    public required int Blocking { get; init; }

    public required int Background { get; init; }

    /// <summary>Null where the trace does not tell, as in what follows.</summary>
    public required int? Compacting { get; init; }

    /// <summary>All threads stood still.</summary>
    public required double PauseSeconds { get; init; }

    public required double MedianPauseSeconds { get; init; }

    public required double P95PauseSeconds { get; init; }

    public required double LongestPauseSeconds { get; init; }

    /// <summary>Survived, over all of them.</summary>
    public required long? PromotedBytes { get; init; }

    /// <summary>Survived a collection.</summary>
    public required long? MeanPromotedBytes { get; init; }

    /// <summary>Of the generation itself, without large objects.</summary>
    public required long? MeanBeforeBytes { get; init; }

    public required long? MeanAfterBytes { get; init; }

    /// <summary>What its collections began for, the most frequent first.</summary>
    public required IReadOnlyList<ReasonEntry> Reasons { get; init; }

    public static GenerationEntry Of(GenerationSums sums) => new()
    {
        Generation = sums.Generation,
        Count = sums.Count,
        Induced = sums.Induced,
        Blocking = sums.Blocking,
        Background = sums.Background,
        Compacting = sums.Compacting,
        PauseSeconds = sums.PauseSeconds,
        MedianPauseSeconds = sums.MedianPauseSeconds,
        P95PauseSeconds = sums.P95PauseSeconds,
        LongestPauseSeconds = sums.LongestPauseSeconds,
        PromotedBytes = sums.PromotedBytes,
        MeanPromotedBytes = sums.MeanPromotedBytes,
        MeanBeforeBytes = sums.MeanBeforeBytes,
        MeanAfterBytes = sums.MeanAfterBytes,
        Reasons = [.. sums.Reasons.Select(reason => new ReasonEntry(JsonWord.Of(reason.Reason), reason.Collections))],
    };
}

/// <summary>How many collections began for that.</summary>
/// <param name="Reason">"other": a runtime newer than this program gave one that has no name here.</param>
internal sealed record ReasonEntry([Words(typeof(CollectionReason), OrOther = true)] string Reason, [AtLeast(1)] int Collections);

internal sealed record FullCollectionEntry
{
    /// <summary>The runtime's own count.</summary>
    public required int Number { get; init; }

    /// <summary>Seconds from the trace's beginning.</summary>
    public required double At { get; init; }

    [Words(typeof(CollectionKind), OrOther = true)]
    public required string Kind { get; init; }

    /// <summary>"other": a runtime newer than this program gave one that has no name here.</summary>
    [Words(typeof(CollectionReason), OrOther = true)]
    public required string Reason { get; init; }

    public required bool Induced { get; init; }

    public required double PauseSeconds { get; init; }

    /// <summary>Of that, until all threads had stopped.</summary>
    public required double SuspendSeconds { get; init; }

    /// <summary>From its beginning to its end.</summary>
    public required double Seconds { get; init; }

    public required bool? Compacting { get; init; }

    /// <summary>As the collector saw it.</summary>
    public required int? MemoryLoadPercent { get; init; }

    /// <summary>The innermost method of the program on the stack that began it; null where there is none.</summary>
    public required string? Caller { get; init; }

    public static FullCollectionEntry Of(DotNetTrace trace, DotNetCollection collection)
    {
        var stack = trace.Stack(collection.Stack);
        return new FullCollectionEntry
        {
            Number = collection.Number,
            At = collection.At,
            Kind = JsonWord.Of(collection.Kind),
            Reason = JsonWord.Of(collection.Reason),
            Induced = collection.IsInduced,
            PauseSeconds = collection.PauseSeconds,
            SuspendSeconds = collection.SuspendSeconds,
            Seconds = collection.Seconds,
            Compacting = collection.Compacting,
            MemoryLoadPercent = collection.MemoryLoadPercent,
            Caller = stack is null ? null : Blame.Caller(stack),
        };
    }
}

/// <param name="Caller">The innermost method of the program.</param>
/// <param name="Reason">"other": a runtime newer than this program gave one that has no name here.</param>
/// <param name="Stack">Of the way that is most frequent, the outermost frame first; empty where there is none.</param>
internal sealed record TriggerEntry(
    string Caller,
    [Words(typeof(CollectionReason), OrOther = true)] string Reason,
    [AtLeast(1)] int Collections,
    double PauseSeconds,
    IReadOnlyList<string> Stack)
{
    public static IReadOnlyList<TriggerEntry> All(DotNetTrace trace) =>
        [.. trace.Collections
            .GroupBy(collection => (Caller: Blame.Asker(collection, trace), collection.Reason))
            .Select(same => new TriggerEntry(
                same.Key.Caller, JsonWord.Of(same.Key.Reason), same.Count(), same.Sum(collection => collection.PauseSeconds),
                trace.Stack(same.GroupBy(collection => collection.Stack).MaxBy(way => way.Count())?.Key)?.Frames ?? []))
            .OrderByDescending(trigger => trigger.PauseSeconds)];
}

/// <param name="Type">Null where allocations were not sampled.</param>
/// <param name="Bytes">Estimated of samples.</param>
/// <param name="Collections">Begun as it allocated.</param>
/// <param name="Growth">Which collection grew.</param>
/// <param name="Sized">Which collection was made at its capacity; where one was, growth is null.</param>
/// <param name="Serialisation">Which serialiser filled it.</param>
internal sealed record LargeAllocatorEntry(
    string Caller, string? Type, long? Bytes, int Collections, string? Growth, string? Sized, string? Serialisation);

/// <inheritdoc cref="CounterAlert"/>
/// <param name="LastDay">Bytes: the most of the last 24 hours, or of all that was recorded where that is less; collections: their number then;
/// pause_share: a share of the time.</param>
/// <param name="Median">Of the fourteen days before; null where the threshold is fixed or too little was recorded.</param>
/// <param name="Threshold">Above which it is raised; null where too little was recorded to tell.</param>
/// <param name="NeededSeconds">To hold it against the median of two weeks; 0 where the threshold is fixed.</param>
internal sealed record AlertEntry(
    [AllowedValues("private_bytes", "gen2_bytes", "large_object_bytes", "gen2_collections", "pause_share", "induced_collections")] string Counter,
    double? LastDay,
    double? Median,
    double? Threshold,
    [Words(typeof(AlertState))] string State,
    double RecordedSeconds,
    double NeededSeconds);
