namespace Lowtide.Analysis.Statistics;

/// <summary>
/// SplitMix64: random numbers that a seed fixes for good, on every machine and runtime, as System.Random does not
/// promise. Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195. Not for secrets.
/// </summary>
public sealed class SplitMix64(ulong seed)
{
    private const ulong OddStep = 0x9E3779B97F4A7C15; // 2^64 / golden ratio

    private ulong _drawn;

    /// <summary>The next 64 random bits.</summary>
    public ulong Next() => At(seed, _drawn++);

    /// <summary>The next number in [0, 1), a multiple of 2^-53.</summary>
    public double NextUnit() => (Next() >> 11) * (1.0 / (1UL << 53));

    /// <summary>What this seed draws at <paramref name="index"/> (from 0), without drawing the rest.</summary>
    public static ulong At(ulong seed, ulong index)
    {
        unchecked
        {
            var bits = seed + (index + 1) * OddStep;
            bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
            bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
            return bits ^ (bits >> 31);
        }
    }
}
