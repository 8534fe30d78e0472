using Lowtide.Analysis.Statistics.Effects;
using MathNet.Numerics.Distributions;

namespace Lowtide.Analysis.Statistics.Planning;

/// <summary>How much a metric varies from pair to pair, as a few pairs showed it.</summary>
/// <param name="Pairs">Pairs it was taken from, at least 2.</param>
/// <param name="Sd">
/// Sample standard deviation of log arm - log baseline, without unit; or of arm - baseline, in the metric's unit.
/// </param>
public sealed record PilotSpread(int Pairs, double Sd)
{
    /// <summary>
    /// From measured pairs: a pilot's, or those of a finished trial. Null where there is no spread to speak of: fewer
    /// than two pairs, or a value that is not positive and can have no ratio.
    /// </summary>
    public static PilotSpread? Of(PairedMetric metric)
    {
        ArgumentNullException.ThrowIfNull(metric);
        if (metric.Differences is not { Length: >= 2 } differences) return null;
        var mean = differences.Average();
        return new PilotSpread(
            differences.Length,
            Math.Sqrt(differences.Sum(each => (each - mean) * (each - mean)) / (differences.Length - 1)));
    }

    /// <summary>
    /// The standard deviation that, for normal differences, is not exceeded with the given confidence. A pilot's own
    /// value is too low more often than not, and a trial planned on it too short. At 0.8 the bound is 4.0 times the
    /// value seen in 2 pairs, 2.1 times in 3, 1.5 times in 6. Browne 1995, doi:10.1002/sim.4780141709.
    /// </summary>
    public double UpperSd(double confidence = 0.8) =>
        Sd * Math.Sqrt((Pairs - 1) / ChiSquared.InvCDF(Pairs - 1, 1 - confidence));
}
