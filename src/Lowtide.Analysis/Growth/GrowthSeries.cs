using Lowtide.Analysis.Statistics;

namespace Lowtide.Analysis.Growth;

/// <summary>
/// A series made small: medians over equal stretches of each life, so that a spike of one request does not count and a fit costs the
/// same whatever was recorded.
/// </summary>
internal sealed class GrowthSeries
{
    /// <summary>Points of which a median is made where some may be of one request's moment.</summary>
    public const int OfSpikes = 5;

    /// <summary>More than the fullest course has parameters: level, two harmonics, six jumps and their times are 17.</summary>
    public const int LeastMedians = 18;

    /// <summary>Each life has a median of its own in each stretch.</summary>
    public const int MostLives = 240;

    private const int LeastBins = 24, MostBins = 240;

    private GrowthSeries(double[] seconds, double[] ages, double[] values, int[] lives, double binSeconds, double? level)
    {
        BinSeconds = binSeconds;
        (Seconds, Ages, Values, Lives) = (seconds, ages, values, lives);
        LongestLife = ages.Max();
        Level = level ?? values.Average();
    }

    public int Count => Values.Length;

    public double BinSeconds { get; }

    /// <summary>From the first point.</summary>
    public double[] Seconds { get; }

    /// <summary>From the first point of the same life.</summary>
    public double[] Ages { get; }

    public double[] Values { get; }

    /// <summary>From 0, without gaps.</summary>
    public int[] Lives { get; }

    public double LongestLife { get; }

    public double Level { get; }

    /// <inheritdoc cref="Of"/>
    public static int LeastPoints(int inBin) => LeastBins * inBin;

    /// <param name="points">At least <see cref="LeastPoints"/>, in order of time.</param>
    /// <param name="inBin">So many points a stretch, or more of a long series.</param>
    /// <param name="level">Against which a rise matters; the series' own where null.</param>
    public static GrowthSeries Of(IReadOnlyList<GrowthPoint> points, int inBin, double? level)
    {
        var (begin, span) = (points[0].Seconds, points[^1].Seconds - points[0].Seconds);
        var bins = Math.Min(MostBins, points.Count / inBin);
        var medians = points
            .GroupBy(point => (point.Life, Bin: (int)Math.Min(bins - 1, (point.Seconds - begin) / span * bins)))
            .Select(bin => (
                bin.Key.Life,
                Seconds: bin.Average(point => point.Seconds) - begin,
                Bytes: Quantile.OfSorted(bin.Select(point => point.Bytes).Order().ToArray(), 0.5)))
            .ToList();
        var births = points.GroupBy(point => point.Life).ToDictionary(life => life.Key, life => life.First().Seconds - begin);
        var order = births.OrderBy(life => life.Value).Select((life, number) => (life.Key, number)).ToDictionary(life => life.Key, life => life.number);
        return new GrowthSeries(
            [.. medians.Select(bin => bin.Seconds)],
            [.. medians.Select(bin => bin.Seconds - births[bin.Life])],
            [.. medians.Select(bin => bin.Bytes)],
            [.. medians.Select(bin => order[bin.Life])],
            span / bins,
            level);
    }
}
