namespace Lowtide.Analysis.Statistics.Verdicts;

/// <summary>
/// Holm's step-down correction: over a family of metrics the chance of even one false claim stays at alpha, however the
/// metrics hang together.
/// </summary>
/// <remarks>
/// Holm 1979, Scandinavian Journal of Statistics 6:65-70. The family is every metric named beforehand
/// that was measured. One that nobody measured is left out: no claim about it is possible, so none can be false. That
/// loosens nothing for the others, since what is measured is settled before there is a result, whichever arm is better.
/// </remarks>
public static class Holm
{
    /// <summary>Adjusted p-values in the order given; one under alpha is a claim the family can bear.</summary>
    public static IReadOnlyList<double> Adjust(IReadOnlyList<double> pValues)
    {
        var adjusted = new double[Checked(pValues).Count];
        var running = 0.0;
        foreach (var (metric, step) in Ascending(pValues))
        {
            running = Math.Max(running, Math.Min(1, (pValues.Count - step) * pValues[metric]));
            adjusted[metric] = running;
        }

        return adjusted;
    }

    /// <summary>
    /// The alpha at which each metric, in the order given, was tested: alpha/m for the smallest p, alpha/(m-1) for the
    /// next, and so on; all that follow the first p that fails are held to the alpha it failed at. An interval of
    /// that confidence agrees with the adjusted p about excluding 0.
    /// </summary>
    public static IReadOnlyList<double> Levels(IReadOnlyList<double> pValues, double alpha)
    {
        var levels = new double[Checked(pValues).Count];
        var failedAt = (double?)null;
        foreach (var (metric, step) in Ascending(pValues))
        {
            levels[metric] = failedAt ?? alpha / (pValues.Count - step);
            if (pValues[metric] >= levels[metric]) failedAt ??= levels[metric];
        }

        return levels;
    }

    /// <summary>
    /// The least number of pairs with which one metric of <paramref name="metrics"/> can be claimed at all: n pairs
    /// that all point the same way have a two-sided signed-rank p of 2/2^n, which must be under alpha/metrics.
    /// </summary>
    /// <param name="metrics">Metrics in the family, at least 1.</param>
    /// <param name="alpha">Family-wise error, between 0 and 1.</param>
    public static int LeastPairs(int metrics, double alpha)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(metrics);
        if (alpha is not (> 0 and < 1))
            throw new ArgumentOutOfRangeException(nameof(alpha), alpha, "alpha lies between 0 and 1.");
        var pairs = 1;
        for (var p = 1.0; p >= alpha / metrics; p /= 2) pairs++;
        return pairs;
    }

    private static IReadOnlyList<double> Checked(IReadOnlyList<double> pValues)
    {
        ArgumentNullException.ThrowIfNull(pValues);
        return pValues.All(p => p is >= 0 and <= 1)
            ? pValues
            : throw new ArgumentException("A p-value lies between 0 and 1.", nameof(pValues));
    }

    private static IEnumerable<(int Metric, int Step)> Ascending(IReadOnlyList<double> pValues) =>
        Enumerable.Range(0, pValues.Count).OrderBy(metric => pValues[metric]).Select((metric, step) => (metric, step));
}
