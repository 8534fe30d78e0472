using Lowtide.Analysis.Statistics.Ranks;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class SignedRankTests
{
    [Theory]
    [MemberData(nameof(Golden.Names), MemberType = typeof(Golden))]
    public void Agrees_with_scipy(string name)
    {
        var golden = Golden.Cases[name];
        var test = SignedRank.Of(golden.Differences);
        Assert.Equal(golden.Greater, test.PGreater, 1e-12);
        Assert.Equal(golden.Less, test.PLess, 1e-12);
        Assert.Equal(golden.TwoSided, test.PTwoSided, 1e-12);
    }

    [Fact]
    public void Agrees_with_the_published_example_of_Hollander_and_Wolfe()
    {
        // Depression scores before and after, Nonparametric Statistical Methods (1973), example 3.1: T+ = 5, p = 0.02.
        double[] after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
        double[] before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        var test = SignedRank.Of([.. after.Zip(before, (one, other) => one - other)]);
        Assert.Equal(5, test.PositiveRankSum);
        Assert.Equal(10.0 / 512, test.PLess);
    }

    [Fact]
    public void Zeros_are_dropped_from_the_test()
    {
        var with = SignedRank.Of([0, 4, 0, -1, 2, 3, 5, 6]);
        var without = SignedRank.Of([4, -1, 2, 3, 5, 6]);
        Assert.Equal(without with { Pairs = 8, Zeros = 2 }, with);
    }

    [Fact]
    public void Five_pairs_that_differ_among_nine_claim_nothing() =>
        Assert.Equal(2.0 / 32, SignedRank.Of([0, 0, 0, 0, 1, 1, 2, 3, 4]).PTwoSided);

    [Fact]
    public void Ties_share_the_mean_of_their_ranks()
    {
        // Ranks of 1 1 1 5: 2 2 2 4. Sums of 2 or less: nothing, or one of the three.
        var test = SignedRank.Of([1, -1, -1, -5]);
        Assert.Equal(2, test.PositiveRankSum);
        Assert.Equal(4.0 / 16, test.PLess);
        Assert.Equal(15.0 / 16, test.PGreater);
    }

    [Fact]
    public void Rounding_in_the_last_bits_does_not_break_a_tie()
    {
        double[] ratiosOfTwo = [Math.Log(6) - Math.Log(3), Math.Log(10) - Math.Log(5), Math.Log(3) - Math.Log(1.5)];
        Assert.True(ratiosOfTwo.Distinct().Count() > 1, "these should differ in rounding, or the test shows nothing");
        // Mid-ranks 2 2 2: two of three positive, or more, in half of all cases; untied it would be 3/8 or 5/8.
        var test = SignedRank.Of([ratiosOfTwo[0], -ratiosOfTwo[1], ratiosOfTwo[2]]);
        Assert.Equal(4, test.PositiveRankSum);
        Assert.Equal(4.0 / 8, test.PGreater);
    }

    [Theory]
    [InlineData(new double[] { })]
    [InlineData(new double[] { 0, 0, 0, 0, 0, 0 })]
    public void Nothing_that_differs_is_evidence_of_nothing(double[] differences) =>
        Assert.Equal(1, SignedRank.Of(differences).PTwoSided);

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.NegativeInfinity)]
    public void What_is_not_finite_is_refused(double value) =>
        Assert.Throws<ArgumentException>(() => SignedRank.Of([1, value]));
}
