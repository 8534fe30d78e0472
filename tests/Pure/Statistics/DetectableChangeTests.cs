using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Planning;
using Lowtide.Analysis.Statistics.Ranks;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class DetectableChangeTests
{
    [Theory]
    [InlineData(6, 0.05)]
    [InlineData(9, 0.05 / 8)]
    [InlineData(12, 0.05)]
    [InlineData(20, 0.046)]
    public void Nine_in_ten_trials_see_the_shift_that_is_said(int pairs, double level)
    {
        const int trials = 3000;
        var shift = SignedRankPower.ShiftSeen(pairs, level, power: 0.9);
        var draws = new Draws((ulong)pairs);
        var seen = Enumerable.Range(0, trials).Count(_ =>
            SignedRank.Of(draws.Many(pairs, one => shift + one.Normal())).PTwoSided < level);
        Rate.NotBelow(0.88, seen, trials);
        Rate.NotAbove(0.92, seen, trials);
    }

    [Theory]
    [InlineData(6)]
    [InlineData(11)]
    [InlineData(20)]
    public void A_trial_planned_for_that_change_has_as_many_pairs(int pairs)
    {
        var spread = new PilotSpread(pairs, 0.01);
        var change = DetectableChange.Of(spread, level: 0.05)!.Value;
        Assert.Equal(pairs, PairsFromPilot.ToSee(spread, change * 1.0001).Pairs);
        if (pairs > 6) Assert.Equal(pairs + 1, PairsFromPilot.ToSee(spread, change * 0.9999).Pairs);
    }

    [Fact]
    public void It_is_told_on_the_metrics_own_scale()
    {
        // Differences +1 and -1 in turn: sd 1.0954 of six, 1.461 times that as the bound, 2.11 standard deviations.
        var seconds = new PairedMetric(
            "", EffectScale.Difference, 1, BetterWhen.Lower, [5, 5, 5, 5, 5, 5], [6, 4, 6, 4, 6, 4]);
        Assert.Equal(3.38, DetectableChange.Of(seconds, level: 0.05)!.Value, 0.02);
        var ratios = seconds with
        {
            Scale = EffectScale.Ratio,
            Baseline = [1, 1, 1, 1, 1, 1],
            Arm = [.. new[] { 0.01, -0.01, 0.01, -0.01, 0.01, -0.01 }.Select(Math.Exp)],
        };
        Assert.Equal(Math.Exp(0.0338) - 1, DetectableChange.Of(ratios, level: 0.05)!.Value, 0.0002);
    }

    [Fact]
    public void Too_few_pairs_or_no_spread_could_have_shown_nothing()
    {
        Assert.Null(DetectableChange.Of(new PilotSpread(5, 0.01), level: 0.05));
        Assert.Null(DetectableChange.Of(new PilotSpread(8, 0.01), level: 0.05 / 8));
        Assert.Null(DetectableChange.Of(
            new PairedMetric("", EffectScale.Ratio, 0.01, BetterWhen.Lower, [0, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]),
            level: 0.05));
    }
}
