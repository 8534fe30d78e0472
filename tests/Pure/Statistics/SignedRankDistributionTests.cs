using Lowtide.Analysis.Statistics.Ranks;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class SignedRankDistributionTests
{
    // OEIS A226330 (one tail 2.5%), from 6 pairs on.
    private static readonly int[] TwoSidedFivePercent =
    [
        0, 2, 3, 5, 8, 10, 13, 17, 21, 25, 29, 34, 40, 46, 52, 58, 65, 73, 81, 89, 98, 107, 116, 126, 137, 147, 159,
        170, 182, 195, 208, 221, 235, 249, 264, 279, 294, 310, 327, 343, 361, 378, 396, 415, 434, 453, 473, 494, 514,
        536, 557, 579, 602, 625, 648, 672, 697,
    ];

    // As textbooks print them for exact levels (one tail 0.5%), from 8 pairs on.
    private static readonly int[] TwoSidedOnePercent =
    [
        0, 1, 3, 5, 7, 9, 12, 15, 19, 23, 27, 32, 37, 42, 48, 54, 61, 68, 75, 83, 91, 100, 109,
    ];

    [Fact]
    public void Critical_values_are_those_of_the_published_tables()
    {
        Assert.Equal(TwoSidedFivePercent, CriticalValues(0.05, from: 6, TwoSidedFivePercent.Length));
        Assert.Equal(TwoSidedOnePercent, CriticalValues(0.01, from: 8, TwoSidedOnePercent.Length));
    }

    [Theory]
    [InlineData(0, 0.05)]
    [InlineData(5, 0.05)]
    [InlineData(7, 0.01)]
    public void Too_few_pairs_have_no_critical_value(int pairs, double alpha) =>
        Assert.Null(SignedRankDistribution.Untied(pairs).CriticalValue(alpha));

    [Fact]
    public void A_p_that_only_equals_alpha_is_not_under_it()
    {
        var fivePairs = SignedRankDistribution.Untied(5);
        Assert.Null(fivePairs.CriticalValue(2.0 / 32));
        Assert.Equal(0, fivePairs.CriticalValue(Math.BitIncrement(2.0 / 32)));
    }

    [Fact]
    public void Three_pairs_have_the_eight_sums_that_one_can_write_down()
    {
        // 0, 1, 2, 3 = 1+2 or 3 alone, 4, 5, 6
        var chance = SignedRankDistribution.Untied(3);
        double[] atMost = [1, 2, 3, 5, 6, 7, 8];
        Assert.Equal(atMost, Enumerable.Range(0, 7).Select(sum => 8 * chance.AtMost(sum)));
        Assert.Equal(atMost.Reverse(), Enumerable.Range(0, 7).Select(sum => 8 * chance.AtLeast(sum)));
        Assert.Equal(0, chance.AtMost(-1));
        Assert.Equal(1, chance.AtMost(7));
        Assert.Equal(0, chance.AtLeast(7));
    }

    [Fact]
    public void Two_equal_differences_have_one_chance_in_two_to_disagree()
    {
        var chance = SignedRankDistribution.Of([3, 3]);
        Assert.Equal([0.25, 0.25, 0.75, 0.75, 1], new[] { 0, 2, 3, 5, 6 }.Select(chance.AtMost));
    }

    [Fact]
    public void A_tail_too_small_for_one_minus_the_rest_keeps_its_digits() =>
        Assert.Equal(Math.ScaleB(1, -200), SignedRankDistribution.Untied(200).AtLeast(200 * 201 / 2));

    private static int[] CriticalValues(double alpha, int from, int count) =>
        [.. Enumerable.Range(from, count)
            .Select(pairs => SignedRankDistribution.Untied(pairs).CriticalValue(alpha)!.Value)];
}
