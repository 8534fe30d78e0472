using Lowtide.Analysis.Statistics;

namespace Lowtide.Trials;

/// <summary>An arm's metrics as its decision takes them.</summary>
internal static class ArmValues
{
    /// <summary>A metric that nobody measured is no claim, so it takes no share of the correction.</summary>
    public static ArmMetrics Of(Arm arm, TrialFacts facts)
    {
        var all = facts.Plan.Metrics.Select(metric => Paired(metric, PairedValues.Of(metric.Name, arm, facts.Blocks))).ToList();
        return new ArmMetrics(
            arm.Name,
            all.Single(metric => metric.Name == facts.Plan.Primary),
            [.. all.Where(metric => metric.Name != facts.Plan.Primary && metric.Baseline.Length > 0)]);
    }

    public static PairedMetric Paired(TrialMetric metric, PairedValues values) =>
        new(metric.Name, metric.Scale, metric.Margin, metric.BetterWhen, values.Baseline, values.Arm);
}
