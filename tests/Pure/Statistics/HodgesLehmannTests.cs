using Lowtide.Analysis.Statistics;
using Lowtide.Analysis.Statistics.Ranks;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class HodgesLehmannTests
{
    [Theory]
    [MemberData(nameof(Golden.NamesWithCentre), MemberType = typeof(Golden))]
    public void Agrees_with_shifts_that_scipy_does_not_reject(string name)
    {
        var golden = Golden.Cases[name];
        var centre = HodgesLehmann.Of(golden.Differences);
        Assert.Equal(golden.Centre!.Estimate, centre.Estimate, 1e-9);
        Assert.Equal(golden.Centre.Low is null, centre.Interval is null);
        if (centre.Interval is null) return;
        Assert.Equal(golden.Centre.Low!.Value, centre.Interval.Low, 1e-9);
        Assert.Equal(golden.Centre.High!.Value, centre.Interval.High, 1e-9);
    }

    [Fact]
    public void Agrees_with_the_published_example_of_Hollander_and_Wolfe()
    {
        // Nonparametric Statistical Methods (1973), examples 3.3 and 3.4: -0.46 and (-0.786, -0.010) at 96.1%.
        double[] after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
        double[] before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        var centre = HodgesLehmann.Of([.. after.Zip(before, (one, other) => one - other)]);
        Assert.Equal(-0.46, centre.Estimate, 1e-9);
        Assert.Equal(-0.786, centre.Interval!.Low, 1e-9);
        Assert.Equal(-0.010, centre.Interval.High, 1e-9);
        Assert.Equal(0.961, centre.Interval.Confidence, 3);
    }

    [Fact]
    public void Five_pairs_have_an_estimate_but_no_interval_and_say_six()
    {
        var centre = HodgesLehmann.Of([1, 2, 3, 4, 5]);
        Assert.Equal(3, centre.Estimate);
        Assert.Null(centre.Interval);
        Assert.Equal(6, centre.LeastPairs);
    }

    [Fact]
    public void Six_pairs_reach_from_the_least_to_the_greatest_difference() =>
        Assert.Equal(new Interval(-2, 9, 0.96875), HodgesLehmann.Of([4, 9, -2, 3, 1, 5]).Interval);

    [Fact]
    public void Zeros_stay_in_the_interval()
    {
        // Dropped, the five left could not bound anything; kept, they hold the interval on 0.
        Assert.Equal(new Interval(0, 5, 0.96875), HodgesLehmann.Of([0, 1, 2, 3, 4, 5]).Interval);
        Assert.Equal(new Interval(0, 0, 0.96875), HodgesLehmann.Of([0, 0, 0, 0, 0, 0]).Interval);
    }

    [Fact]
    public void Zero_is_outside_exactly_when_the_test_rejects()
    {
        var draws = new Draws(11);
        var rejections = 0;
        const int runs = 2000;
        for (var run = 0; run < runs; run++)
        {
            var differences = draws.Many(6 + run % 8, one => one.Normal() + 0.8);
            var rejected = SignedRank.Of(differences).PTwoSided < 0.05;
            Assert.Equal(rejected, HodgesLehmann.Of(differences).Interval!.Excludes(0));
            if (rejected) rejections++;
        }

        Assert.InRange(rejections, runs / 4, 3 * runs / 4);
    }

    [Fact]
    public void No_pair_is_refused() => Assert.Throws<ArgumentException>(() => HodgesLehmann.Of([]));

    [Fact]
    public void What_is_not_finite_is_refused() =>
        Assert.Throws<ArgumentException>(() => HodgesLehmann.Of([1, double.NaN]));
}
