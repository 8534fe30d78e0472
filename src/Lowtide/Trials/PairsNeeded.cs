using Lowtide.Analysis.Statistics;
using MathNet.Numerics.Distributions;

namespace Lowtide.Trials;

/// <summary>How many pairs a metric needs, from the spread that its own pairs showed.</summary>
internal static class PairsNeeded
{
    private const double Power = 0.9;

    /// <summary>Up to here each number of pairs is tried with its exact distribution; beyond, the normal one is the same.</summary>
    private const int MostExact = 60;

    /// <summary>
    /// Before the verdict: enough to see the change asked for, and enough to call two equal arms equivalent. Looks at the
    /// spread and never at the direction. Null where there is no spread.
    /// </summary>
    public static PairsPlan? Planned(TrialMetric metric, PairedValues values, double effect, double alpha, int most)
    {
        if (Spread(metric, values) is not { } pilot)
            return null;
        var change = metric.Scale == EffectScale.Ratio ? Math.Log(1 + effect) : metric.Margin;
        var (see, equal) = (ToSee(pilot, change, alpha, most), ToShowEquivalence(pilot, Margin(metric), alpha, most));
        return new PairsPlan(Math.Max(see.Pairs, equal.Pairs), see.ReachesPower && equal.ReachesPower, see.SdUsed);
    }

    /// <summary>
    /// After an undecided verdict: the pairs with which a change as large as the one seen would be told from none or, where
    /// that is inside the margin, equivalence be shown; each with 90% power at <paramref name="alpha"/>.
    /// </summary>
    /// <param name="least">The fewest that can claim anything.</param>
    public static int ToDecide(TrialMetric metric, PairedValues values, double alpha, int least)
    {
        var estimate = ArmValues.Paired(metric, values).Effect(alpha).Estimate;
        if (estimate is not { } seen || Spread(metric, values) is not { } spread)
            return Math.Max(least, values.Baseline.Length + 1);
        var change = Math.Abs(metric.Scale == EffectScale.Ratio ? Math.Log(seen) : seen);
        var inside = Math.Abs(metric.Scale == EffectScale.Ratio ? seen - 1 : seen) <= metric.Margin;
        var plan = inside
            ? ToShowEquivalence(spread, Margin(metric), alpha, MostExact)
            : ToSee(spread, change, alpha, MostExact);
        var pairs = plan.ReachesPower
            ? plan.Pairs
            : ByNormal((inside ? Margin(metric) : change) / plan.SdUsed, alpha, inside ? (1 + Power) / 2 : Power);
        return Math.Max(Math.Max(least, values.Baseline.Length + 1), pairs);
    }

    /// <summary>As <see cref="PairsFromPilot"/>, without its amends for few pairs; at most a million.</summary>
    private static int ByNormal(double distance, double alpha, double power)
    {
        var z = Normal.InvCDF(0, 1, 1 - alpha / 2);
        var pairs = Math.PI / 3 * Math.Pow((z + Normal.InvCDF(0, 1, power)) / distance, 2) + z * z / 2;
        return (int)Math.Min(1_000_000, Math.Ceiling(pairs));
    }

    private static double Margin(TrialMetric metric) =>
        metric.Scale == EffectScale.Ratio ? Math.Log(1 + metric.Margin) : metric.Margin;

    private static PilotSpread? Spread(TrialMetric metric, PairedValues values) => PilotSpread.Of(ArmValues.Paired(metric, values));

    // What counts is the change as a multiple of the spread: both are scaled, so that a difference serves as a log ratio.
    private static PairsPlan ToSee(PilotSpread spread, double change, double alpha, int most) =>
        Rescaled(spread, change, unit => PairsFromPilot.ToSee(unit, Math.Exp(0.05) - 1, alpha, Power, most));

    private static PairsPlan ToShowEquivalence(PilotSpread spread, double margin, double alpha, int most) =>
        Rescaled(spread, margin, unit => PairsFromPilot.ToShowEquivalence(unit, Math.Exp(0.05) - 1, alpha, Power, most));

    private static PairsPlan Rescaled(PilotSpread spread, double change, Func<PilotSpread, PairsPlan> plan)
    {
        var scale = 0.05 / change;
        var planned = plan(spread with { Sd = spread.Sd * scale });
        return planned with { SdUsed = planned.SdUsed / scale };
    }
}
