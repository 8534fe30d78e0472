using MathNet.Numerics.Distributions;

namespace Lowtide.Tests.Pure.Statistics;

/// <summary>
/// Judges a simulated rate against a true one by the binomial distribution: it fails when a rate as allowed would give
/// what was counted less than once in 10,000 runs.
/// </summary>
internal static class Rate
{
    private const double Implausible = 1e-4;

    public static void NotAbove(double allowed, int count, int runs) =>
        Assert.True(
            1 - Binomial.CDF(allowed, runs, count - 1) >= Implausible,
            $"{count} of {runs} is {(double)count / runs:P2}, more than {allowed:P2} explains");

    public static void NotBelow(double promised, int count, int runs) => NotAbove(1 - promised, runs - count, runs);

    public static void Near(double expected, int count, int runs)
    {
        NotAbove(expected, count, runs);
        NotBelow(expected, count, runs);
    }
}
