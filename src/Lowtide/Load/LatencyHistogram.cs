using System.Numerics;

namespace Lowtide.Load;

/// <summary>
/// Counts of durations in buckets whose width grows with the value, after HdrHistogram: every octave is cut into 512, so
/// that a duration is known to 0.1% (and to a nanosecond below 1024) in 150 KB, however many there were. Up to 73 minutes;
/// what is longer counts as that long.
/// </summary>
internal sealed class LatencyHistogram
{
    /// <summary>Half a bucket, as a share of the value: how far a quantile may be from the duration that it stands for.</summary>
    public const double Precision = 0.5 / Cuts;

    private const int CutBits = 9, Cuts = 1 << CutBits, LongestBits = 42;

    private readonly long[] _counts = new long[(LongestBits - CutBits + 1) << CutBits];

    public long Count { get; private set; }

    /// <summary>Exact; 0 where nothing was recorded.</summary>
    public long MaxNanoseconds { get; private set; }

    public void Record(long nanoseconds)
    {
        var value = Math.Clamp(nanoseconds, 0, (1L << LongestBits) - 1);
        _counts[BucketOf(value)]++;
        Count++;
        MaxNanoseconds = Math.Max(MaxNanoseconds, value);
    }

    public void Add(LatencyHistogram other)
    {
        for (var bucket = 0; bucket < _counts.Length; bucket++)
            _counts[bucket] += other._counts[bucket];
        Count += other.Count;
        MaxNanoseconds = Math.Max(MaxNanoseconds, other.MaxNanoseconds);
    }

    /// <summary>The duration that a share of all requests did not exceed (nearest rank).</summary>
    /// <param name="endless">Requests beside those recorded that never ended: longer than any.</param>
    /// <returns>Seconds; null where there is nothing, or where the quantile is one of the endless.</returns>
    public double? Quantile(double share, long endless = 0)
    {
        var rank = Math.Max(1, (long)Math.Ceiling(share * (Count + endless)));
        if (rank > Count)
            return null;
        if (rank == Count)
            return MaxNanoseconds / 1e9;
        var bucket = 0;
        for (var below = _counts[0]; below < rank; below += _counts[bucket])
            bucket++;
        return Math.Min(MiddleOf(bucket), MaxNanoseconds) / 1e9;
    }

    private static int BucketOf(long value)
    {
        var shift = Math.Max(0, BitOperations.Log2((ulong)value | 1) - CutBits);
        return (shift << CutBits) + (int)(value >> shift);
    }

    private static double MiddleOf(int bucket)
    {
        var shift = Math.Max(0, (bucket >> CutBits) - 1);
        var low = (bucket - ((long)shift << CutBits)) << shift;
        return low + (((1L << shift) - 1) / 2.0);
    }
}
