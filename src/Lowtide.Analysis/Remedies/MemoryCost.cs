namespace Lowtide.Analysis.Remedies;

/// <summary>Memory that a remedy lets grow, of all processes of the family together.</summary>
/// <param name="HighBytesPerSecond">What is known of; see <paramref name="IsOpen"/>.</param>
/// <param name="MostBytes">It grows no further; null where nothing ends it.</param>
/// <param name="IsOpen">More may hang on it than could be told.</param>
/// <param name="IsKnown">False where nothing tells how fast it grows: then the rates are 0 and mean nothing.</param>
public sealed record MemoryCost(
    double LowBytesPerSecond, double HighBytesPerSecond, long? MostBytes, bool IsOpen, bool IsKnown, string RestsOn)
{
    public long LowBytes(double seconds) => IsKnown ? AtMost(LowBytesPerSecond * seconds) : 0;

    /// <summary>What is not known may have grown as far as it goes.</summary>
    public long HighBytes(double seconds) => IsKnown ? AtMost(HighBytesPerSecond * seconds) : MostBytes ?? 0;

    private long AtMost(double bytes) => (long)Math.Min(bytes, MostBytes ?? double.MaxValue);
}
