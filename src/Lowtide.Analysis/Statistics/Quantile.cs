namespace Lowtide.Analysis.Statistics;

/// <summary>Quantiles of a sample.</summary>
public static class Quantile
{
    /// <summary>
    /// The quantile by linear interpolation between order statistics: type 7 of Hyndman and Fan 1996,
    /// doi:10.1080/00031305.1996.10473566, which R and NumPy use unless told otherwise.
    /// </summary>
    /// <param name="sorted">The sample in ascending order, not empty, no NaN. The caller vouches for the order.</param>
    /// <param name="fraction">0 (the least) to 1 (the greatest).</param>
    public static double OfSorted(ReadOnlySpan<double> sorted, double fraction)
    {
        if (sorted.IsEmpty) throw new ArgumentException("An empty sample has no quantile.", nameof(sorted));
        if (fraction is not (>= 0 and <= 1))
            throw new ArgumentOutOfRangeException(nameof(fraction), fraction, "A quantile lies between 0 and 1.");

        var position = fraction * (sorted.Length - 1);
        var below = (int)position;
        var weight = position - below;
        // Not reached with weight 0, so that an infinite neighbour cannot make 0 * infinity.
        return weight == 0 ? sorted[below] : sorted[below] * (1 - weight) + sorted[below + 1] * weight;
    }

    /// <summary>The median of a sample in any order; null of an empty one.</summary>
    public static double? Median(IEnumerable<double> values) => values.Order().ToArray() is { Length: > 0 } sorted ? OfSorted(sorted, 0.5) : null;
}
