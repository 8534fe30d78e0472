using Lowtide.Reports.Blocks;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Trials;

/// <summary>What the runs were measured by, a metric a row.</summary>
internal static class MetricsTable
{
    private static readonly IReadOnlyList<TableColumn> Columns =
    [
        new("metric", Numeric: false), new("baseline", Numeric: true) { Worth = 2 }, new("with it", Numeric: true) { Worth = 1 },
        new("change", Numeric: true), new("interval", Numeric: true) { Worth = 3 }, new("verdict", Numeric: false),
    ];

    /// <summary>Of one arm.</summary>
    public static TableBlock Of(ArmResult arm) => new("", Columns, [.. arm.Metrics.Select(metric => (IReadOnlyList<string>)
    [
        metric.Metric.Title + (metric == arm.Primary ? ", decides" : ""),
        TrialValues.Of(metric.Baseline, metric.Metric),
        TrialValues.Of(metric.WithIt, metric.Metric),
        TrialValues.Change(metric.Verdict.Effect.Estimate, metric.Metric),
        TrialValues.Interval(metric) ?? "-",
        metric.Said,
    ])], Folded: false);

    /// <summary>Of all arms, with margins and what options and documents call a metric.</summary>
    /// <param name="caption">Empty below a heading that says it.</param>
    /// <param name="instead">Of a verdict; null for itself.</param>
    public static TableBlock InFigures(TrialResult result, string caption, Func<MetricResult, string?> instead) => TableBlock.Of(
        caption,
        ["metric", "arm", ">baseline", ">with it", ">change", ">interval", ">confidence", ">margin", "verdict"],
        result.Arms.SelectMany(arm => arm.Metrics, (arm, metric) => (IReadOnlyList<string>)
        [
            metric.Metric.Name, arm.Arm.Name, TrialValues.Of(metric.Baseline, metric.Metric), TrialValues.Of(metric.WithIt, metric.Metric),
            TrialValues.Change(metric.Verdict.Effect.Estimate, metric.Metric), TrialValues.Interval(metric) ?? "-",
            metric.Verdict.Effect.Interval is { } interval ? TrialValues.Percent(interval.Confidence) : "-",
            TrialValues.Margin(metric.Metric), instead(metric) ?? metric.Said,
        ]),
        folded: true);
}
