using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Runs;

namespace Lowtide.Trials.Results;

/// <summary>An arm's metrics as its decision takes them.</summary>
internal static class ArmValues
{
    /// <summary>Of every arm of the plan, in its order.</summary>
    public static IReadOnlyList<ArmMetrics> Of(TrialPlan plan, IReadOnlyList<Block> blocks) =>
        [.. plan.Arms.Select(arm => Of(arm, plan, blocks))];

    /// <summary>Baseline less arm, in bytes of the family's PSS.</summary>
    public static PairedEffect Saving(Arm arm, TrialFacts facts)
    {
        var pss = Paired(TrialMetrics.Find(TrialMetrics.Pss)!, arm, facts.Blocks);
        return (pss with
        {
            Scale = EffectScale.Difference,
            Baseline = pss.Arm,
            Arm = pss.Baseline,
            Later = pss.Later is { } later ? (later.Arm, later.Baseline) : null,
        }).Effect(facts.Plan.Alpha);
    }

    /// <summary>A metric that nobody measured is no claim, so it takes no share of the correction.</summary>
    private static ArmMetrics Of(Arm arm, TrialPlan plan, IReadOnlyList<Block> blocks)
    {
        var all = plan.Metrics.Select(metric => Paired(metric, arm, blocks)).ToList();
        return new ArmMetrics(
            arm.Name,
            all.Single(metric => metric.Name == plan.Primary),
            [.. all.Where(metric => metric.Name != plan.Primary && metric.Baseline.Length > 0)]);
    }

    /// <summary>Memory that had not settled may move as much again (<see cref="SteadyMemory.DriftBytes"/>).</summary>
    private static PairedMetric Paired(TrialMetric metric, Arm arm, IReadOnlyList<Block> blocks)
    {
        var values = PairedValues.Of(metric.Name, arm, blocks);
        var later = metric.Name is TrialMetrics.Pss or TrialMetrics.Private && blocks.Any(block => Drift(block.Baseline) != 0 || Drift(block[arm]) != 0)
            ? PairedValues.Of(run => run.Value(metric.Name) + Drift(run), arm, blocks) : null;
        return new(metric.Name, metric.Scale, metric.Margin, metric.BetterWhen, values.Baseline, values.Arm)
        {
            Later = later is null ? null : (later.Baseline, later.Arm),
        };
    }

    private static long Drift(RunResult run) => run.Steady?.DriftBytes ?? 0;
}
