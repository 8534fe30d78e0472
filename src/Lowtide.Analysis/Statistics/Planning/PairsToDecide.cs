using Lowtide.Analysis.Statistics.Effects;
using MathNet.Numerics.Distributions;

namespace Lowtide.Analysis.Statistics.Planning;

/// <summary>After an undecided verdict: how many pairs would likely decide, from the spread that its own pairs showed.</summary>
public static class PairsToDecide
{
    private const double Power = 0.9;

    /// <summary>Up to here each number of pairs is tried with its exact distribution; beyond, the normal one is the same.</summary>
    private const int MostExact = 60;

    /// <summary>
    /// The pairs with which a change as large as the one seen would be told from none or, where that is inside the margin,
    /// equivalence be shown; each with 90% power. More than there are, and at most a million. Null without a spread: of one
    /// pair, or of values that have no ratio.
    /// </summary>
    /// <param name="metric">With all its pairs.</param>
    /// <param name="alpha">The two-sided level that it may be held to: its family's share.</param>
    /// <param name="least">The fewest that can claim anything.</param>
    public static int? Of(PairedMetric metric, double alpha, int least)
    {
        ArgumentNullException.ThrowIfNull(metric);
        least = Math.Max(least, metric.Baseline.Length + 1);
        var none = metric.Scale == EffectScale.Ratio ? 1 : 0;
        if (metric.Effect(alpha).Estimate - none is not { } change || PilotSpread.Of(metric) is not { } spread)
            return null;
        var inside = Math.Abs(change) <= metric.Margin;
        var distance = metric.Distance(inside ? metric.Margin : change);
        var plan = inside
            ? PairsFromPilot.ToShowEquivalence(spread, distance, alpha, Power, MostExact)
            : PairsFromPilot.ToSee(spread, distance, alpha, Power, MostExact);
        return Math.Max(least, plan.ReachesPower ? plan.Pairs : ByNormal(distance / plan.SdUsed, alpha, inside ? (1 + Power) / 2 : Power));
    }

    /// <summary>As <see cref="PairsFromPilot"/>, without its amends for few pairs.</summary>
    private static int ByNormal(double distance, double alpha, double power)
    {
        var z = Normal.InvCDF(0, 1, 1 - alpha / 2);
        var pairs = Math.PI / 3 * Math.Pow((z + Normal.InvCDF(0, 1, power)) / distance, 2) + z * z / 2;
        return (int)Math.Min(1_000_000, Math.Ceiling(pairs));
    }
}
