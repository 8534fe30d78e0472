using Lowtide.Analysis.Statistics;
using Lowtide.Trials;
using Lowtide.Trials.Runs;
using Lowtide.Writing;

namespace Lowtide.Reports.Trials;

/// <summary>
/// What somebody at a terminal sees below the lines of a trial that runs: each arm's values and where the present run stands.
/// No difference and no test of it is shown, for who watches one would stop when it looks good. Pure.
/// </summary>
internal static class TrialLiveLines
{
    /// <param name="left">What is known of the time to go; null before the first run.</param>
    public static IReadOnlyList<LiveLine> Of(
        TrialPlan plan, IReadOnlyList<RunResult> runs, RunView? now, int pairs, string? left, bool interrupted, int columns)
    {
        var table = new FittedTable(
            new("ARM", Worth: 5), new(">RUNS", Worth: 3), new(">LAST", Worth: 4), new(">MEDIAN", Worth: 4), new(">LEAST", Worth: 2), new(">MOST", Worth: 1));
        var metric = plan.PrimaryMetric;
        foreach (var arm in plan.AllArms)
        {
            var mine = runs.Where(run => run.Arm == arm.Name).ToList();
            var sorted = mine.Select(run => run.Value(metric.Name)).OfType<double>().Order().ToArray();
            table.AddRow(
                arm.Name,
                $"{mine.Count}",
                TrialValues.Of(mine is [.., var last] ? last.Value(metric.Name) : null, metric),
                TrialValues.Of(Quantile.Median(sorted), metric),
                TrialValues.Of(sorted.Length == 0 ? null : sorted[0], metric),
                TrialValues.Of(sorted.Length == 0 ? null : sorted[^1], metric));
        }
        return
        [
            new LiveLine(""),
            new LiveLine($"{metric.Title} of each arm so far: shown, not decided"),
            .. table.Lines(columns, height: int.MaxValue),
            new LiveLine(interrupted ? "interrupted: stopping all that it started" : now is null ? "" : Present(now, pairs)),
            new LiveLine(left ?? ""),
        ];
    }

    private static string Present(RunView run, int pairs) =>
        $"pair {run.Block + 1} of {pairs}, {run.Arm}: {run.Phase.ToString().ToLowerInvariant()}, {Progress(run)}"
        + (run.PssBytes is { } pss ? $"; {Screen.Size(pss)} (PSS) now" : "");

    /// <summary>A share only where it is known how long it takes, and as long as that holds.</summary>
    private static string Progress(RunView run) => run.UsualSeconds is { } usual && run.Seconds < usual && run.Phase == RunPhase.Loading
        ? $"{TrialValues.Percent(Math.Floor(100 * run.Seconds / usual) / 100)} of about {TrialValues.Span(usual)}"
        : TrialValues.Span(run.Seconds);
}
