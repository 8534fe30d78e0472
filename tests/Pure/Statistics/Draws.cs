using Lowtide.Analysis.Statistics;

namespace Lowtide.Tests.Pure.Statistics;

/// <summary>Seeded samples for simulations: the same on every machine.</summary>
internal sealed class Draws(ulong seed)
{
    private readonly SplitMix64 _random = new(seed);

    public ulong Bits() => _random.Next();

    public double Unit() => _random.NextUnit();

    public double Normal() =>
        Math.Sqrt(-2 * Math.Log(1 - Unit())) * Math.Cos(2 * Math.PI * Unit());

    public double Exponential() => -Math.Log(1 - Unit());

    /// <summary>Student's t of two degrees of freedom: no variance.</summary>
    public double HeavyTailed()
    {
        var unit = 1 - Unit();
        return (2 * unit - 1) / Math.Sqrt(2 * unit * (1 - unit));
    }

    public double[] Many(int count, Func<Draws, double> one)
    {
        var values = new double[count];
        for (var index = 0; index < count; index++) values[index] = one(this);
        return values;
    }
}
