using MathNet.Numerics.Distributions;

namespace Lowtide.Analysis.Statistics;

/// <summary>The number of pairs a trial needs, from the spread that a pilot showed.</summary>
/// <remarks>
/// The normal formula for the t-test, times pi/3 since the signed-rank test uses that much less of normal data
/// (Hodges and Lehmann 1956, doi:10.1214/aoms/1177728261), with three amends for few pairs: the level is the one the
/// discrete test attains; z^2/2 pairs are added because the spread must be estimated (Guenther 1981,
/// The American Statistician 35:243-244); and where only "all pairs point the same way" will do, its probability is
/// used as it is. Simulated power is then within 2 points of the power asked for. The spread is
/// <see cref="PilotSpread.UpperSd"/>, not the pilot's own, so a short pilot asks for a long trial.
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
            zPower: Normal.InvCDF(0, 1, power),
            allPairs: (distance, pairs) => Math.Pow(Normal.CDF(0, 1, distance), pairs) >= power);
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
        // log(1 + margin) is the nearer of the two bounds on the log scale. Both must hold: half the risk each.
        return Plan(
            pilot, Math.Log(1 + margin), alpha, cap,
            zPower: Normal.InvCDF(0, 1, (1 + power) / 2),
            allPairs: (distance, pairs) => Math.Pow(2 * Normal.CDF(0, 1, distance) - 1, pairs) >= power);
    }

    private static PairsPlan Plan(
        PilotSpread pilot, double logDistance, double alpha, int cap, double zPower, Func<double, int, bool> allPairs)
    {
        ArgumentNullException.ThrowIfNull(pilot);
        var least = Math.Max(Least, Holm.PairsNeeded(metrics: 1, alpha));
        ArgumentOutOfRangeException.ThrowIfLessThan(cap, least);
        var sd = pilot.UpperSd();
        var distance = logDistance / sd;
        for (var pairs = least; pairs <= cap; pairs++)
        {
            var chance = SignedRankDistribution.Untied(pairs);
            var critical = chance.CriticalValue(alpha)!.Value;
            var z = -Normal.InvCDF(0, 1, chance.AtMost(critical));
            var enough = critical == 0
                ? allPairs(distance, pairs)
                : pairs >= Math.PI / 3 * Math.Pow((z + zPower) / distance, 2) + z * z / 2;
            if (enough) return new PairsPlan(pairs, ReachesPower: true, sd);
        }

        return new PairsPlan(cap, ReachesPower: false, sd);
    }
}
