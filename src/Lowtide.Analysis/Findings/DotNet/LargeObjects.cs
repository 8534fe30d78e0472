using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings.EvidenceRows;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>Methods that make large objects, which only a collection of generation 2 frees.</summary>
public sealed class LargeObjects : IFindingRule
{
    private const int MostNamed = 6, LeastCollections = 2;

    /// <summary>The first budget of large objects is about 3 MB (dotnet/runtime: gc.cpp, static_data_table): this much uses it up every few seconds.</summary>
    private const double LeastBytesPerSecond = 1 << 20;

    public const string FindingId = "dotnet.large-objects";

    public string Id => FindingId;

    public string Title => "large objects make the collector run";

    public Examination Examine(Recording recording)
    {
        if (recording.DotNet is not { } trace)
            return Examination.Nothing;
        var (allocators, begun) = (LargeAllocator.All(trace), Begun(trace));
        var methods = LargeMethod.All(allocators);
        if (!Matters(allocators, trace))
            return Examination.Nothing;
        return Examination.Found(Finding.OfPauses(
            Id,
            begun.Count >= LeastCollections
                ? $"Large objects began {begun.Count:N0} of the {trace.Collections.Count:N0} collections; "
                    + $"most by {methods.MaxBy(method => method.Collections)!.Caller}."
                : $"{Amount.Bytes((long)(Bytes(allocators) / trace.Seconds))} of large objects are made a second; most by {methods[0].Caller}.",
            begun,
            [
                .. methods.Take(MostNamed).Select(method => new Evidence("large_bytes", method.Bytes, method.Words)),
                .. trace.Allocations is null
                    ? [new Evidence("large_bytes", null,
                        $"types and bytes were not sampled: 'lowtide record {ListenedTo.Of(recording)} --allocations' names them")]
                    : Array.Empty<Evidence>(),
                .. CodeAdvice.Of(Ways(methods)),
            ]));
    }

    /// <summary>What the finding says that code could do instead, and of whose; none where there is no finding.</summary>
    internal static List<MethodAdvice> Advised(DotNetTrace trace)
    {
        var allocators = LargeAllocator.All(trace);
        return Matters(allocators, trace) ? Ways(LargeMethod.All(allocators)) : [];
    }

    private static List<MethodAdvice> Ways(IReadOnlyList<LargeMethod> methods) =>
        [.. methods.Take(MostNamed).SelectMany(method => method.Named).Select(one => new MethodAdvice(one.Caller, one.Type, one.Ways))];

    /// <summary>A trace without any event that tells of time has none, and nothing a second.</summary>
    private static bool Matters(IReadOnlyList<LargeAllocator> allocators, DotNetTrace trace) => trace.Seconds > 0
        && (Begun(trace).Count >= LeastCollections || Bytes(allocators) >= LeastBytesPerSecond * trace.Seconds);

    private static List<DotNetCollection> Begun(DotNetTrace trace) => [.. trace.Collections.Where(collection => collection.IsForLargeObject)];

    private static long Bytes(IReadOnlyList<LargeAllocator> allocators) => allocators.Sum(allocator => allocator.Bytes ?? 0);
}
