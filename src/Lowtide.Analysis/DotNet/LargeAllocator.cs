using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>One method that makes large objects (85,000 bytes and more, which stand in a heap that only generation 2 collects).</summary>
/// <param name="Type">Null where only the collections that it triggered tell of it.</param>
/// <param name="Bytes">Estimated of samples; null likewise.</param>
/// <param name="Collections">That the runtime began as the method allocated: with the first of its types.</param>
public sealed record LargeAllocator(string Caller, string? Type, long? Bytes, int Collections, FrameworkWork Work)
{
    /// <summary>Most bytes first, then most collections.</summary>
    public static IReadOnlyList<LargeAllocator> All(DotNetTrace trace)
    {
        var triggers = trace.Collections
            .Where(collection => collection.IsForLargeObject)
            .Select(collection => trace.Stack(collection.Stack))
            .GroupBy(Blame.Caller)
            .ToDictionary(same => same.Key, same => same.ToList());
        var sampled = (trace.Allocations ?? [])
            .Where(allocation => allocation.Heap == DotNetHeap.Large)
            .GroupBy(allocation => (Caller: Blame.Caller(trace.Stack(allocation.Stack)), allocation.Type))
            .Select(same => new LargeAllocator(
                same.Key.Caller, same.Key.Type, same.Sum(one => one.Bytes), triggers.GetValueOrDefault(same.Key.Caller)?.Count ?? 0,
                FrameworkWork.Of([.. same.OrderByDescending(one => one.Bytes).Select(one => trace.Stack(one.Stack))])))
            .ToList();
        var untold = triggers
            .Where(trigger => !sampled.Exists(allocator => allocator.Caller == trigger.Key))
            .Select(trigger => new LargeAllocator(trigger.Key, null, null, trigger.Value.Count, FrameworkWork.Of(trigger.Value)));
        HashSet<string> counted = [];
        return [.. sampled.Concat(untold).OrderByDescending(one => one.Bytes ?? 0).ThenByDescending(one => one.Collections)
            .Select(one => counted.Add(one.Caller) ? one : one with { Collections = 0 })];
    }

    public string Ways => Work.WaysOfLarge;

    public string Words => $"{Caller}{(Type is null ? "" : $": {Blame.Type(Type)}")}{(Bytes is { } bytes ? $", {Amount.Bytes(bytes)}" : "")}"
        + Begun(Collections) + Work.Words;

    /// <summary>To follow bytes; empty of none.</summary>
    internal static string Begun(int collections) =>
        collections > 0 ? $", {Amount.Count(collections, "collection")} begun there" : "";
}
