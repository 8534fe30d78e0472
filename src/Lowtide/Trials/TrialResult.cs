using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Statistics;

namespace Lowtide.Trials;

/// <summary>A finished trial.</summary>
/// <param name="Predicted">From pair 1's baseline run, which may have come second; null if it showed no finding that the
/// remedy answers.</param>
/// <param name="Saving">Baseline less arm, in bytes of the family's PSS.</param>
/// <param name="TookEffect">In every worker of every remedied run; null if that could not be read in some.</param>
/// <param name="ReachesPower">False if the most pairs allowed are fewer than the pilot's variance asks for.</param>
internal sealed record TrialResult(
    TrialPlan Plan,
    IReadOnlyList<(RunResult Baseline, RunResult Arm)> Pairs,
    IReadOnlyList<FailedRun> Failed,
    MetricResult Primary,
    IReadOnlyList<MetricResult> Others,
    Saving? Predicted,
    PairedEffect Saving,
    bool? TookEffect,
    bool ReachesPower)
{
    public IEnumerable<MetricResult> Metrics => Others.Prepend(Primary);

    public IEnumerable<RunResult> Runs => Pairs.SelectMany(pair => new[] { pair.Baseline, pair.Arm });

    /// <summary>Every start was counted and every server stopped when asked.</summary>
    public bool IsClean => Failed.Count == 0 && !Runs.Any(run => run.Killed);

    public static TrialResult Of(
        TrialPlan plan, IReadOnlyList<(RunResult Baseline, RunResult Arm)> pairs, IReadOnlyList<FailedRun> failed, bool reachesPower)
    {
        var primary = PrimaryOf(plan);
        // A metric that nobody measured is no claim, so it takes no share of the correction.
        var others = TrialMetrics.All
            .Where(metric => metric.Name != primary.Name && PairedValues.Of(metric, pairs).Baseline.Length > 0)
            .ToList();
        var arm = new ArmMetrics(plan.Remedied.Name, Paired(primary), [.. others.Select(Paired)]);
        var decision = TrialDecision.Of([arm], alpha: plan.Alpha).Arms[0];
        var pss = PairedValues.Of(TrialMetrics.Find("pss_bytes")!, pairs);
        return new TrialResult(
            plan,
            pairs,
            failed,
            MetricResult.Of(primary, decision.Primary, pairs, plan.Alpha),
            [.. others.Zip(decision.Others, (metric, verdict) => MetricResult.Of(metric, verdict, pairs, plan.Alpha / others.Count))],
            Predict(plan, pairs[0].Baseline),
            PairedEffect.OnDifferences(pss.Arm.AsSpan(), pss.Baseline.AsSpan(), plan.Alpha),
            Combine(pairs.Select(pair => TookEffectIn(plan, pair.Arm))),
            reachesPower);

        PairedMetric Paired(TrialMetric metric)
        {
            var values = PairedValues.Of(metric, pairs);
            return new PairedMetric(metric.Name, metric.Scale, metric.Margin, metric.BetterWhen, values.Baseline, values.Arm);
        }
    }

    /// <summary>The metric that decides, with the margin that the user gave it.</summary>
    public static TrialMetric PrimaryOf(TrialPlan plan)
    {
        var primary = TrialMetrics.Find(plan.Primary)!;
        return plan.Margin is { } margin ? primary with { Margin = margin } : primary;
    }

    public static bool? TookEffectIn(TrialPlan plan, RunResult run) => Combine(plan.Remedies.Select(id =>
        RemediesInEffect.TookEffect(RemedyCatalogue.Find(id)!, run.Recording.Latest)));

    private static bool? Combine(IEnumerable<bool?> effects)
    {
        var all = effects.ToList();
        return all.Contains(false) ? false : all.Contains(null) ? null : true;
    }

    /// <summary>The sum over the remedies of their largest answer: two findings may speak of the same pages.</summary>
    private static Saving? Predict(TrialPlan plan, RunResult baseline)
    {
        var findings = FindingRules.Examine(baseline.Recording).Findings;
        var savings = plan.Remedies
            .Select(id => RemedyCatalogue.Find(id)!)
            .Select(remedy => findings
                .Where(finding => remedy.Answers.Contains(finding.Id))
                .Select(finding => remedy.Predict(finding, baseline.Recording))
                .OfType<Saving>()
                .MaxBy(saving => saving.HighBytes))
            .OfType<Saving>()
            .ToList();
        return savings.Count == 0 ? null : new Saving(savings.Sum(saving => saving.LowBytes), savings.Sum(saving => saving.HighBytes));
    }
}

/// <summary>One metric's verdict, with the effect in the metric's own unit beside it.</summary>
/// <param name="Baseline">The median of the baseline runs.</param>
/// <param name="InUnits">Arm minus baseline, at the level that the verdict was reached at.</param>
/// <param name="PairsNeeded">The pairs that decided it; for an undecided one, those that likely would.</param>
internal sealed record MetricResult(
    TrialMetric Metric, MetricVerdict Verdict, double? Baseline, PairedEffect InUnits, int PairsNeeded)
{
    /// <param name="alpha">The strictest level that the metric may be held to: its family's share.</param>
    public static MetricResult Of(
        TrialMetric metric, MetricVerdict verdict, IReadOnlyList<(RunResult Baseline, RunResult Arm)> pairs, double alpha)
    {
        var values = PairedValues.Of(metric, pairs);
        var sorted = values.Baseline.Sort();
        return new MetricResult(
            metric,
            verdict,
            sorted.Length == 0 ? null : Quantile.OfSorted(sorted.AsSpan(), 0.5),
            PairedEffect.OnDifferences(values.Baseline.AsSpan(), values.Arm.AsSpan(), verdict.Level),
            verdict.Verdict == Analysis.Statistics.Verdict.Undecided
                ? Trials.PairsNeeded.ToDecide(metric, values, alpha, verdict.PairsNeeded)
                : values.Baseline.Length);
    }
}
