using Lowtide.Analysis.Statistics;
using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>
/// The limit that a program's own code compares its private bytes with, as far as its collections tell: it looks at regular times, and collects
/// when it is above. ASP.NET's RecycleLimitMonitor does so, with 60% of the machine's memory where nobody sets a limit.
/// </summary>
/// <param name="LowBytes">The most that the process held at a time when it looked and did not collect; null where it collected each time.</param>
/// <param name="HighBytes">The least that it held when it collected.</param>
public sealed record OwnLimit(long? LowBytes, long HighBytes)
{
    /// <summary>A sample tells of the moments around it, for so long.</summary>
    private const double Near = 2;

    /// <summary>Samples lie so many periods apart at most; a little more than one, as both clocks are late at times.</summary>
    private const double SampledWithin = 1.1;

    /// <param name="induced">By one caller.</param>
    /// <returns>
    /// Null where they are not regular, memory was not sampled as often as they come, or it held as much when it did not collect as when it did.
    /// </returns>
    public static OwnLimit? Of(Recording recording, DotNetTrace trace, IReadOnlyCollection<DotNetCollection> induced)
    {
        if (Period.Of(induced) is not { } period)
            return null;
        var samples = PrivateBytes.Of(recording, trace.Pid);
        var sampledAt = samples.Select(sample => sample.At).ToArray();
        if (sampledAt.Length < 2 || MedianDistance(sampledAt) > SampledWithin * period)
            return null;
        var times = induced.Select(collection => trace.StartSeconds + collection.At).Order().ToList();
        if (times.Min(Held) is not { } above)
            return null;
        var below = Skipped(times, period, trace).Max(Held);
        return below >= above ? null : new OwnLimit(below, above);

        // At the last sample before; a collection lessens what the next one sees.
        long? Held(double time)
        {
            var found = Array.BinarySearch(sampledAt, time);
            var last = found < 0 ? ~found - 1 : found;
            return last >= 0 && samples[last] is { Bytes: > 0 } held && held.At > time - Near ? held.Bytes : null;
        }
    }

    private static double MedianDistance(double[] times) =>
        Quantile.OfSorted([.. times.Skip(1).Zip(times, (later, earlier) => later - earlier).Order()], 0.5);

    /// <summary>When it looked and did not collect, if it looks each period: before its first collection, between two, and after the last.</summary>
    private static IEnumerable<double> Skipped(List<double> times, double period, DotNetTrace trace)
    {
        var (start, end) = (trace.StartSeconds, trace.StartSeconds + trace.Seconds);
        for (var time = times[0] - period; time > start; time -= period)
            yield return time;
        foreach (var (time, next) in times.Zip(times.Skip(1).Append(end)))
            for (var look = time + period; look < next - (period / 2); look += period)
                yield return look;
    }
}
