using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Planning;
using Lowtide.Analysis.Statistics.Ranks;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class PairsFromPilotTests
{
    private const int Runs = 2000;

    [Theory]
    [InlineData(0.05, 0.55)]
    [InlineData(0.05, 0.7)]
    [InlineData(0.05, 0.9)]
    [InlineData(0.05, 1.2)]
    [InlineData(0.05, 1.6)]
    [InlineData(0.05, 2.12)]
    [InlineData(0.05 / 8, 0.7)]
    [InlineData(0.05 / 8, 1.6)]
    public void The_pairs_planned_see_the_effect_nine_times_in_ten(double alpha, double effectInSds)
    {
        var pairs = PlanFor(effectInSds, alpha).Pairs;
        Rate.NotBelow(0.89, Seen(pairs), Runs);
        // Two pairs fewer would miss it clearly more often, unless there cannot be fewer.
        if (pairs is > 8 and < 20) Rate.NotAbove(0.90, Seen(pairs - 2), Runs);

        int Seen(int count)
        {
            var draws = new Draws(42);
            return Enumerable.Range(0, Runs).Count(_ =>
                SignedRank.Of(draws.Many(count, one => one.Normal() + effectInSds)).PTwoSided < alpha);
        }
    }

    [Theory]
    [InlineData(0.7)]
    [InlineData(1.0)]
    [InlineData(1.5)]
    [InlineData(2.4)]
    public void The_pairs_planned_fit_the_interval_in_the_margin_nine_times_in_ten(double marginInSds)
    {
        var known = KnownSd(0.01);
        var pairs = PairsFromPilot.ToShowEquivalence(known, marginInSds * known.UpperSd()).Pairs;
        var draws = new Draws(43);
        var fits = Enumerable.Range(0, Runs).Count(_ =>
            HodgesLehmann.Of(draws.Many(pairs, one => one.Normal())).Interval!.IsWithin(marginInSds));
        Rate.NotBelow(0.89, fits, Runs);
    }

    [Fact]
    public void Half_a_standard_deviation_needs_what_the_t_test_needs_and_its_efficiency_more() =>
        // 44 pairs for the t-test at 0.05 and 90% power; times pi/3 is 46.1.
        Assert.InRange(PlanFor(0.5, 0.05).Pairs, 46, 47);

    [Fact]
    public void Six_pairs_are_enough_only_from_two_standard_deviations_on()
    {
        Assert.Equal(6, PlanFor(2.12, 0.05).Pairs);
        Assert.Equal(7, PlanFor(2.10, 0.05).Pairs);
    }

    [Fact]
    public void A_metric_of_a_family_of_eight_needs_nine_pairs_however_large_its_effect() =>
        Assert.Equal(9, PlanFor(50, 0.05 / 8).Pairs);

    [Fact]
    public void A_pilot_that_did_not_vary_asks_for_the_least() =>
        Assert.Equal(new PairsPlan(6, ReachesPower: true, SdUsed: 0), PairsFromPilot.ToSee(new(3, 0), 0.05));

    [Fact]
    public void The_cap_holds_and_says_that_the_power_is_not_reached() =>
        Assert.Equal((20, false), (PlanFor(0.1, 0.05, cap: 20).Pairs, PlanFor(0.1, 0.05, cap: 20).ReachesPower));

    [Theory]
    [InlineData(2, 3.947)] // chi-square 20% points 0.0642, 0.446, 2.343 for 1, 2 and 5 degrees of freedom
    [InlineData(3, 2.118)]
    [InlineData(6, 1.461)]
    public void A_short_pilot_is_trusted_less(int pairs, double times) =>
        Assert.Equal(times, new PilotSpread(pairs, 1).UpperSd(), 0.002);

    [Fact]
    public void The_bound_on_the_spread_holds_four_times_in_five()
    {
        var draws = new Draws(8);
        var holds = Enumerable.Range(0, Runs).Count(_ =>
            PilotSpread.Of(Ratios(Lognormal(draws), Lognormal(draws)))!.UpperSd() >= Math.Sqrt(2) * 0.1);
        Rate.Near(0.8, holds, Runs);

        static double[] Lognormal(Draws draws) => draws.Many(3, one => Math.Exp(0.1 * one.Normal()));
    }

    [Fact]
    public void A_rise_and_the_fall_that_undoes_it_need_the_same_pairs()
    {
        var metric = new PairedMetric("", EffectScale.Ratio, Margin: 0.05, BetterWhen.Lower, [3, 4, 5], [5, 4, 3]);
        Assert.Equal(metric.Distance(0.25), metric.Distance(1 / 1.25 - 1), 1e-12);
        Assert.Equal(PairsFromPilot.Of(metric, 0.25), PairsFromPilot.Of(metric, 1 / 1.25 - 1));
    }

    [Fact]
    public void There_is_no_spread_in_one_pair_or_without_a_ratio()
    {
        Assert.Null(PilotSpread.Of(Ratios([1], [2])));
        Assert.Null(PilotSpread.Of(Ratios([1, 0], [2, 2])));
    }

    [Fact]
    public void Questions_without_an_answer_are_refused()
    {
        var pilot = new PilotSpread(3, 0.1);
        Assert.Throws<ArgumentOutOfRangeException>(() => PairsFromPilot.ToSee(pilot, 0));
        Assert.Throws<ArgumentOutOfRangeException>(() => PairsFromPilot.ToSee(pilot, -0.05));
        Assert.Throws<ArgumentOutOfRangeException>(() => PairsFromPilot.ToSee(pilot, 0.05, cap: 5));
        Assert.Throws<ArgumentOutOfRangeException>(() => PairsFromPilot.ToShowEquivalence(pilot, 0));
    }

    private static PairedMetric Ratios(double[] baseline, double[] arm) =>
        new("", EffectScale.Ratio, Margin: 1, BetterWhen.Lower, [.. baseline], [.. arm]);

    // A pilot so long that its spread is certain, to look at the formula alone.
    private static PilotSpread KnownSd(double sd) => new(1_000_000, sd);

    private static PairsPlan PlanFor(double effectInSds, double alpha, int cap = 80)
    {
        var known = KnownSd(0.01);
        return PairsFromPilot.ToSee(known, effectInSds * known.UpperSd(), alpha, cap: cap);
    }
}
