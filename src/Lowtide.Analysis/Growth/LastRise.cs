using Lowtide.Recordings.History;

namespace Lowtide.Analysis.Growth;

/// <summary>How the memory of a process's own went before its end.</summary>
/// <param name="Since">From when on it rose up to the end; null where it did not.</param>
/// <param name="FromBytes">What it held then, and never less afterwards. Where it did not rise: the most that it had held before.</param>
public sealed record LastRise(DateTimeOffset? Since, long FromBytes)
{
    /// <summary>Less than this share of the end is none: readings of large processes are estimates.</summary>
    private const double LeastShare = 0.05;

    /// <summary>In less time nobody knows that it held as much all along.</summary>
    private static readonly TimeSpan Shortest = TimeSpan.FromMinutes(1);

    /// <summary>
    /// It had not risen where it held as much as at the end in both middle quarters of the time: so do a level, a plateau and sawteeth. Else the rise begins
    /// where a level and a line behind it fit best what it never went below again: a fall that does not last counts for nothing, and what it held before one
    /// that lasted neither.
    /// </summary>
    /// <param name="readings">In order of time, of one process.</param>
    /// <param name="killed">When it ended, and what was resident then by the kernel's log; null where that is not known.</param>
    /// <returns>Null where it was read too little: it had come a moment before.</returns>
    public static LastRise? Of(IReadOnlyList<HeldReading> readings, (DateTimeOffset At, long ResidentBytes)? killed = null)
    {
        if (readings.Count == 0)
            return null;
        List<(DateTimeOffset At, long Bytes)> points = [.. readings.Select(reading => (reading.At, reading.PrivateBytes))];
        // What has come into memory since the last reading counts as its own: what it inherited was resident from the fork on (dup_mmap, kernel/fork.c).
        if (killed is { } end && end.At > points[^1].At && end.ResidentBytes - readings[^1].ResidentBytes is > 0 and var came)
            points.Add((end.At, points[^1].Bytes + came));
        var (first, last) = (points[0], points[^1]);
        var least = Math.Max(Amount.MiB, (long)(LeastShare * last.Bytes));
        if (points.Count < 2 || first.At == last.At)
            return null;
        if (!(HeldAsMuch(1) && HeldAsMuch(2)) && Start(points, last.Bytes - least) is { } start)
            return start;
        return last.At - first.At < Shortest ? null : new LastRise(null, points.SkipLast(1).Max(point => point.Bytes));

        bool HeldAsMuch(int quarter) => points.Exists(point =>
            point.Bytes > last.Bytes - least && (int)(4 * (point.At - first.At) / (last.At - first.At)) == quarter);
    }

    /// <summary>
    /// Least squares of a level up to a point and a line from there on. Of a step the line begins before it: the last time that it held no more counts.
    /// </summary>
    /// <param name="most">It held less at its start.</param>
    private static LastRise? Start(List<(DateTimeOffset At, long Bytes)> points, long most)
    {
        var kept = points.ConvertAll(point => point.Bytes);
        for (var at = kept.Count - 2; at >= 0; at--)
            kept[at] = Math.Min(kept[at], kept[at + 1]);
        var mean = kept.Average();
        var (best, start) = (0.0, -1);
        for (var from = 0; from < points.Count - 1 && kept[from] < most; from++)
        {
            var line = points.ConvertAll(point => Math.Max(0, (point.At - points[from].At).TotalSeconds));
            var middle = line.Average();
            double squares = 0, products = 0;
            for (var at = 0; at < line.Count; at++)
                (squares, products) = (squares + Math.Pow(line[at] - middle, 2), products + ((line[at] - middle) * (kept[at] - mean)));
            if (products > 0 && products * products / squares is var explained && explained > best)
                (best, start) = (explained, from);
        }
        if (start < 0)
            return null;
        var level = kept[start] + Math.Max(Amount.MiB, (long)(LeastShare * kept[start]));
        var (since, held) = points[points.FindLastIndex(point => point.Bytes <= level)];
        return new LastRise(since, held);
    }
}
