using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>Methods that make large objects, which only a collection of generation 2 frees.</summary>
public sealed class LargeObjects : IFindingRule
{
    private const int MostNamed = 6, LeastCollections = 2;

    /// <summary>The first budget of large objects is about 3 MB (gc.cpp, static_data_table): this much uses it up every few seconds.</summary>
    private const double LeastBytesPerSecond = 1 << 20;

    public string Id => "dotnet.large-objects";

    public Examination Examine(Recording recording)
    {
        // One without any event that tells of time has none, and nothing a second.
        if (recording.DotNet is not { Seconds: > 0 } trace)
            return Examination.Nothing;
        var allocators = LargeAllocator.All(trace);
        var begun = trace.Collections.Where(collection => collection.IsForLargeObject).ToList();
        var bytes = allocators.Sum(allocator => allocator.Bytes ?? 0);
        if (begun.Count < LeastCollections && bytes < LeastBytesPerSecond * trace.Seconds)
            return Examination.Nothing;
        return Examination.Found(Finding.OfPauses(
            Id,
            begun.Count >= LeastCollections
                ? $"Large objects began {begun.Count:N0} of the {trace.Collections.Count:N0} collections; "
                    + $"most by {allocators.MaxBy(allocator => allocator.Collections)!.Caller}."
                : $"{Amount.Bytes((long)(bytes / trace.Seconds))} of large objects are made a second; most by {allocators[0].Caller}.",
            begun,
            [
                .. allocators.Take(MostNamed).Select(allocator =>
                    new Evidence("large_bytes", allocator.Bytes, allocator.Words)),
                .. trace.Allocations is null
                    ? [new Evidence("large_bytes", null, "types and bytes were not sampled: 'lowtide record --allocations' names them")]
                    : Array.Empty<Evidence>(),
                .. CodeAdvice.Of([.. allocators.Take(MostNamed).Select(allocator => (allocator.Caller, allocator.Ways))]),
            ]));
    }
}
