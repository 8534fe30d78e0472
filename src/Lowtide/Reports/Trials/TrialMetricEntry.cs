using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Recordings;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Trials;

internal sealed record TrialMetricEntry
{
    [MetricName]
    public required string Name { get; init; }

    [Words(typeof(TrialMetrics), nameof(TrialMetrics.All), Of = nameof(TrialMetric.Unit))]
    public required string Unit { get; init; }

    /// <summary>Median of the baseline runs.</summary>
    [Signed]
    public required double? Baseline { get; init; }

    /// <summary>Hodges-Lehmann: arm minus baseline in the unit.</summary>
    [Signed]
    public required double? Estimate { get; init; }

    /// <summary>Null with too few pairs for the confidence that the verdict needs.</summary>
    [Signed]
    public required double? Low { get; init; }

    [Signed]
    public required double? High { get; init; }

    /// <summary>Arm / baseline; null for a metric compared by differences.</summary>
    public required double? Ratio { get; init; }

    public required double? RatioLow { get; init; }

    public required double? RatioHigh { get; init; }

    /// <summary>Largest change still called the same: a fraction where ratio is given, else in the unit.</summary>
    [Above(0)]
    public required double Margin { get; init; }

    /// <summary>The pairs that decided it; for an undecided one, those that likely would; null where one pair or none was measured.</summary>
    [AtLeast(1)]
    public required int? PairsNeeded { get; init; }

    /// <summary>The smallest that these pairs would have shown with 90% power: a fraction where ratio is given, else in the unit; null where there is
    /// no spread to tell it from.</summary>
    public required double? DetectableChange { get; init; }

    [Words(typeof(VerdictNames), nameof(VerdictNames.All))]
    public required string Verdict { get; init; }

    /// <summary>False behind a metric that was undecided: those beside the one that decides are tested in their order until then; and of one that
    /// nobody measured.</summary>
    public required bool Tested { get; init; }

    public static TrialMetricEntry Of(MetricResult result)
    {
        var ratio = result.Verdict.Effect.Scale == EffectScale.Ratio ? result.Verdict.Effect : null;
        return new TrialMetricEntry
        {
            Name = result.Metric.Name,
            Unit = result.Metric.Unit.Name,
            Baseline = result.Baseline,
            Estimate = result.InUnits.Estimate,
            Low = result.InUnits.Interval?.Low,
            High = result.InUnits.Interval?.High,
            Ratio = ratio?.Estimate,
            RatioLow = ratio?.Interval?.Low,
            RatioHigh = ratio?.Interval?.High,
            Margin = result.Metric.Margin,
            PairsNeeded = result.PairsNeeded,
            DetectableChange = result.Detectable,
            Verdict = VerdictNames.Of(result.Verdict.Verdict),
            Tested = result.Verdict.IsTested,
        };
    }

    public static TrialMetricEntry Unmeasured(TrialMetric metric) => new()
    {
        Name = metric.Name,
        Unit = metric.Unit.Name,
        Baseline = null,
        Estimate = null,
        Low = null,
        High = null,
        Ratio = null,
        RatioLow = null,
        RatioHigh = null,
        Margin = metric.Margin,
        PairsNeeded = null,
        DetectableChange = null,
        Verdict = VerdictNames.Of(Analysis.Statistics.Verdicts.Verdict.Undecided),
        Tested = false,
    };
}
