using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>One method that makes large objects (85,000 bytes and more, which stand in a heap that only generation 2 collects).</summary>
/// <param name="Type">Null where only the collections that it triggered tell of it.</param>
/// <param name="Bytes">Estimated of samples; null likewise.</param>
/// <param name="Collections">That the runtime began as the method allocated: with the first of its types.</param>
public sealed record LargeAllocator(string Caller, string? Type, long? Bytes, int Collections, string? Growth, string? Serialisation)
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
            .Select(same => Of(same.Key.Caller, same.Key.Type, same.Sum(one => one.Bytes), triggers.GetValueOrDefault(same.Key.Caller)?.Count ?? 0,
                [.. same.OrderByDescending(one => one.Bytes).Select(one => trace.Stack(one.Stack))]))
            .ToList();
        var untold = triggers
            .Where(trigger => !sampled.Exists(allocator => allocator.Caller == trigger.Key))
            .Select(trigger => Of(trigger.Key, null, null, trigger.Value.Count, trigger.Value));
        HashSet<string> counted = [];
        return [.. sampled.Concat(untold).OrderByDescending(one => one.Bytes ?? 0).ThenByDescending(one => one.Collections)
            .Select(one => counted.Add(one.Caller) ? one : one with { Collections = 0 })];
    }

    private static LargeAllocator Of(string caller, string? type, long? bytes, int collections, IReadOnlyList<DotNetStack?> stacks) => new(
        caller, type, bytes, collections,
        stacks.Select(Blame.Growth).FirstOrDefault(words => words is not null),
        stacks.Select(Blame.Serialisation).FirstOrDefault(words => words is not null));

    /// <summary>What the code could do instead, the way that fits best first.</summary>
    public string Ways => this switch
    {
        { Growth: not null } => "give it its final capacity, so that it does not grow through ever larger arrays; or chunk it (ChunkedList, ChunkedHashSet and "
            + "ChunkedDictionary of Lowtide.Collections never make a large object); renting does not fit what lives on beyond the method",
        { Serialisation: not null } => "fuse the steps, so that the whole is never in one piece: serialise into the response or the next writer "
            + "(JsonSerializer.SerializeAsync, Utf8JsonWriter, XmlWriter.WriteBase64 in pieces); else rent the buffer (ArrayPool<T>.Shared) "
            + "where it is given back in the same method; chunking helps only what must stay whole in memory",
        _ => "fuse the steps that fill and read it, so that it disappears; or rent it (ArrayPool<T>.Shared) where it is given back in the "
            + "same method, not where its life crosses methods; or chunk it (Lowtide.Collections) where it is a collection that lives on",
    };

    public string Words => $"{Caller}{(Type is null ? "" : $": {Type}")}{(Bytes is { } bytes ? $", {Amount.Bytes(bytes)}" : "")}"
        + $"{(Collections > 0 ? $", {Collections:N0} {(Collections == 1 ? "collection" : "collections")} begun there" : "")}"
        + $"{(Growth is null ? "" : $"; {Growth}")}{(Serialisation is null ? "" : $"; {Serialisation}")}";
}
