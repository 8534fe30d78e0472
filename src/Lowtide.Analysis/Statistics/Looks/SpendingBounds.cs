using MathNet.Numerics.Distributions;
using MathNet.Numerics.Integration;
using MathNet.Numerics.RootFinding;

namespace Lowtide.Analysis.Statistics.Looks;

/// <summary>
/// Bounds on a z-value looked at several times, so that under "no effect" it passes one of them with the total alpha
/// given, which is spent as O'Brien and Fleming would: hardly any of it early.
/// </summary>
/// <remarks>
/// Spent up to the fraction t of the information, on either side: 2 - 2 Phi(z(alpha/4) / sqrt t). Lan and DeMets 1983,
/// doi:10.1093/biomet/70.3.659. The bounds follow one by one, by numerical integration over the paths that have not
/// yet passed one: Armitage, McPherson and Rowe 1969, doi:10.2307/2343787.
/// </remarks>
internal static class SpendingBounds
{
    /// <summary>Beyond this many standard deviations nothing is integrated: less than 1e-19 is left out.</summary>
    private const double Farthest = 9;

    /// <summary>A level of 1e-197: a very early look may claim nothing, but its level stays above 0.</summary>
    private const double NeverPassed = 30;

    private static readonly GaussLegendreRule Unit = new(-1, 1, 96);

    /// <summary>The two-sided nominal level at each look.</summary>
    /// <param name="information">The fraction of the information at each look: rising, the last 1.</param>
    /// <param name="alpha">The two-sided total, between 0 and 1.</param>
    public static double[] Levels(IReadOnlyList<double> information, double alpha)
    {
        var levels = new double[information.Count];
        var paths = new Paths([0], [1], At: 0);
        var spent = 0.0;
        for (var look = 0; look < levels.Length; look++)
        {
            var spend = Spent(information[look], alpha) - spent;
            spent += spend;
            var bound = BoundThatSpends(paths, information[look], spend);
            levels[look] = TwoSided(bound);
            paths = Within(paths, information[look], bound);
        }

        return levels;
    }

    /// <summary>Two-sided alpha spent once the fraction <paramref name="information"/> is in.</summary>
    private static double Spent(double information, double alpha) =>
        2 * TwoSided(-Normal.InvCDF(0, 1, alpha / 4) / Math.Sqrt(information));

    private static double TwoSided(double z) => 2 * Normal.CDF(0, 1, -z);

    private static double BoundThatSpends(Paths paths, double information, double spend)
    {
        double TooMuch(double bound) => paths.PassesEither(bound * Math.Sqrt(information), information) / spend - 1;
        // The bound that would spend as much had there been no look before; with fewer paths left it is lower.
        var highest = -Normal.InvCDF(0, 1, spend / 2);
        if (highest > NeverPassed) return NeverPassed;
        return paths.At == 0 ? highest : Brent.FindRoot(TooMuch, 0, highest + 1e-9, accuracy: 1e-13);
    }

    private static Paths Within(Paths paths, double information, double bound)
    {
        var edge = Math.Min(bound, Farthest) * Math.Sqrt(information);
        var places = new double[Unit.Order];
        var masses = new double[Unit.Order];
        for (var point = 0; point < places.Length; point++)
        {
            places[point] = edge * Unit.GetAbscissa(point);
            masses[point] = edge * Unit.GetWeight(point) * paths.DensityAt(places[point], information);
        }

        return new Paths(places, masses, information);
    }

    /// <summary>
    /// Where the score (z times the root of the information) may be, of the paths that passed no bound: points and
    /// the probability each stands for.
    /// </summary>
    private sealed record Paths(double[] Places, double[] Masses, double At)
    {
        /// <summary>The chance to be beyond +-<paramref name="edge"/> at the next look.</summary>
        public double PassesEither(double edge, double information)
        {
            var step = Math.Sqrt(information - At);
            var sum = 0.0;
            // Both tails weigh the same, since points and masses lie symmetrically about 0.
            for (var point = 0; point < Places.Length; point++)
                sum += Masses[point] * Normal.CDF(0, 1, (Places[point] - edge) / step);
            return 2 * sum;
        }

        public double DensityAt(double place, double information)
        {
            var variance = information - At;
            var sum = 0.0;
            for (var point = 0; point < Places.Length; point++)
            {
                var way = place - Places[point];
                sum += Masses[point] * Math.Exp(-way * way / (2 * variance));
            }

            return sum / Math.Sqrt(2 * Math.PI * variance);
        }
    }
}
