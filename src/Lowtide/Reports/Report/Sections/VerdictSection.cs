using Lowtide.Analysis;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Trials;
using Lowtide.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Past;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Report.Sections;

/// <summary>What a trial came to: each arm's verdict, every metric with its interval, margin and pairs.</summary>
internal sealed class VerdictSection : IReportSection
{
    public ReportSection? Of(ReportMaterial material) => material.Trials.Count == 0
        ? null
        : new ReportSection(
            "verdict", "Verdict",
            "The same server, started with and without the change in pairs, under the same load. A change counts as better or worse only if its "
            + "whole interval lies off zero and beyond chance; inside the margin it counts as none.",
            [.. material.Trials.SelectMany(trial => Blocks(trial, material.Trials.Count > 1))]);

    private static IEnumerable<ReportBlock> Blocks(PastTrial trial, bool isOneOfSeveral)
    {
        if (isOneOfSeveral)
            yield return new TextBlock(trial.Kept.Path, null, []);
        if (TrialStanding.Of(trial) is { } standing)
            yield return new TextBlock(null, standing, []);
        if (trial.Result is not { } result)
            yield break;
        foreach (var arm in result.Arms)
            yield return new TextBlock(
                arm.Arm.Name, trial.IsComplete ? TrialConclusion.Of(arm, result) : null,
                trial.IsComplete ? [.. ArmNotes.Prediction(arm), .. ArmNotes.Of(arm, result)] : []);
        yield return Intervals(result, trial.IsComplete);
        if (TrialNotes.Of(result).ToList() is { Count: > 0 } notes)
            yield return new TextBlock("What to know about it", null, notes);
        yield return MetricsTable.InFigures(result, "Every metric in figures", metric => trial.IsComplete ? null : Verdict(metric, hasEnded: false));
    }

    /// <summary>A trial that has not ended claims nothing, whatever its pairs so far show.</summary>
    private static string Verdict(MetricResult metric, bool hasEnded) =>
        hasEnded ? metric.Said : VerdictNames.Of(Analysis.Statistics.Verdicts.Verdict.Undecided);

    private static IntervalsBlock Intervals(TrialResult result, bool hasEnded)
    {
        var names = result.Arms.SelectMany(arm => arm.Metrics).Select(metric => metric.Metric).DistinctBy(metric => metric.Name);
        return new IntervalsBlock(
            "Each metric: the change against the baseline",
            "Above, the estimate with its interval; below, every pair. The band is the margin; a diamond is a pair with a disturbed run.",
            "The change against the baseline, with its interval, the margin about zero and every pair.",
            [.. names.Select(metric => Entry(metric, result, hasEnded))]);
    }

    private static MetricEntry Entry(TrialMetric metric, TrialResult result, bool hasEnded) => new(
        metric.Title,
        metric.Name == result.Plan.Primary,
        metric.EffectUnit,
        metric.Margin,
        TrialValues.Margin(metric),
        metric.BetterWhen == BetterWhen.Lower ? "lower" : "higher",
        [
            .. from arm in result.Arms
               from measured in arm.Metrics
               where measured.Metric.Name == metric.Name
               select Entry(arm.Arm, measured, result, hasEnded),
        ]);

    private static MetricArm Entry(Arm arm, MetricResult metric, TrialResult result, bool hasEnded)
    {
        var (effect, zero) = (metric.Verdict.Effect, metric.Verdict.Effect.Scale == EffectScale.Ratio ? 1.0 : 0.0);
        return new MetricArm(
            arm.Name,
            Verdict(metric, hasEnded),
            effect.Estimate - zero,
            effect.Interval?.Low - zero,
            effect.Interval?.High - zero,
            TrialValues.Change(effect.Estimate, metric.Metric)
                + (TrialValues.Interval(metric) is { } interval ? $" ({interval})" : ", too few pairs for an interval"),
            [.. result.Facts.Blocks.Select(block => Point(arm, metric.Metric, block, result)).OfType<PairPoint>()]);
    }

    private static PairPoint? Point(Arm arm, TrialMetric metric, Block block, TrialResult result)
    {
        if (block.Baseline.Value(metric.Name) is not { } baseline || block[arm].Value(metric.Name) is not { } value)
            return null;
        if (metric.Scale == EffectScale.Ratio && baseline <= 0)
            return null;
        var disturbed = result.Disturbed.Runs.Select(each => each.Run)
            .Any(run => run.Block == block.Baseline.Block && (run.Arm == arm.Name || run.Arm == Arm.Baseline.Name));
        return new PairPoint(
            metric.Scale == EffectScale.Ratio ? (value / baseline) - 1 : value - baseline,
            $"pair {block.Baseline.Block + 1}: {Unit.Between(metric.Unit.Text(baseline), metric.Unit.Text(value))}{(disturbed ? ", disturbed" : "")}",
            disturbed);
    }
}
