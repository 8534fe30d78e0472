using Lowtide.Reports.Blocks;
using Lowtide.Trials.Metrics;
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

    /// <summary>Of one arm. Below the mean of memory stands the most that there was at once, which is what a limit is for; it gets no verdict.</summary>
    public static TableBlock Of(ArmResult arm) => new(
        "",
        Columns,
        [.. arm.Metrics.SelectMany(metric => Peak(arm).Where(_ => metric.Metric.Name == TrialMetrics.Pss).Prepend(Row(metric, arm)))],
        Folded: false);

    private static IReadOnlyList<string> Row(MetricResult metric, ArmResult arm) =>
    [
        metric.Metric.Title + (metric == arm.Primary ? ", decides" : ""),
        TrialValues.Of(metric.Baseline, metric.Metric),
        TrialValues.Of(metric.WithIt, metric.Metric),
        TrialValues.Change(metric.Verdict.Effect.Estimate, metric.Metric),
        TrialValues.Interval(metric) ?? "-",
        metric.Said,
    ];

    /// <summary>None where it was not read.</summary>
    private static IEnumerable<IReadOnlyList<string>> Peak(ArmResult arm) => arm.Brings
        .Where(benefit => benefit is { Name: Benefit.Peak, Why: null })
        .Select(peak => (IReadOnlyList<string>)
        [
            "most at once (PSS)", TrialValues.Of(peak.Baseline, peak.Unit), TrialValues.Of(peak.WithIt, peak.Unit),
            TrialValues.Change(peak), TrialValues.Interval(peak) ?? "-", "-",
        ]);

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
