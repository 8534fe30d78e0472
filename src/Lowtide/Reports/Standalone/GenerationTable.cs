using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Reports.Standalone;

/// <summary>The collections of a trace, a column a generation: as wide as a phone, where a row a generation is wider than a desk.</summary>
internal static class GenerationTable
{
    public static TableBlock Of(string caption, DotNetTrace trace)
    {
        var generations = DotNetWords.Rows(trace).ToList();
        var sums = GenerationSums.All(trace);
        var reasons = sums.SelectMany(generation => generation.Reasons)
            .GroupBy(reason => reason.Reason, reason => reason.Collections)
            .OrderByDescending(reason => reason.Sum()).ThenBy(reason => reason.Key);
        return TableBlock.Of(
            caption,
            ["generation", .. generations.Select(row => $">{row[0]}")],
            [
                .. Names.Select((name, index) => (IReadOnlyList<string>)[name, .. generations.Select(row => row[index + 1])]),
                .. reasons.Select(reason => (IReadOnlyList<string>)
                    [$"begun for: {DotNetWords.Word(reason.Key)}", .. sums.Select(generation => Count(generation, reason.Key))]),
            ]);
    }

    /// <summary>Of the figures in <see cref="DotNetWords.Rows"/>, but for the generation, which is first, and the reasons, which are last.</summary>
    private static readonly IReadOnlyList<string> Names =
    [
        "collections", "induced", "blocking", "compacting", "pauses in all", "median pause", "95% of the pauses are within", "longest pause",
        "before, in the mean", "survived, in the mean", "after, in the mean",
    ];

    private static string Count(GenerationSums generation, CollectionReason reason) =>
        generation.Reasons.FirstOrDefault(each => each.Reason == reason) is { } begun ? $"{begun.Collections:N0}" : "-";
}
