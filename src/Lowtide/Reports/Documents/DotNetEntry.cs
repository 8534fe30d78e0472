using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

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

    public required long LostEvents { get; init; }

    public required bool MethodsNamed { get; init; }

    /// <summary>Whether types and bytes of allocations are known.</summary>
    public required bool AllocationsSampled { get; init; }

    /// <summary>Null where the trace lacks its end.</summary>
    public required DotNetSettings? Settings { get; init; }

    public required IReadOnlyList<GenerationEntry> Generations { get; init; }

    public required IReadOnlyList<FullCollectionEntry> FullCollections { get; init; }

    /// <summary>What began collections, of any generation; most pauses first.</summary>
    public required IReadOnlyList<TriggerEntry> Triggers { get; init; }

    /// <summary>Most bytes first.</summary>
    public required IReadOnlyList<LargeAllocatorEntry> LargeAllocators { get; init; }

    public required IReadOnlyList<AlertEntry> Alerts { get; init; }

    /// <summary>Null where survivors were not told.</summary>
    public required Gen2DeathsEntry? Deaths { get; init; }

    /// <summary>Null where nobody watched them.</summary>
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
    public required int Generation { get; init; }

    public required int Count { get; init; }

    public required int Induced { get; init; }

    public required int Blocking { get; init; }

    public required int Background { get; init; }

    public required int? Compacting { get; init; }

    public required double PauseSeconds { get; init; }

    public required double MedianPauseSeconds { get; init; }

    public required double P95PauseSeconds { get; init; }

    public required double LongestPauseSeconds { get; init; }

    public required long? PromotedBytes { get; init; }

    public required long? MeanPromotedBytes { get; init; }

    public required long? MeanBeforeBytes { get; init; }

    public required long? MeanAfterBytes { get; init; }

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
internal sealed record ReasonEntry(string Reason, int Collections);

internal sealed record FullCollectionEntry
{
    public required int Number { get; init; }

    /// <summary>Seconds from the trace's beginning.</summary>
    public required double At { get; init; }

    public required string Kind { get; init; }

    public required string Reason { get; init; }

    public required bool Induced { get; init; }

    public required double PauseSeconds { get; init; }

    public required double SuspendSeconds { get; init; }

    public required double Seconds { get; init; }

    public required bool? Compacting { get; init; }

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

/// <param name="Stack">Of the way that is most frequent, the outermost frame first; empty where there is none.</param>
internal sealed record TriggerEntry(string Caller, string Reason, int Collections, double PauseSeconds, IReadOnlyList<string> Stack)
{
    public static IReadOnlyList<TriggerEntry> All(DotNetTrace trace) =>
        [.. trace.Collections
            .GroupBy(collection => (Caller: Blame.Caller(trace.Stack(collection.Stack)), collection.Reason))
            .Select(same => new TriggerEntry(
                same.Key.Caller, JsonWord.Of(same.Key.Reason), same.Count(), same.Sum(collection => collection.PauseSeconds),
                trace.Stack(same.GroupBy(collection => collection.Stack).MaxBy(way => way.Count())?.Key)?.Frames ?? []))
            .OrderByDescending(trigger => trigger.PauseSeconds)];
}

internal sealed record LargeAllocatorEntry(
    string Caller, string? Type, long? Bytes, int Collections, string? Growth, string? Sized, string? Serialisation);

/// <inheritdoc cref="CounterAlert"/>
internal sealed record AlertEntry(
    string Counter, double? LastDay, double? Median, double? Threshold, string State, double RecordedSeconds, double NeededSeconds);
