using Lowtide.Analysis.Causes;
using Lowtide.Recordings;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Explain;

internal sealed record WorkerCopies
{
    /// <summary>Its pid; one whose pages could not be traced is left out.</summary>
    [AtLeast(1)]
    public required int Worker { get; init; }

    public required long Collector { get; init; }

    public required long ReferenceCount { get; init; }

    public required long AllocatorReuse { get; init; }

    public required long CacheFill { get; init; }

    public required long PayloadWrite { get; init; }

    public required long Undecided { get; init; }

    /// <summary>Of a sample of pages that no collection writes to, those that the worker has copied; null where none was taken.</summary>
    public required ReadSample? Reads { get; init; }

    public static WorkerCopies Of((Member Worker, CopiedByCause Copied) traced) => new()
    {
        Worker = traced.Worker.Process.Pid,
        Collector = traced.Copied.BytesOf(CopyCause.Collector),
        ReferenceCount = traced.Copied.BytesOf(CopyCause.ReferenceCount),
        AllocatorReuse = traced.Copied.BytesOf(CopyCause.AllocatorReuse),
        CacheFill = traced.Copied.BytesOf(CopyCause.CacheFill),
        PayloadWrite = traced.Copied.BytesOf(CopyCause.PayloadWrite),
        Undecided = traced.Copied.BytesOf(CopyCause.Undecided),
        Reads = traced.Worker.Reads,
    };
}

/// <param name="Type">As the language names it; empty for memory of no object.</param>
internal sealed record TypeCopies(string Type, [Words(typeof(CopyCause))] string Cause, long Bytes)
{
    /// <summary>Of all workers together, most bytes first, and of as many by name: the order is the same at each look.</summary>
    public static IReadOnlyList<TypeCopies> Of(FamilyCauses? causes) =>
        [.. (causes?.Workers ?? [])
            .SelectMany(traced => traced.Copied.Rows)
            .GroupBy(row => new { row.Type, row.Cause })
            .Select(same => new TypeCopies(
                same.Key.Type, JsonWord.Of(same.Key.Cause), same.Sum(row => row.Bytes)))
            .OrderByDescending(row => row.Bytes).ThenBy(row => row.Type, StringComparer.Ordinal).ThenBy(row => row.Cause, StringComparer.Ordinal)];
}

/// <param name="Name">Qualified; before CPython 3.11 a code object's plain name; null: all others together, of a worker what is beyond its 256 most
/// copied names, and those whose names were not read.</param>
/// <param name="Where">A code object's file, a function's module.</param>
internal sealed record CodeCopies(
    string? Name,
    [Words(typeof(CodeKind))] string Kind,
    string? Where,
    [Words(typeof(CopyCause))] string Cause,
    long Bytes)
{
    private const int MostNamed = 100;

    /// <summary>Of all workers together, most bytes first. They add up to all that was copied of code and functions.</summary>
    public static IReadOnlyList<CodeCopies>? Of(FamilySnapshot family)
    {
        if (CodeByCause.Of(family) is not { } codes)
            return null;
        var named = codes.Where(code => code.Name is not null).Take(MostNamed).ToList();
        var others = codes.Except(named).GroupBy(code => (code.Kind, code.Cause))
            .Select(rest => rest.First() with { Name = null, Where = null, Bytes = rest.Sum(code => code.Bytes) });
        return [.. named.Concat(others).OrderByDescending(code => code.Bytes).ThenBy(code => code.Name, StringComparer.Ordinal)
            .Select(code => new CodeCopies(code.Name, JsonWord.Of(code.Kind), code.Where, JsonWord.Of(code.Cause), code.Bytes))];
    }
}
