using Lowtide.Analysis;
using Lowtide.Analysis.DotNet;
using Lowtide.Writing;

namespace Lowtide.Reports.Words;

/// <summary>
/// A figure of each generation's collections. On the screen it is a column and a generation a row, in a report the other way round.
/// </summary>
/// <param name="Name">As a report says it, which has the room.</param>
internal sealed record GenerationFigure(FittedColumn Column, string Name, Func<GenerationSums, string> Text)
{
    public static IReadOnlyList<GenerationFigure> All { get; } =
    [
        new(">COUNT", "collections", sums => $"{sums.Count:N0}"),
        new(">INDUCED", "induced", sums => $"{sums.Induced:N0}"),
        new(">BLOCKING", "blocking", sums => $"{sums.Blocking:N0}"),
        new(new FittedColumn(">COMPACTING", 1), "compacting", sums => sums.Compacting is { } compacting ? $"{compacting:N0}" : "-"),
        new(">PAUSES", "pauses in all", sums => Unit.Seconds.Text(sums.PauseSeconds)),
        new(">MEDIAN", "median pause", sums => Unit.Seconds.Text(sums.MedianPauseSeconds)),
        new(new FittedColumn(">P95", 3), "95% of the pauses are within", sums => Unit.Seconds.Text(sums.P95PauseSeconds)),
        new(">LONGEST", "longest pause", sums => Unit.Seconds.Text(sums.LongestPauseSeconds)),
        new(new FittedColumn(">BEFORE", 0), "before, in the mean", sums => Screen.Size(sums.MeanBeforeBytes)),
        new(new FittedColumn(">SURVIVED", 2), "survived, in the mean", sums => Screen.Size(sums.MeanPromotedBytes)),
        new(new FittedColumn(">AFTER", 4), "after, in the mean", sums => Screen.Size(sums.MeanAfterBytes)),
    ];
}
