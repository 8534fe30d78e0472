using Lowtide.Analysis.Statistics;
using Lowtide.Reports.Writing;
using Lowtide.Trials;
using Spectre.Console;

namespace Lowtide.Reports.Trials;

/// <summary>
/// Several arms in one table, against the baseline above them: what decides with its verdict, and what the load saw. Response times
/// stand with intervals of their own (<see cref="Benefit"/>): among many arms the corrected ones are too wide to be read.
/// </summary>
internal static class ArmsTable
{
    private static readonly IReadOnlyList<(string Name, string Head)> Load =
        [("latency_p50_seconds", "P50"), (TrialMetrics.LatencyP99, "P99"), ("requests_per_second", "RATE")];

    public static void Show(TrialResult result, IAnsiConsole console)
    {
        var primary = result.Arms[0].Primary;
        // A load that tells nothing has no columns.
        var told = Load.Where(figure => result.Arms.Any(arm => Brought(arm, figure.Name).Why is null)).ToList();
        var table = Screen.Table(
            ["ARM", $">{primary.Metric.Name}", new FittedColumn(">INTERVAL", 4), "VERDICT", .. told.SelectMany(Columns)]);
        table.AddRow(
            ["baseline", TrialValues.Of(primary.Baseline, primary.Metric), "", "", .. told.SelectMany(figure => Baseline(result.Arms[0], figure.Name))]);
        foreach (var arm in result.Arms)
            table.AddRow(
            [
                Screen.Text(arm.Arm.Name),
                TrialValues.Change(arm.Primary.Verdict.Effect.Estimate, primary.Metric),
                TrialValues.Interval(arm.Primary) ?? "-",
                VerdictNames.Of(arm.Primary.Verdict.Verdict),
                .. told.SelectMany(figure => Changed(arm, figure.Name)),
            ]);
        console.WriteLine();
        console.WriteLine("All arms against the baseline (verdicts on what decides alone):");
        console.Write(table);
    }

    private static IEnumerable<FittedColumn> Columns((string Name, string Head) figure) => [new($">{figure.Head}", 3), new($">{figure.Head} INTERVAL", 1)];

    private static IEnumerable<string> Baseline(ArmResult arm, string name) => [TrialValues.Of(Brought(arm, name).Baseline, Brought(arm, name).Unit), ""];

    private static IEnumerable<string> Changed(ArmResult arm, string name) =>
        [TrialValues.Change(Brought(arm, name)), TrialValues.Interval(Brought(arm, name)) ?? "-"];

    private static Benefit Brought(ArmResult arm, string name) => arm.Brings.Single(benefit => benefit.Name == name);
}
