using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;

namespace Lowtide.Trials.Results;

/// <summary>An arm's metrics as its decision takes them.</summary>
internal static class ArmValues
{
    /// <summary>Of every arm of the plan, in its order.</summary>
    public static IReadOnlyList<ArmMetrics> Of(TrialPlan plan, IReadOnlyList<Block> blocks) =>
        [.. plan.Arms.Select(arm => Of(arm, plan, blocks))];

    /// <summary>A metric that nobody measured is no claim, so it takes no share of the correction.</summary>
    private static ArmMetrics Of(Arm arm, TrialPlan plan, IReadOnlyList<Block> blocks)
    {
        var all = plan.Metrics.Select(metric => Paired(metric, PairedValues.Of(metric.Name, arm, blocks))).ToList();
        return new ArmMetrics(
            arm.Name,
            all.Single(metric => metric.Name == plan.Primary),
            [.. all.Where(metric => metric.Name != plan.Primary && metric.Baseline.Length > 0)]);
    }

    private static PairedMetric Paired(TrialMetric metric, PairedValues values) =>
        new(metric.Name, metric.Scale, metric.Margin, metric.BetterWhen, values.Baseline, values.Arm);
}
