using Lowtide.Analysis.Statistics.Ranks;
using Lowtide.Analysis.Statistics.Verdicts;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class HolmTests
{
    [Fact]
    public void Adjusts_as_R_does()
    {
        // p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") is 0.03 0.06 0.06 0.02.
        var adjusted = Holm.Adjust([0.01, 0.04, 0.03, 0.005]);
        Assert.Equal([0.03, 0.06, 0.06, 0.02], adjusted.Select(p => Math.Round(p, 12)));
    }

    [Fact]
    public void An_adjusted_p_stays_a_probability() => Assert.Equal([1, 1], Holm.Adjust([0.9, 0.7]));

    [Fact]
    public void Each_step_is_easier_until_one_fails()
    {
        // 0.005 < 0.05/4, 0.01 < 0.05/3, but 0.03 >= 0.05/2: it and all after it are held to 0.025.
        Assert.Equal([0.05 / 3, 0.025, 0.025, 0.0125], Holm.Levels([0.01, 0.04, 0.03, 0.005], 0.05));
        Assert.Equal([0.05, 0.025], Holm.Levels([0.04, 0.02], 0.05));
    }

    [Fact]
    public void A_p_is_under_its_level_exactly_when_its_adjusted_p_is_under_alpha()
    {
        var draws = new Draws(5);
        var claims = 0;
        for (var run = 0; run < 1000; run++)
        {
            var pValues = draws.Many(1 + run % 9, one => 0.1 * one.Unit());
            var adjusted = Holm.Adjust(pValues);
            var levels = Holm.Levels(pValues, 0.05);
            for (var metric = 0; metric < pValues.Length; metric++)
            {
                Assert.Equal(adjusted[metric] < 0.05, pValues[metric] < levels[metric]);
                if (adjusted[metric] < 0.05) claims++;
            }
        }

        Assert.InRange(claims, 500, 4500);
    }

    [Theory]
    [InlineData(1, 0.05, 6)]
    [InlineData(2, 0.05, 7)]
    [InlineData(8, 0.05, 9)]
    [InlineData(24, 0.05, 10)]
    [InlineData(1, 0.01, 8)]
    [InlineData(1, 0.0625, 6)] // five pairs reach 0.0625 but not under it
    public void Pairs_needed_grow_with_the_family(int metrics, double alpha, int pairs)
    {
        Assert.Equal(pairs, Holm.LeastPairs(metrics, alpha));
        Assert.NotNull(SignedRankDistribution.Untied(pairs).CriticalValue(alpha / metrics));
        Assert.Null(SignedRankDistribution.Untied(pairs - 1).CriticalValue(alpha / metrics));
    }

    [Fact]
    public void What_is_no_probability_is_refused()
    {
        Assert.Throws<ArgumentException>(() => Holm.Adjust([0.1, double.NaN]));
        Assert.Throws<ArgumentOutOfRangeException>(() => Holm.LeastPairs(1, 0));
        Assert.Throws<ArgumentOutOfRangeException>(() => Holm.LeastPairs(0, 0.05));
    }
}
