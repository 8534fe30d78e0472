using Lowtide.Analysis.Statistics.Effects;

namespace Lowtide.Analysis.Statistics.Planning;

/// <summary>After a trial: the smallest change that so many pairs of this spread would have shown.</summary>
/// <remarks>
/// It tells "nothing there" from "nothing could be seen". It is not the power of the change that was seen, which only
/// says the p again (Hoenig and Heisey 2001, doi:10.1198/000313001300339897). The spread is
/// <see cref="PilotSpread.UpperSd"/>, as for the plan, so that a few pairs that happened to agree promise no more than
/// they can.
/// </remarks>
public static class DetectableChange
{
    /// <summary>
    /// The change, above 0, on the scale of the spread: a log ratio or a difference. One as large the other way is seen
    /// as well. Null where so few pairs can claim nothing.
    /// </summary>
    /// <param name="spread">As the trial's pairs showed it.</param>
    /// <param name="level">The two-sided level the metric was tested at.</param>
    /// <param name="power">The chance of seeing it.</param>
    public static double? Of(PilotSpread spread, double level, double power = 0.9)
    {
        ArgumentNullException.ThrowIfNull(spread);
        var shift = SignedRankPower.ShiftSeen(spread.Pairs, level, power) * spread.UpperSd();
        return double.IsFinite(shift) ? shift : null;
    }

    /// <summary>
    /// The same of a metric as a trial measured it: arm/baseline - 1 upwards, or arm - baseline in its unit. Null also
    /// where there is no spread: fewer than two pairs, or no ratio.
    /// </summary>
    /// <inheritdoc cref="Of(PilotSpread, double, double)" path="/param"/>
    /// <param name="metric">With the values of all its pairs.</param>
    public static double? Of(PairedMetric metric, double level, double power = 0.9)
    {
        ArgumentNullException.ThrowIfNull(metric);
        if (PilotSpread.Of(metric) is not { } spread || Of(spread, level, power) is not { } change) return null;
        return metric.Scale == EffectScale.Ratio ? Math.Exp(change) - 1 : change;
    }
}
