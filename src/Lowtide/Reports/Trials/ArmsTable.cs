using Lowtide.Reports.Blocks;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Trials;

/// <summary>
/// Several arms, a row each, below the baseline: what decides with its verdict, the most memory at once where memory decides, and what the load saw.
/// Response times are of <see cref="Benefit"/>: among many arms the corrected intervals are too wide to be read, so that they stand here without one.
/// </summary>
internal static class ArmsTable
{
    private static readonly IReadOnlyList<(string Name, string Head)> Load =
        [("latency_p50_seconds", "p50"), (TrialMetrics.LatencyP99, "p99"), ("requests_per_second", "rate")];

    public static TableBlock Of(TrialResult result)
    {
        var primary = result.Arms[0].Primary;
        // A load that tells nothing has no columns.
        var told = Load.Where(figure => result.Arms.Any(arm => Brought(arm, figure.Name).Why is null)).ToList();
        IReadOnlyList<string> peak = primary.Metric.Name is TrialMetrics.Pss or TrialMetrics.Private
            && result.Arms.Any(arm => Brought(arm, Benefit.Peak).Why is null) ? [Benefit.Peak] : [];
        return new TableBlock(
            "",
            [
                new("arm", Numeric: false), new(primary.Metric.Title, Numeric: true) { Worth = 3 }, new("change", Numeric: true),
                new("interval", Numeric: true) { Worth = 4 }, new("verdict", Numeric: false),
                .. peak.Select(_ => new TableColumn("most at once", Numeric: true) { Worth = 2 }),
                .. told.Select(figure => new TableColumn(figure.Head, Numeric: true) { Worth = 1 }),
            ],
            [
                ["baseline", TrialValues.Of(primary.Baseline, primary.Metric), "", "", "",
                    .. peak.Concat(told.Select(figure => figure.Name)).Select(name => Baseline(result.Arms[0], name))],
                .. Sorted(result).Select(arm => (IReadOnlyList<string>)
                [
                    arm.Arm.Name,
                    TrialValues.Of(arm.Primary.WithIt, primary.Metric),
                    TrialValues.Change(arm.Primary.Verdict.Effect.Estimate, primary.Metric),
                    TrialValues.Interval(arm.Primary) ?? "-",
                    arm.Primary.Said,
                    .. peak.Select(name => TrialValues.Of(Brought(arm, name).WithIt, Brought(arm, name).Unit)),
                    .. told.Select(figure => TrialValues.Change(Brought(arm, figure.Name))),
                ]),
            ],
            Folded: false);
    }

    /// <summary>The best first.</summary>
    private static IEnumerable<ArmResult> Sorted(TrialResult result) => BestArm.Of(result) is { } best
        ? result.Arms.Where(arm => arm != best.Arm).Prepend(best.Arm) : result.Arms;

    private static string Baseline(ArmResult arm, string name) => TrialValues.Of(Brought(arm, name).Baseline, Brought(arm, name).Unit);

    private static Benefit Brought(ArmResult arm, string name) => arm.Brings.Single(benefit => benefit.Name == name);
}
