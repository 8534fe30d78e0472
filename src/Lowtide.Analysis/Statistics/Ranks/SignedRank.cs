namespace Lowtide.Analysis.Statistics.Ranks;

/// <summary>
/// Wilcoxon's signed-rank test of paired differences, exact at every number of pairs, with and without ties.
/// </summary>
/// <remarks>
/// It asks whether the differences lie symmetrically about 0, as they do when both arms of a pair are the same thing
/// in random order, whatever the distribution of one arm.
/// <para>
/// Ties share mid-ranks, and the p-value comes from the distribution over just those ranks: no approximation.
/// </para>
/// <para>
/// Zero differences are dropped, as Wilcoxon did: given how many there are, the test on the rest is exact, and a pair
/// that shows no difference then never helps to claim one, since fewer pairs remain. Pratt's other way (rank the zeros,
/// then drop them; doi:10.1080/01621459.1959.10501526) is the more powerful for some distributions and
/// the less for others (Conover 1973, J. Am. Stat. Assoc. 68:985-988), so power does not choose between them.
/// The interval of <see cref="HodgesLehmann"/> keeps the zeros, and a verdict
/// needs both.
/// </para>
/// Wilcoxon 1945, doi:10.2307/3001968.
/// </remarks>
/// <param name="Pairs">Differences given.</param>
/// <param name="Zeros">Differences that were exactly 0, which were dropped.</param>
/// <param name="PositiveRankSum">Sum of the mid-ranks of the positive differences; a multiple of one half.</param>
/// <param name="PGreater">One-sided p against "the differences tend to be greater than 0".</param>
/// <param name="PLess">One-sided p against "the differences tend to be less than 0".</param>
public sealed record SignedRank(int Pairs, int Zeros, double PositiveRankSum, double PGreater, double PLess)
{
    /// <summary>Two-sided p: twice the smaller tail, at most 1. It is 1 when no difference is left.</summary>
    public double PTwoSided => Math.Min(1, 2 * Math.Min(PGreater, PLess));

    /// <summary>Tests differences, one a pair, in any unit.</summary>
    /// <exception cref="ArgumentException">A difference is not finite.</exception>
    public static SignedRank Of(ReadOnlySpan<double> differences)
    {
        var kept = new List<double>(differences.Length);
        foreach (var difference in differences)
        {
            if (!double.IsFinite(difference))
                throw new ArgumentException("A paired difference must be finite.", nameof(differences));
            if (difference != 0) kept.Add(difference);
        }

        var ranks = MidRanks.Doubled([.. kept.Select(Math.Abs)]);
        var positive = ranks.Where((_, pair) => kept[pair] > 0).Sum();
        var chance = SignedRankDistribution.Of(ranks);
        return new SignedRank(
            differences.Length,
            differences.Length - kept.Count,
            positive / 2.0,
            chance.AtLeast(positive),
            chance.AtMost(positive));
    }
}
