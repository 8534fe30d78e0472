using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Looks;
using MathNet.Numerics.Distributions;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class FutilityTests
{
    /// <summary>
    /// Six pairs claim if all point one way. After five that do, the sixth does with the probability that Student's t
    /// gives: with a flat prior the next value is distributed so.
    /// </summary>
    [Theory]
    [InlineData(0.2, 1.1, 0.3, 1.2, 0.2)]
    [InlineData(1.0, 2.1, 0.9, 2.0, 1.05)] // 0.95; with the spread taken for certain it would be 0.98
    [InlineData(0.1, 0.1, 0.1, 4.0, 0.1)]
    public void The_chance_of_one_more_pair_of_the_same_sign_is_Students(params double[] seen) =>
        Near(1 - Next(seen).CumulativeDistribution(0), Metric(seen, margin: 1e-9));

    [Fact]
    public void The_chance_to_be_equivalent_counts_as_well()
    {
        double[] seen = [0.4, -0.5, 0.1, -0.2, 0.3];
        Assert.Equal(0, Chance(seen, 6, margin: 1e-9)); // not all point one way
        var next = Next(seen);
        var expected = next.CumulativeDistribution(0.6) - next.CumulativeDistribution(-0.6);
        Near(expected, Metric(seen, margin: 0.6));
    }

    [Fact]
    public void On_ratios_the_margin_is_that_of_the_ratio()
    {
        // Five ratios near 0.5, inside a margin of 60% and outside one of 40%, which is what must count: they are not 1.
        var metric = new PairedMetric(
            "", EffectScale.Ratio, 0.6, BetterWhen.Lower, [100, 100, 100, 100, 100], [45, 55, 50, 48, 52]);
        Assert.InRange(Futility.ChanceOfAClaim(metric, 6, 0.05, seed: 1)!.Value, 0.95, 1);
        var mixed = metric with { Arm = [45, 220, 45, 220, 45] };
        Assert.Equal(0, Futility.ChanceOfAClaim(mixed, 6, 0.05, seed: 1));
    }

    [Fact]
    public void A_large_spread_and_no_shift_are_hopeless_and_a_clear_shift_is_not()
    {
        double[] noise = [3, -4, 1, -2, 5, -3, 2, -1, 4, -5];
        Assert.True(Futility.IsHopeless(Metric(noise, 0.1), 14, 0.05, seed: 1));
        Assert.False(Futility.IsHopeless(Metric([.. noise.Select(each => each + 4)], 0.1), 14, 0.05, seed: 1));
    }

    [Fact]
    public void Two_pairs_of_opposite_sign_are_no_ground_to_give_up() =>
        Assert.False(Futility.IsHopeless(Metric([1, -1], 0.001), 20, 0.05, seed: 1));

    [Fact]
    public void Pairs_that_do_not_vary_go_on_as_they_are()
    {
        Assert.Equal(1, Chance([2, 2, 2], 6, margin: 0.1));
        Assert.Equal(1, Chance([0, 0, 0], 6, margin: 0.1)); // equivalent
        Assert.Equal(0, Chance([2, 2, 2], 5, margin: 0.1)); // five pairs claim nothing
    }

    [Fact]
    public void Nothing_is_foreseen_from_one_pair_or_without_a_ratio()
    {
        Assert.Null(Futility.ChanceOfAClaim(Metric([1], 1), 20, 0.05, seed: 1));
        var unread = new PairedMetric("", EffectScale.Ratio, 0.01, BetterWhen.Lower, [1, 0, 1], [1, 1, 1]);
        Assert.Null(Futility.ChanceOfAClaim(unread, 20, 0.05, seed: 1));
        Assert.False(Futility.IsHopeless(unread, 20, 0.05, seed: 1));
    }

    [Fact]
    public void The_seed_fixes_the_chance()
    {
        double[] seen = [0.2, 1.1, -0.3, 1.2, 0.2];
        Assert.Equal(Chance(seen, 12, 0.1), Chance(seen, 12, 0.1));
        Assert.NotEqual(Chance(seen, 12, 0.1), Futility.ChanceOfAClaim(Metric(seen, 0.1), 12, 0.05, seed: 2));
    }

    private static void Near(double expected, PairedMetric seen)
    {
        const int seeds = 10;
        var claims = Enumerable.Range(1, seeds)
            .Sum(seed => 500 * Futility.ChanceOfAClaim(seen, 6, 0.05, (ulong)seed)!.Value);
        Rate.Near(expected, (int)Math.Round(claims), 500 * seeds);
    }

    private static StudentT Next(double[] seen)
    {
        var mean = seen.Average();
        var variance = seen.Sum(each => (each - mean) * (each - mean)) / (seen.Length - 1);
        return new StudentT(mean, Math.Sqrt(variance * (1 + 1.0 / seen.Length)), seen.Length - 1);
    }

    private static double Chance(double[] seen, int full, double margin) =>
        Futility.ChanceOfAClaim(Metric(seen, margin), full, 0.05, seed: 1)!.Value;

    private static PairedMetric Metric(double[] differences, double margin) =>
        new("", EffectScale.Difference, margin, BetterWhen.Lower, [.. differences.Select(_ => 0.0)], [.. differences]);
}
