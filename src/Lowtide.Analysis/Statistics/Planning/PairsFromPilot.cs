using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Verdicts;

namespace Lowtide.Analysis.Statistics.Planning;

/// <summary>The number of pairs a trial needs, from the spread that a pilot showed.</summary>
/// <remarks>
/// The fewest for which <see cref="SignedRankPower"/> says that they are enough. The spread is
/// <see cref="PilotSpread.UpperSd"/>, not the pilot's own, so a short pilot asks for a long trial. For a trial with
/// looks alpha is the level at its last one; the earlier looks then add a little power.
/// </remarks>
public static class PairsFromPilot
{
    /// <summary>No trial at 0.05 can claim anything from fewer; a looser alpha does not make fewer wise.</summary>
    public const int Least = 6;

    /// <summary>
    /// Enough to see the change asked for, and enough to call two equal arms equivalent. Null where there is no spread.
    /// </summary>
    /// <param name="pilot">The pilot's pairs; the direction in them is not looked at.</param>
    /// <param name="effect">As arm/baseline - 1, above 0; a metric that is compared by differences takes its margin for it.</param>
    /// <inheritdoc cref="ToSee" path="/param"/>
    public static PairsPlan? Of(PairedMetric pilot, double effect, double alpha = 0.05, double power = 0.9, int cap = 60)
    {
        ArgumentNullException.ThrowIfNull(pilot);
        if (PilotSpread.Of(pilot) is not { } spread) return null;
        var see = ToSee(spread, pilot.Distance(pilot.Scale == EffectScale.Ratio ? effect : pilot.Margin), alpha, power, cap);
        var equal = ToShowEquivalence(spread, pilot.Distance(pilot.Margin), alpha, power, cap);
        return new PairsPlan(Math.Max(see.Pairs, equal.Pairs), see.ReachesPower && equal.ReachesPower, see.SdUsed);
    }

    /// <summary>Pairs with which a true change is told from none.</summary>
    /// <param name="pilot">The spread seen.</param>
    /// <param name="distance">Of the change that must not be missed from none, on the scale of the spread: above 0.</param>
    /// <param name="alpha">Two-sided; divide by the size of the family for a metric under Holm.</param>
    /// <param name="power">The chance of it.</param>
    /// <param name="cap">The most pairs that will be run.</param>
    public static PairsPlan ToSee(
        PilotSpread pilot, double distance, double alpha = 0.05, double power = 0.9, int cap = 60) =>
        Plan(pilot, distance, alpha, cap, pairs => SignedRankPower.ShiftSeen(pairs, alpha, power));

    /// <summary>Pairs with which the interval, of confidence 1 - alpha, fits inside the margin if in truth nothing changed.</summary>
    /// <param name="margin">The largest change still called the same, on the scale of the spread: above 0.</param>
    /// <inheritdoc cref="ToSee" path="/param"/>
    public static PairsPlan ToShowEquivalence(
        PilotSpread pilot, double margin, double alpha = 0.05, double power = 0.9, int cap = 60) =>
        Plan(pilot, margin, alpha, cap, pairs => SignedRankPower.MarginFilled(pairs, alpha, power));

    private static PairsPlan Plan(
        PilotSpread pilot, double distance, double alpha, int cap, Func<int, double> distanceInSds)
    {
        ArgumentNullException.ThrowIfNull(pilot);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(distance);
        var least = Math.Max(Least, Holm.LeastPairs(metrics: 1, alpha));
        ArgumentOutOfRangeException.ThrowIfLessThan(cap, least);
        var sd = pilot.UpperSd();
        for (var pairs = least; pairs <= cap; pairs++)
            if (distanceInSds(pairs) * sd <= distance) return new PairsPlan(pairs, ReachesPower: true, sd);

        return new PairsPlan(cap, ReachesPower: false, sd);
    }
}
