using MathNet.Numerics.Distributions;

namespace Lowtide.Analysis.Statistics;

/// <summary>The score interval of a share: Wilson 1927, doi:10.1080/01621459.1927.10502953.</summary>
public static class ScoreInterval
{
    private const double Confidence = 0.95;

    /// <param name="share">0 to 1, that was seen.</param>
    /// <param name="of">Of so many; 1 or more.</param>
    public static Interval Of(double share, int of)
    {
        var z = Normal.InvCDF(0, 1, (1 + Confidence) / 2);
        var middle = share + (z * z / (2 * of));
        var half = z * Math.Sqrt((share * (1 - share) / of) + (z * z / (4.0 * of * of)));
        var scale = 1 + (z * z / of);
        return new Interval(Math.Max(0, (middle - half) / scale), Math.Min(1, (middle + half) / scale), Confidence);
    }
}
