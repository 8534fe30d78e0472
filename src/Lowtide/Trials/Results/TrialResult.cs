using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Statistics;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Analysis.Statistics.Planning;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;

namespace Lowtide.Trials.Results;

/// <summary>What a trial's facts say.</summary>
internal sealed record TrialResult(TrialFacts Facts, TrialCourse Course, IReadOnlyList<ArmResult> Arms, DisturbedRuns Disturbed)
{
    public TrialPlan Plan => Facts.Plan;

    public int Pairs => Facts.Blocks.Count;

    /// <summary>Every start was counted and every server stopped when asked.</summary>
    public bool IsClean => Facts.Failed.Count == 0 && !Facts.Runs.Any(run => run.Killed);

    /// <param name="facts">Of one whole block at least.</param>
    public static TrialResult Of(TrialFacts facts)
    {
        var course = facts.Course();
        var metrics = ArmValues.Of(facts.Plan, facts.Blocks);
        var look = course.Looks.At(facts.Blocks.Count);
        var decision = TrialDecision.Of(metrics, look, facts.Plan.Alpha);
        var primaryShare = facts.Plan.Alpha / metrics.Count;
        return new TrialResult(facts, course, [.. facts.Plan.Arms.Select((arm, index) => ArmResult.Of(
            arm,
            MetricResult.Of(decision.Arms[index].Primary, metrics[index].Primary, primaryShare, facts),
            [.. decision.Arms[index].Others.Zip(metrics[index].Others, (verdict, values) => MetricResult.Of(verdict, values, primaryShare, facts))],
            facts))], DisturbedRuns.Of(facts, look));
    }
}

/// <summary>What a trial says of one arm.</summary>
/// <param name="Others">That some pair gave.</param>
/// <param name="Predicted">From the first block's baseline run, which may not have come first; null if that showed no
/// finding that a remedy of the arm answers.</param>
/// <param name="Saving">Baseline less arm, in bytes of the family's PSS.</param>
/// <param name="TookEffect">In every worker of every run of the arm; null if that could not be read in some.</param>
internal sealed record ArmResult(
    Arm Arm, MetricResult Primary, IReadOnlyList<MetricResult> Others, Saving? Predicted, PairedEffect Saving, bool? TookEffect)
{
    public IEnumerable<MetricResult> Metrics => Others.Prepend(Primary);

    public bool? PredictionHeld => Prediction.Held(Predicted, Saving);

    public required IReadOnlyList<Benefit> Brings { get; init; }

    public static ArmResult Of(Arm arm, MetricResult primary, IReadOnlyList<MetricResult> others, TrialFacts facts) => new(
        arm,
        primary,
        others,
        facts.Blocks[0].Baseline.Predicted.GetValueOrDefault(arm.Name),
        ArmValues.Saving(arm, facts),
        Arm.AllOf(facts.Blocks.Select(block => block[arm].InEffect.GetValueOrDefault(arm.Name))))
    {
        Brings = Benefit.Of(arm, facts),
    };
}

/// <summary>One metric's verdict, with the effect in the metric's own unit beside it.</summary>
/// <param name="Baseline">The median of the baseline runs.</param>
/// <param name="WithIt">That of the arm's.</param>
/// <param name="InUnits">Arm minus baseline, at the level that the verdict was reached at.</param>
/// <param name="PairsNeeded">The pairs that decided it; for an undecided one, those that likely would; null where one pair
/// or none shows no spread to tell it from, and of values that have no ratio.</param>
/// <param name="Detectable">The smallest change that these pairs would have shown with 90% power: a fraction for ratios, else
/// in the unit; null where there is no spread to tell it from.</param>
internal sealed record MetricResult(
    TrialMetric Metric, MetricVerdict Verdict, double? Baseline, double? WithIt, PairedEffect InUnits, int? PairsNeeded, double? Detectable)
{
    /// <summary>Whether so few pairs could not have claimed anything, whatever they had shown.</summary>
    public bool IsOutOfReach => Verdict is { Verdict: Analysis.Statistics.Verdicts.Verdict.Undecided, Effect.Gap: not EffectGap.NotPositive }
        && Verdict.Effect.Pairs < Verdict.LeastPairs;

    /// <summary>Undecided as one before it in the order was: nobody asked.</summary>
    public bool IsNotTested => Verdict is { Verdict: Analysis.Statistics.Verdicts.Verdict.Undecided, IsTested: false };

    /// <summary>It is worse, or its whole interval lies beyond the margin to that side, tested or not: who keeps an arm for another metric must know.</summary>
    public bool LooksWorse
    {
        get
        {
            if (Verdict.Verdict != Analysis.Statistics.Verdicts.Verdict.Undecided || Verdict.Effect.Interval is not { } interval)
                return Verdict.Verdict == Analysis.Statistics.Verdicts.Verdict.Worse;
            var zero = Verdict.Effect.Scale == EffectScale.Ratio ? 1 : 0;
            return Metric.BetterWhen == BetterWhen.Lower ? interval.Low > zero + Metric.Margin : interval.High < zero - Metric.Margin;
        }
    }

    /// <summary>The medians of the runs go the other way than the pairs do, or by less than half or more than twice as much.</summary>
    public bool ColumnsDiffer
    {
        get
        {
            if (Baseline is not { } before || WithIt is not { } after || InUnits.Estimate is not { } change || change == 0)
                return false;
            return (after - before) / change is < 0.5 or > 2;
        }
    }

    /// <summary>The verdict, or why there is none.</summary>
    public string Said => IsOutOfReach ? "few pairs" : IsNotTested ? "unconfirmed" : VerdictNames.Of(Verdict.Verdict);

    /// <param name="strictest">The level that the metric may be held to: its family's share.</param>
    public static MetricResult Of(MetricVerdict verdict, PairedMetric values, double strictest, TrialFacts facts)
    {
        var metric = facts.Plan.Metrics.Single(each => each.Name == values.Name);
        return new MetricResult(
            metric,
            verdict,
            Quantile.Median(values.Baseline),
            Quantile.Median(values.Arm),
            (values with { Scale = EffectScale.Difference }).Effect(verdict.Level),
            verdict.Verdict == Analysis.Statistics.Verdicts.Verdict.Undecided
                ? PairsToDecide.Of(values, strictest, verdict.LeastPairs)
                : values.Baseline.Length,
            DetectableChange.Of(values, verdict.Level));
    }
}
