namespace Lowtide.Analysis.Statistics;

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

    /// <summary>Pairs with which a true change of <paramref name="effect"/> is told from none.</summary>
    /// <param name="pilot">The spread seen.</param>
    /// <param name="effect">The change that must not be missed, as arm/baseline - 1: 0.05 or -0.05, not 0.</param>
    /// <param name="alpha">Two-sided; divide by the size of the family for a metric under Holm.</param>
    /// <param name="power">The chance of seeing it.</param>
    /// <param name="cap">The most pairs that will be run.</param>
    public static PairsPlan ToSee(
        PilotSpread pilot, double effect, double alpha = 0.05, double power = 0.9, int cap = 60)
    {
        if (effect is 0 or not > -1)
            throw new ArgumentOutOfRangeException(nameof(effect), effect, "An effect is above -1 and not 0.");
        return Plan(
            pilot, Math.Abs(Math.Log(1 + effect)), alpha, cap,
            pairs => SignedRankPower.ShiftSeen(pairs, alpha, power));
    }

    /// <summary>Pairs with which the interval fits inside the margin if in truth nothing changed.</summary>
    /// <param name="pilot">The spread seen.</param>
    /// <param name="margin">The largest change still called the same, a fraction above 0.</param>
    /// <param name="alpha">One minus the confidence of the interval.</param>
    /// <param name="power">The chance that it fits.</param>
    /// <param name="cap">The most pairs that will be run.</param>
    public static PairsPlan ToShowEquivalence(
        PilotSpread pilot, double margin, double alpha = 0.05, double power = 0.9, int cap = 60)
    {
        if (margin is not > 0)
            throw new ArgumentOutOfRangeException(nameof(margin), margin, "A margin is above 0.");
        // log(1 + margin) is the nearer of the two bounds on the log scale.
        return Plan(
            pilot, Math.Log(1 + margin), alpha, cap,
            pairs => SignedRankPower.MarginFilled(pairs, alpha, power));
    }

    private static PairsPlan Plan(
        PilotSpread pilot, double logDistance, double alpha, int cap, Func<int, double> distanceInSds)
    {
        ArgumentNullException.ThrowIfNull(pilot);
        var least = Math.Max(Least, Holm.PairsNeeded(metrics: 1, alpha));
        ArgumentOutOfRangeException.ThrowIfLessThan(cap, least);
        var sd = pilot.UpperSd();
        for (var pairs = least; pairs <= cap; pairs++)
            if (distanceInSds(pairs) * sd <= logDistance) return new PairsPlan(pairs, ReachesPower: true, sd);

        return new PairsPlan(cap, ReachesPower: false, sd);
    }
}
