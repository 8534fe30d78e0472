using Lowtide.Analysis.Statistics;

namespace Lowtide.Tests.Pure.Alerts;

/// <summary>What a simulated server draws; a seed draws the same at any time.</summary>
internal sealed class SimulatedNumbers(ulong seed)
{
    private readonly SplitMix64 _random = new(seed);

    /// <summary>From 0 to 1.</summary>
    public double Next() => (_random.Next() >> 11) / (double)(1UL << 53);

    public double Between(double low, double high) => low + ((high - low) * Next());

    public double LogBetween(double low, double high) => low * Math.Pow(high / low, Next());

    /// <summary>Of mean 0 and deviation 1 (Box and Muller 1958, doi:10.1214/aoms/1177706645).</summary>
    public double Normal() => Math.Sqrt(-2 * Math.Log(1 - Next())) * Math.Cos(2 * Math.PI * Next());

    public int Poisson(double mean)
    {
        var (count, product, limit) = (0, Next(), Math.Exp(-mean));
        for (; product > limit; product *= Next())
            count++;
        return count;
    }
}
