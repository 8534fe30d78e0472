using Lowtide.Analysis.Statistics;
using Lowtide.Analysis.Statistics.Effects;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class PairedEffectTests
{
    private static readonly double[] Baseline = [100, 200, 400, 800, 1600, 3200];

    [Fact]
    public void A_ratio_that_every_pair_shows_is_the_estimate()
    {
        var effect = PairedEffect.OnRatios(Baseline, [.. Baseline.Select(value => value * 0.7)]);
        Assert.Equal(0.7, effect.Estimate!.Value, 1e-12);
        Assert.Equal(0.7, effect.Interval!.High, 1e-12);
        Assert.Equal(-0.3, effect.Change!.Low, 1e-12);
        Assert.Equal(2.0 / 64, effect.P);
        Assert.Equal(EffectGap.None, effect.Gap);
    }

    [Fact]
    public void A_ratio_is_the_inverse_when_the_arms_change_places()
    {
        double[] arm = [90, 210, 300, 790, 1200, 3000];
        var there = PairedEffect.OnRatios(Baseline, arm);
        var back = PairedEffect.OnRatios(arm, Baseline);
        Assert.Equal(1, there.Estimate!.Value * back.Estimate!.Value, 1e-12);
        Assert.Equal(1, there.Interval!.Low * back.Interval!.High, 1e-12);
        Assert.Equal(there.P, back.P);
    }

    [Fact]
    public void A_difference_keeps_its_unit()
    {
        var effect = PairedEffect.OnDifferences([0, 1, 2, 3, 4, 5], [5, 6, 7, 8, 9, 10]);
        Assert.Equal(5, effect.Estimate);
        Assert.Equal(new Interval(5, 5, 0.96875), effect.Interval);
        Assert.Equal(effect.Interval, effect.Change);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    public void A_value_that_is_not_positive_leaves_no_ratio_at_all(double value)
    {
        var effect = PairedEffect.OnRatios(Baseline, [50, 100, value, 400, 800, 1600]);
        Assert.Null(effect.Estimate);
        Assert.Null(effect.Interval);
        Assert.Null(effect.Change);
        Assert.Equal(1, effect.P);
        Assert.Equal(EffectGap.NotPositive, effect.Gap);
    }

    [Fact]
    public void Without_pairs_there_is_no_effect_and_no_claim()
    {
        var effect = PairedEffect.OnDifferences([], []);
        Assert.Equal((null, null, 1.0, EffectGap.NoPairs), (effect.Estimate, effect.Interval, effect.P, effect.Gap));
    }

    [Fact]
    public void Too_few_pairs_keep_the_estimate_and_say_how_many_it_takes()
    {
        var effect = PairedEffect.OnRatios([100, 100, 100], [80, 90, 70], alpha: 0.05 / 8);
        Assert.Equal(0.8, effect.Estimate!.Value, 0.01);
        Assert.Equal((null, EffectGap.TooFewPairs, 9), (effect.Interval, effect.Gap, effect.LeastPairs));
    }

    [Fact]
    public void Pairs_that_are_not_pairs_are_refused()
    {
        Assert.Throws<ArgumentException>(() => PairedEffect.OnRatios([1, 2], [1]));
        Assert.Throws<ArgumentException>(() => PairedEffect.OnRatios([1, double.NaN], [1, 2]));
        Assert.Throws<ArgumentException>(() => PairedEffect.OnDifferences([1, 2], [1, double.PositiveInfinity]));
    }
}
