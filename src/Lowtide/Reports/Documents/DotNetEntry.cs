using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Reports.Documents;

/// <summary>What a .NET runtime told, in the explain document.</summary>
/// <param name="PauseShare">Of the time in which it was listened to.</param>
/// <param name="Settings">Null where the trace lacks its end.</param>
/// <param name="LargeAllocators">Most bytes first.</param>
/// <param name="Triggers">What began collections, of any generation; most pauses first.</param>
/// <param name="Deaths">Null where survivors were not told.</param>
/// <param name="Requests">Null where nobody watched them.</param>
/// <param name="AllocationsSampled">Whether types and bytes of allocations are known.</param>
internal sealed record DotNetEntry(
    int Process,
    double Seconds,
    double PauseSeconds,
    double? PauseShare,
    int Pauses,
    long LostEvents,
    bool MethodsNamed,
    bool AllocationsSampled,
    DotNetSettings? Settings,
    IReadOnlyList<GenerationEntry> Generations,
    IReadOnlyList<FullCollectionEntry> FullCollections,
    IReadOnlyList<TriggerEntry> Triggers,
    IReadOnlyList<LargeAllocatorEntry> LargeAllocators,
    IReadOnlyList<AlertEntry> Alerts,
    Gen2DeathsEntry? Deaths,
    IReadOnlyList<SlowRequestsEntry>? Requests)
{
    public static DotNetEntry? Of(DotNetTrace? trace, IReadOnlyList<CounterAlert> alerts, IReadOnlyList<SlowRequests>? requests) =>
        trace is null ? null : new DotNetEntry(
        trace.Pid, trace.Seconds, trace.PauseSeconds, trace.Seconds > 0 ? trace.PauseSeconds / trace.Seconds : null, trace.OwnPauses.Count(),
        trace.LostEvents, trace.MethodsNamed, trace.Allocations is not null, trace.Settings,
        [.. GenerationSums.All(trace).Select(GenerationEntry.Of)],
        [.. trace.Collections.Where(collection => collection.Generation == 2).Select(collection => FullCollectionEntry.Of(trace, collection))],
        TriggerEntry.All(trace),
        [.. LargeAllocator.All(trace).Select(allocator => new LargeAllocatorEntry(
            allocator.Caller, allocator.Type, allocator.Bytes, allocator.Collections, allocator.Work.Growth, allocator.Work.Sized,
            allocator.Work.Serialisation))],
        [.. alerts.Select(alert => new AlertEntry(
            alert.Counter, alert.LastDay, alert.Median, alert.Threshold, JsonWord.Of(alert.State), alert.RecordedSeconds, alert.NeededSeconds))],
        Gen2DeathsEntry.Of(trace),
        requests is null ? null : [.. requests.Select(SlowRequestsEntry.Of)]);
}

/// <inheritdoc cref="GenerationSums"/>
internal sealed record GenerationEntry(
    int Generation, int Count, int Induced, int Blocking, int Background, int? Compacting, double PauseSeconds, double MedianPauseSeconds,
    double P95PauseSeconds, double LongestPauseSeconds, long? PromotedBytes, long? MeanPromotedBytes, long? MeanBeforeBytes, long? MeanAfterBytes,
    IReadOnlyList<ReasonEntry> Reasons)
{
    public static GenerationEntry Of(GenerationSums sums) => new(
        sums.Generation, sums.Count, sums.Induced, sums.Blocking, sums.Background, sums.Compacting, sums.PauseSeconds, sums.MedianPauseSeconds,
        sums.P95PauseSeconds, sums.LongestPauseSeconds, sums.PromotedBytes, sums.MeanPromotedBytes, sums.MeanBeforeBytes, sums.MeanAfterBytes,
        [.. sums.Reasons.Select(reason => new ReasonEntry(JsonWord.Of(reason.Reason), reason.Collections))]);
}

/// <summary>How many collections began for that.</summary>
internal sealed record ReasonEntry(string Reason, int Collections);

/// <param name="At">Seconds from the trace's beginning.</param>
/// <param name="Caller">The innermost method of the program on the stack that began it; null where there is none.</param>
internal sealed record FullCollectionEntry(
    int Number, double At, string Kind, string Reason, bool Induced, double PauseSeconds, double SuspendSeconds, double Seconds, bool? Compacting,
    int? MemoryLoadPercent, string? Caller)
{
    public static FullCollectionEntry Of(DotNetTrace trace, DotNetCollection collection)
    {
        var stack = trace.Stack(collection.Stack);
        return new FullCollectionEntry(
            collection.Number, collection.At, JsonWord.Of(collection.Kind), JsonWord.Of(collection.Reason), collection.IsInduced,
            collection.PauseSeconds, collection.SuspendSeconds, collection.Seconds, collection.Compacting, collection.MemoryLoadPercent,
            stack is null ? null : Blame.Caller(stack));
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
