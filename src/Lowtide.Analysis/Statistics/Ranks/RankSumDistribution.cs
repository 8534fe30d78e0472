namespace Lowtide.Analysis.Statistics.Ranks;

/// <summary>
/// What the rank sum of one of two samples does when both come from the same place: every choice of so many of the ranks is
/// equally likely. Exact for any positive integer ranks, so for tied ones too once mid-ranks are doubled.
/// </summary>
/// <remarks>
/// Built one rank at a time by counting choices, about N^2 n sums for n of N ranks: some milliseconds up to
/// <see cref="Most"/>. Counts reach C(100, 50) = 1e29; they are sums of positive numbers, so that a double keeps fifteen digits
/// of each. Mann and Whitney 1947, doi:10.1214/aoms/1177730491; under ties the same given the ranks that occurred: Lehmann
/// 2006, Nonparametrics, section 1.4.
/// </remarks>
public sealed class RankSumDistribution
{
    /// <summary>Values in both samples together, beyond which the exact distribution would take seconds.</summary>
    public const int Most = 100;

    private readonly double[] _atMost, _atLeast;
    private readonly int _least;

    private RankSumDistribution(int least, double[] ways)
    {
        _least = least;
        (_atMost, _atLeast) = ([.. ways], [.. ways]);
        // Each tail is summed from its own end: a small one keeps its digits, and 1 - the other would not.
        for (var sum = 1; sum < ways.Length; sum++) _atMost[sum] += _atMost[sum - 1];
        for (var sum = ways.Length - 2; sum >= 0; sum--) _atLeast[sum] += _atLeast[sum + 1];
        var all = _atMost[^1];
        for (var sum = 0; sum < ways.Length; sum++) (_atMost[sum], _atLeast[sum]) = (_atMost[sum] / all, _atLeast[sum] / all);
    }

    /// <summary>For samples in which no two values are equal: sums of <paramref name="chosen"/> of the ranks from 1 on.</summary>
    public static RankSumDistribution Untied(int chosen, int others) => Of([.. Enumerable.Range(1, chosen + others)], chosen);

    /// <summary>For the ranks given, in whatever whole unit they are in (doubled, when there are mid-ranks).</summary>
    public static RankSumDistribution Of(ReadOnlySpan<int> ranks, int chosen)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(ranks.Length, Most, nameof(ranks));
        if (chosen < 0 || chosen > ranks.Length)
            throw new ArgumentOutOfRangeException(nameof(chosen), chosen, "Between none and all of the ranks can be chosen.");
        var sorted = ranks.ToArray();
        Array.Sort(sorted);
        var (least, greatest) = (sorted[..chosen].Sum(), sorted[^chosen..].Sum());

        var ways = new double[chosen + 1][];
        for (var taken = 0; taken <= chosen; taken++) ways[taken] = new double[greatest + 1];
        ways[0][0] = 1;
        foreach (var rank in sorted)
            // Downwards, so that no rank is taken twice.
            for (var taken = chosen; taken > 0; taken--)
                for (var sum = rank; sum <= greatest; sum++)
                    ways[taken][sum] += ways[taken - 1][sum - rank];

        return new RankSumDistribution(least, ways[chosen][least..]);
    }

    /// <summary>Probability of a sum of <paramref name="sum"/> or less.</summary>
    public double AtMost(int sum) => sum < _least ? 0 : _atMost[Math.Min(sum - _least, _atMost.Length - 1)];

    /// <summary>Probability of a sum of <paramref name="sum"/> or more.</summary>
    public double AtLeast(int sum) => sum - _least >= _atLeast.Length ? 0 : _atLeast[Math.Max(0, sum - _least)];

    /// <summary>
    /// How far above the least sum one may be for its two-sided p to be under <paramref name="alpha"/>: the critical value of
    /// U in printed tables. Null when even the least sum is too likely: too few values.
    /// </summary>
    public int? CriticalValue(double alpha)
    {
        var above = 0;
        while (above < _atMost.Length && 2 * _atMost[above] < alpha) above++;
        return above == 0 ? null : above - 1;
    }

    /// <summary>The two-sided p of the least sum, the smallest that there can be.</summary>
    public double LeastP => Math.Min(1, 2 * _atMost[0]);
}
