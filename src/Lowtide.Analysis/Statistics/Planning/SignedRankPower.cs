using Lowtide.Analysis.Statistics.Ranks;
using MathNet.Numerics.Distributions;

namespace Lowtide.Analysis.Statistics.Planning;

/// <summary>How far from 0 differences must be centred for so many pairs to tell, in their standard deviations.</summary>
/// <remarks>
/// The normal formula for the t-test, times pi/3 since the signed-rank test uses that much less of normal data
/// (Hodges and Lehmann 1956, doi:10.1214/aoms/1177728261), with three amends for few pairs: the level is the one the
/// discrete test attains; z^2/2 pairs are added because the spread must be estimated (Guenther 1981,
/// The American Statistician 35:243-244); and where only "all pairs point the same way" will do, its probability is
/// used as it is. Simulated power is then within 2 points of the power asked for.
/// </remarks>
public static class SignedRankPower
{
    /// <summary>The shift that is told from none. Infinite where so few pairs can claim nothing.</summary>
    /// <param name="pairs">Pairs, at least 1.</param>
    /// <param name="alpha">The two-sided level.</param>
    /// <param name="power">The chance of seeing it.</param>
    public static double ShiftSeen(int pairs, double alpha, double power) =>
        Distance(pairs, alpha, Normal.InvCDF(0, 1, power), () => Normal.InvCDF(0, 1, Math.Pow(power, 1.0 / pairs)));

    /// <summary>
    /// The margin, on either side, in which the interval of confidence 1 - alpha lies if in truth there is no shift.
    /// </summary>
    /// <inheritdoc cref="ShiftSeen" path="/param"/>
    // Both ends must hold: half the risk each.
    public static double MarginFilled(int pairs, double alpha, double power) =>
        Distance(
            pairs, alpha, Normal.InvCDF(0, 1, (1 + power) / 2),
            () => Normal.InvCDF(0, 1, (1 + Math.Pow(power, 1.0 / pairs)) / 2));

    private static double Distance(int pairs, double alpha, double zPower, Func<double> whereAllPairsMustAgree)
    {
        var chance = SignedRankDistribution.Untied(pairs);
        if (chance.CriticalValue(alpha) is not { } critical) return double.PositiveInfinity;
        if (critical == 0) return whereAllPairsMustAgree();
        var z = -Normal.InvCDF(0, 1, chance.AtMost(critical));
        return (z + zPower) * Math.Sqrt(Math.PI / 3 / (pairs - z * z / 2));
    }
}
