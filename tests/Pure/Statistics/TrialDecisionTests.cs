using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Analysis.Statistics.Verdicts;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class TrialDecisionTests
{
    private static readonly double[] Noise = [1.002, 0.999, 1.003, 0.997, 1.001, 0.9985, 1.0015, 0.9965, 1.0005];

    /// <summary>Private memory that falls by 92% in each of six pairs is no "too few pairs".</summary>
    [Fact]
    public void Six_pairs_carry_every_metric_of_one_arm_that_moves()
    {
        var decision = Decide(Metric("memory", 0.7, 6), Metric("private", 0.08, 6), Metric("latency", 0.5, 6), Metric("pauses", 2, 6));
        Assert.Equal([Verdict.Better, Verdict.Better, Verdict.Worse], decision.Others.Select(other => other.Verdict));
        Assert.All(decision.Others.Prepend(decision.Primary), metric => Assert.Equal((6, 0.05, true), (metric.LeastPairs, metric.Level, metric.IsTested)));
    }

    /// <summary>What does not move ends it: whoever is behind is not claimed, however clear. That it is the same may be said all the same.</summary>
    [Fact]
    public void Behind_the_first_that_is_not_told_nothing_is_tested()
    {
        var decision = Decide(
            Metric("memory", 0.7, 8), Metric("private", 0.5, 8), Unclear("latency"), Metric("pauses", 2, 8), Metric("stop", 1, 8));
        Assert.Equal(
            [(Verdict.Better, true), (Verdict.Undecided, true), (Verdict.Undecided, false), (Verdict.Equivalent, false)],
            decision.Others.Select(other => (other.Verdict, other.IsTested)));
        Assert.All(decision.Others.Skip(1), other => Assert.True(other.AdjustedP >= 0.05));
    }

    /// <summary>Inside the margin, and told from no change: the sequence goes on.</summary>
    [Fact]
    public void What_moves_by_too_little_to_matter_ends_nothing()
    {
        var decision = Decide(Metric("memory", 0.7, 8), Metric("latency", 0.98, 8), Metric("pauses", 2, 8));
        Assert.Equal([(Verdict.Equivalent, true), (Verdict.Worse, true)], decision.Others.Select(other => (other.Verdict, other.IsTested)));
    }

    [Fact]
    public void A_metric_without_data_ends_the_sequence()
    {
        var unread = new PairedMetric("unread", EffectScale.Ratio, 0.05, BetterWhen.Lower, [], []);
        var decision = Decide(Metric("memory", 1, 6), unread, Metric("latency", 0.5, 6));
        Assert.Equal([(Verdict.Undecided, true), (Verdict.Undecided, false)], decision.Others.Select(other => (other.Verdict, other.IsTested)));
        Assert.Equal(EffectGap.NoPairs, decision.Others[0].Effect.Gap);
    }

    [Fact]
    public void What_stays_within_the_margin_is_equivalent() =>
        Assert.Equal(Verdict.Equivalent, Decide(Metric("latency", 1.01, 6)).Primary.Verdict);

    [Fact]
    public void Whole_seconds_that_mostly_do_not_move_stay_undecided()
    {
        // Five of nine stops a second shorter, four the same: five signs cannot reach 0.05.
        var stop = new PairedMetric(
            "stop", EffectScale.Difference, 0.5, BetterWhen.Lower,
            [5, 5, 5, 5, 5, 5, 5, 5, 5], [5, 4, 5, 4, 4, 5, 4, 5, 4]);
        var verdict = Decide(stop).Primary;
        Assert.Equal(Verdict.Undecided, verdict.Verdict);
        Assert.Equal(2.0 / 32, verdict.AdjustedP);
    }

    [Fact]
    public void The_arms_primary_metrics_share_one_correction()
    {
        // Six pairs: 2/64 is under 0.05, but not under 0.05/3.
        var six = Arms(6, 0.7, 0.7, 0.7);
        Assert.All(six, arm => Assert.Equal((Verdict.Undecided, 7), (arm.Primary.Verdict, arm.Primary.LeastPairs)));

        // Seven: the two that are clear leave 0.05 to the third.
        var seven = Arms(7, 0.7, 1, 1.3);
        Assert.Equal([Verdict.Better, Verdict.Equivalent, Verdict.Worse], seven.Select(arm => arm.Primary.Verdict));
        Assert.Equal([0.05 / 3, 0.05, 0.05 / 2], seven.Select(arm => arm.Primary.Level));
        Assert.Equal(["arm 0.7", "arm 1", "arm 1.3"], seven.Select(arm => arm.Name));
    }

    [Fact]
    public void Arms_share_alpha_for_their_other_metrics_which_stay_with_them()
    {
        var arms = TrialDecision.Of([
            new ArmMetrics("a", Metric("memory", 0.7, 7), [Metric("latency", 0.5, 7)]),
            new ArmMetrics("b", Metric("memory", 0.7, 7), [Metric("pauses", 2, 7), Metric("stop", 2, 7)]),
            new ArmMetrics("c", Metric("memory", 0.7, 7), [])]).Arms;
        Assert.Equal(["latency", "pauses stop", ""], arms.Select(arm => string.Join(' ', arm.Others.Select(one => one.Name))));
        Assert.All(arms.SelectMany(arm => arm.Others), other => Assert.Equal(3 * 2.0 / 128, other.AdjustedP, 1e-12));
        Assert.All(arms, arm => Assert.Equal(Verdict.Better, arm.Primary.Verdict));
    }

    [Fact]
    public void A_look_asks_for_more_than_the_end()
    {
        // Nine pairs of which one points the other way, by the least: p = 4/512, above the first level.
        var metric = new PairedMetric(
            "m", EffectScale.Difference, 0.5, BetterWhen.Lower,
            [0, 0, 0, 0, 0, 0, 0, 0, 0], [-5, -4, -6, -7, -8, -3, -2, -9, 1]);
        var schedule = LookSchedule.Of(9, 18);
        var look = TrialDecision.Of([new ArmMetrics("a", metric, [])], schedule.At(9)).Arms[0].Primary;
        Assert.Equal((Verdict.Undecided, schedule.Levels(0.05)[0]), (look.Verdict, look.Level));
        Assert.True(look.AdjustedP > 0.05);
        Assert.Equal(Verdict.Better, Decide(metric).Primary.Verdict);
    }

    [Fact]
    public void Where_no_look_was_planned_even_the_clearest_effect_is_undecided()
    {
        var look = LookSchedule.Of(9, 18).At(8);
        var arm = new ArmMetrics("a", Metric("memory", 0.1, 8), [Metric("latency", 1, 8)]);
        var decision = TrialDecision.Of([arm], look).Arms[0];
        Assert.All(decision.Others.Prepend(decision.Primary), metric =>
            Assert.Equal((Verdict.Undecided, true), (metric.Verdict, metric.Effect.Interval is not null)));
    }

    private static IReadOnlyList<ArmDecision> Arms(int pairs, params double[] ratios) =>
        TrialDecision.Of([.. ratios.Select(ratio => new ArmMetrics($"arm {ratio}", Metric("memory", ratio, pairs), []))]).Arms;

    private static ArmDecision Decide(PairedMetric primary, params IReadOnlyList<PairedMetric> others) =>
        TrialDecision.Of([new ArmMetrics("arm", primary, others)]).Arms.Single();

    /// <summary>Four pairs point one way and four the other.</summary>
    private static PairedMetric Unclear(string name) => new(
        name, EffectScale.Ratio, 0.05, BetterWhen.Lower, [100, 100, 100, 100, 100, 100, 100, 100], [80, 125, 82, 124, 85, 118, 90, 115]);

    private static PairedMetric Metric(string name, double ratio, int pairs) =>
        new(name, EffectScale.Ratio, 0.05, BetterWhen.Lower,
            [.. Enumerable.Range(0, pairs).Select(pair => 100.0 + pair)],
            [.. Enumerable.Range(0, pairs).Select(pair => (100 + pair) * ratio * Noise[pair])]);
}
