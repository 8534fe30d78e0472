using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Report;

/// <summary>The collections of a trace, a column a generation: as wide as a phone, where a row a generation is wider than a desk.</summary>
internal static class GenerationTable
{
    public static TableBlock Of(string caption, DotNetTrace trace)
    {
        var generations = GenerationSums.All(trace);
        var reasons = generations.SelectMany(generation => generation.Reasons)
            .GroupBy(reason => reason.Reason, reason => reason.Collections)
            .OrderByDescending(reason => reason.Sum()).ThenBy(reason => reason.Key);
        return TableBlock.Of(
            caption,
            ["generation", .. generations.Select(generation => $">{generation.Generation}")],
            [
                .. GenerationFigure.All.Select(figure => (IReadOnlyList<string>)[figure.Name, .. generations.Select(figure.Text)]),
                .. reasons.Select(reason => (IReadOnlyList<string>)
                    [$"begun for: {DotNetWords.Word(reason.Key)}", .. generations.Select(generation => Count(generation, reason.Key))]),
            ]);
    }

    private static string Count(GenerationSums generation, CollectionReason reason) =>
        generation.Reasons.FirstOrDefault(each => each.Reason == reason) is { } begun ? $"{begun.Collections:N0}" : "-";
}
