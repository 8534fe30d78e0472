using MathNet.Numerics.Distributions;

namespace Lowtide.Analysis.Statistics;

/// <summary>The exact interval of a count's mean: Garwood 1936, doi:10.1093/biomet/28.3-4.437.</summary>
public static class PoissonInterval
{
    private const double Confidence = 0.95;

    /// <param name="count">That was seen, 0 or more.</param>
    public static Interval Of(long count) => new(
        count == 0 ? 0 : Gamma.InvCDF(count, 1, (1 - Confidence) / 2), Gamma.InvCDF(count + 1, 1, (1 + Confidence) / 2), Confidence);
}
