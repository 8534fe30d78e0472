using MathNet.Numerics.Distributions;

namespace Lowtide.Analysis.Statistics.Ranks;

/// <summary>
/// The Mann-Whitney (Wilcoxon rank-sum) test of two independent samples: whether values of one tend to be greater.
/// </summary>
/// <remarks>
/// Exact, ties included, up to <see cref="RankSumDistribution.Most"/> values. Beyond that by the normal approximation with
/// the variance corrected for ties and half a rank for continuity (Lehmann 2006, Nonparametrics, sections 1.3 and 1.4).
/// Mann and Whitney 1947, doi:10.1214/aoms/1177730491.
/// </remarks>
/// <param name="U">Pairs of one value of each sample in which the second sample's is greater; equal ones count half.</param>
/// <param name="PTwoSided">Twice the smaller tail, at most 1.</param>
/// <param name="IsExact">False where the approximation was used.</param>
public sealed record RankSum(double U, double PTwoSided, bool IsExact)
{
    /// <param name="first">At least one value, all finite; likewise <paramref name="second"/>.</param>
    /// <exception cref="ArgumentException">A sample is empty or a value is not finite.</exception>
    public static RankSum Of(ReadOnlySpan<double> first, ReadOnlySpan<double> second)
    {
        double[] values = [.. first, .. second];
        if (first.IsEmpty || second.IsEmpty)
            throw new ArgumentException("An empty sample has no ranks.", nameof(first));
        if (!Array.TrueForAll(values, double.IsFinite))
            throw new ArgumentException("A value must be finite.", nameof(first));

        var least = values.Min();
        // Ranks are of magnitudes: a common shift makes all values positive and changes no rank.
        var ranks = MidRanks.Doubled([.. values.Select(value => value - least)]);
        var sum = ranks.AsSpan(first.Length).ToArray().Sum();
        var u = sum / 2.0 - second.Length * (second.Length + 1) / 2.0;
        if (values.Length > RankSumDistribution.Most)
            return new RankSum(u, Approximate(u, first.Length, second.Length, ranks), IsExact: false);

        var chance = RankSumDistribution.Of(ranks, second.Length);
        return new RankSum(u, Math.Min(1, 2 * Math.Min(chance.AtMost(sum), chance.AtLeast(sum))), IsExact: true);
    }

    private static double Approximate(double u, int first, int second, int[] ranks)
    {
        double all = first + second;
        var ties = ranks.GroupBy(rank => rank).Sum(group => Math.Pow(group.Count(), 3) - group.Count());
        var variance = first * (double)second / 12 * (all + 1 - ties / (all * (all - 1)));
        if (variance <= 0)
            return 1;
        var distance = Math.Max(0, Math.Abs(u - first * (double)second / 2) - 0.5);
        return Math.Min(1, 2 * Normal.CDF(0, 1, -distance / Math.Sqrt(variance)));
    }
}
