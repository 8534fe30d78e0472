using MathNet.Numerics.Distributions;

namespace Lowtide.Analysis.Statistics.Ranks;

/// <summary>
/// By how much the values of one sample lie above those of another that is independent of it: the median of all differences between
/// them, and the interval that the test of <see cref="RankSum"/> does not reject.
/// </summary>
/// <remarks>
/// The ends are ordered differences, counted in by the critical value of U without ties; where values are tied the closed
/// interval covers at least as often as it says. It takes the two distributions to differ in place only: where one also
/// is the wider, the estimate is still the median difference, and the interval is about.
/// Hodges and Lehmann 1963, doi:10.1214/aoms/1177704172; the interval: Moses, in Hollander, Wolfe and Chicken 2014,
/// Nonparametric Statistical Methods, section 4.3.
/// </remarks>
/// <param name="Estimate">Second less first, in the unit of the values.</param>
/// <param name="Interval">Null where the values are too few for the confidence: it would be unbounded.</param>
public sealed record ShiftEstimate(double Estimate, Interval? Interval)
{
    /// <param name="first">At least one value, all finite; likewise <paramref name="second"/>.</param>
    /// <param name="alpha">One minus the confidence wanted.</param>
    /// <exception cref="ArgumentException">A sample is empty.</exception>
    public static ShiftEstimate Of(ReadOnlySpan<double> first, ReadOnlySpan<double> second, double alpha)
    {
        if (first.IsEmpty || second.IsEmpty)
            throw new ArgumentException("An empty sample is nowhere.", nameof(first));
        var differences = new double[first.Length * second.Length];
        var next = 0;
        foreach (var before in first)
            foreach (var after in second)
                differences[next++] = after - before;
        Array.Sort(differences);
        var interval = Outside(first.Length, second.Length, alpha) is var (count, confidence)
            ? new Interval(differences[count], differences[^(count + 1)], confidence)
            : null;
        return new ShiftEstimate(Quantile.OfSorted(differences, 0.5), interval);
    }

    /// <summary>The least size of two equal samples that gives an interval of this confidence.</summary>
    public static int EachNeeded(double alpha)
    {
        if (alpha is not (> 0 and < 1))
            throw new ArgumentOutOfRangeException(nameof(alpha), alpha, "alpha lies between 0 and 1.");
        var each = 1;
        while (RankSumDistribution.Untied(each, each).LeastP >= alpha) each++;
        return each;
    }

    /// <summary>How many differences at each end lie outside, and the confidence that is reached with that.</summary>
    private static (int Count, double Confidence)? Outside(int first, int second, double alpha)
    {
        if (first + second <= RankSumDistribution.Most)
        {
            var chance = RankSumDistribution.Untied(second, first);
            return chance.CriticalValue(alpha) is { } critical
                ? (critical, 1 - 2 * chance.AtMost(critical + second * (second + 1) / 2))
                : null;
        }
        var (middle, deviation) = (first * (double)second / 2, Math.Sqrt(first * (double)second * (first + second + 1) / 12));
        var count = (int)Math.Floor(middle - 0.5 + Normal.InvCDF(0, 1, alpha / 2) * deviation);
        return count < 0 ? null : (count, 1 - 2 * Normal.CDF(0, 1, (count + 0.5 - middle) / deviation));
    }
}
