namespace Lowtide.Analysis.Recycling;

/// <summary>What limits would come to: the lower, the less memory and the more respawns.</summary>
/// <param name="LimitBytes">Of a worker's private memory.</param>
/// <param name="RespawnsAnHour">Of all workers.</param>
/// <param name="PeakBytes">The family's, with turns that are spread evenly.</param>
/// <param name="LifeSeconds">Until a fresh worker is at the limit.</param>
public sealed record RespawnPoint(long LimitBytes, double RespawnsAnHour, long PeakBytes, double LifeSeconds);

public static class RespawnCurve
{
    private const int Points = 8;

    /// <summary>Beyond a day of life a limit hardly matters.</summary>
    private const double LongestLife = 24 * 3600;

    /// <param name="sharedBytes">Of the family: what is counted once, whoever ends.</param>
    /// <returns>By limit; empty where a worker does not grow after its start.</returns>
    public static IReadOnlyList<RespawnPoint> Of(FreshWorker fresh, int workers, long sharedBytes)
    {
        if (fresh.Slope <= 0)
            return [];
        // From where its own start is over, to what it holds after a day at the most.
        var settled = fresh.At(fresh.KnownSeconds / 4);
        var most = Math.Min(fresh.At(LongestLife), 4 * Math.Max(settled, Amount.MiB));
        return
        [
            .. Enumerable.Range(1, Points).Select(number => Round(settled + ((most - settled) * number / Points))).Distinct()
                .Select(limit => (Limit: limit, Life: fresh.SecondsTo(limit))).Where(one => one.Life is > 0)
                .Select(one => new RespawnPoint(
                    one.Limit, workers * 3600 / one.Life!.Value, Peak(fresh, workers, one.Life.Value) + sharedBytes, one.Life.Value)),
        ];
    }

    /// <summary>Of what a server may hold, so much may be taken: the rest is for what nobody foresaw.</summary>
    public const double Fill = 0.8;

    /// <summary>The fewest respawns that fit.</summary>
    /// <param name="room">What the server may hold; null: it is not known, and the middle has to do.</param>
    /// <returns>Null where none fits.</returns>
    public static RespawnPoint? Best(IReadOnlyList<RespawnPoint> curve, long? room) =>
        room is { } most ? curve.LastOrDefault(point => point.PeakBytes <= Fill * most) : curve[curve.Count / 2];

    /// <summary>Just before the oldest ends, the others are younger by equal parts of a life.</summary>
    private static long Peak(FreshWorker fresh, int workers, double life) =>
        (long)Enumerable.Range(1, workers).Sum(number => fresh.At(life * number / workers));

    /// <summary>To what somebody would write.</summary>
    private static long Round(double bytes)
    {
        var step = Math.Max(Amount.MiB, (long)Math.Pow(10, Math.Floor(Math.Log10(Math.Max(10, bytes / Amount.MiB))) - 1) * 5 * Amount.MiB);
        return (long)Math.Ceiling(bytes / step) * step;
    }
}
