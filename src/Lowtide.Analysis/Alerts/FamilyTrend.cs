using Lowtide.Analysis.Statistics;

namespace Lowtide.Analysis.Alerts;

/// <summary>
/// What of a family's past alerts ask for: two weeks of its memory by the hour, a day of the rest by five minutes. Some 30 KiB of one that is watched so long.
/// </summary>
public sealed class FamilyTrend
{
    private const int Day = 24, OfAnHour = 12, Newest = 3;

    /// <summary>Below that no line is laid through what is left.</summary>
    private const int LeastMinutes = 30;

    /// <summary>Before that nobody knows how often workers end.</summary>
    private const int LeastHours = 6;

    /// <summary>One that has just begun grows whatever it does.</summary>
    private static readonly TimeSpan Beginning = TimeSpan.FromHours(2);

    private readonly UsualDay _memory = new(least: 0);
    private readonly TimeBuckets _shared = new(TimeSpan.FromMinutes(5), Day * OfAnHour);
    private readonly TimeBuckets _left = new(TimeSpan.FromMinutes(5), Day * OfAnHour);
    private readonly TimeBuckets _leftByMinute = new(TimeSpan.FromMinutes(1), 60);
    private readonly TimeBuckets _ends = new(TimeSpan.FromMinutes(5), Day * OfAnHour);
    private readonly TimeBuckets _kills = new(TimeSpan.FromMinutes(5), OfAnHour);
    private readonly Queue<double> _newestShared = new();
    private TimeSpan _begun = TimeSpan.MinValue;
    private (int Minute, double? Seconds) _untilFull = (int.MinValue, null);

    public FamilyPoint Last { get; private set; } = new(TimeSpan.MinValue);

    /// <param name="point">In order of time.</param>
    public void Add(FamilyPoint point)
    {
        var at = point.At;
        if (point.HasBegun)
        {
            _begun = at;
            // What the one before shared says nothing of this one.
            _newestShared.Clear();
        }
        if (point.PssBytes is { } pss)
            _memory.Add(at, pss);
        if (point.SharedBytes is { } shared)
        {
            _shared.Add(at, shared);
            _newestShared.Enqueue(shared);
            if (_newestShared.Count > Newest)
                _newestShared.Dequeue();
        }
        if (point.LeftBytes is { } left)
        {
            _left.Add(at, left);
            _leftByMinute.Add(at, left);
        }
        _ends.Add(at, point.Ends);
        _kills.Add(at, point.Kills);
        if (point.DotNet is { } told)
            (_dotNet ??= new DotNetTrend()).Add(at, told);
        Last = point;
    }

    /// <summary>Of what its cgroup may take, the part that is left.</summary>
    public double? LeftShare => Last is { LeftBytes: { } left, LimitBytes: > 0 and var limit } ? left / (double)limit : null;

    /// <summary>
    /// Seconds until its cgroup is full, if it goes on as in the last hour; without an end where nothing speaks for that: it does not fall in both halves of
    /// the hour, has been as full within a day, or was started within two hours. So a day's course, a collector's sawtooth and a beginning are no end.
    /// </summary>
    public double? UntilFullSeconds
    {
        get
        {
            if (_leftByMinute.Newest is not { } newest || Last.LeftBytes is not { } left)
                return null;
            // It takes thousands of slopes: once a minute is enough.
            if (_untilFull.Minute != newest.Number)
                _untilFull = (newest.Number, UntilFull(left));
            return _untilFull.Seconds;
        }
    }

    private double? UntilFull(long left)
    {
        var minutes = _leftByMinute.All.ToList();
        var buckets = _left.All.ToList();
        if (minutes[^1].Number - minutes[0].Number < LeastMinutes || buckets[^1].Number - buckets[0].Number < 2 * OfAnHour)
            return null;
        if (_begun > TimeSpan.MinValue && Last.At - _begun < Beginning)
            return double.PositiveInfinity;
        // What slows down within the hour goes on by the slower of its halves.
        var middle = (minutes[0].Number + minutes[^1].Number) / 2;
        var slope = Math.Max(Fall(minutes.Where(minute => minute.Number <= middle)), Fall(minutes.Where(minute => minute.Number >= middle)))
            / _leftByMinute.Each.TotalSeconds;
        var before = buckets.Where(bucket => bucket.Number <= buckets[^1].Number - OfAnHour).Min(bucket => bucket.Least);
        return slope < 0 && left < before ? left / -slope : double.PositiveInfinity;

        static double Fall(IEnumerable<TimeBuckets.Bucket> part) =>
            part.ToList() is { Count: > 1 } all ? Slope([.. all.Select(minute => (minute.Number, minute.Mean))]) : 0;
    }

    /// <summary>Of what a worker shared in the middle of the last day, or at most where it is watched for less than six hours, the part that is lost; beside it
    /// how much that is of all workers.</summary>
    public (double Share, double Bytes)? SharingLost
    {
        get
        {
            if (_newestShared.Count < Newest || Last.Workers == 0)
                return null;
            var (now, buckets) = (Quantile.Median(_newestShared)!.Value, _shared.All.ToList());
            // Workers share most in the moment of their fork, and less once they have served. Who is watched for longer is held against the latter.
            var usual = buckets[^1].Number - buckets[0].Number >= LeastHours * OfAnHour
                ? Quantile.Median(buckets.Select(bucket => bucket.Mean))!.Value
                : Quantile.OfSorted([.. buckets.Select(bucket => (double)bucket.Most).Order()], 0.95);
            return usual <= 0 ? null : (Math.Max(0, (usual - now) / usual), Math.Max(0, usual - now) * Last.Workers);
        }
    }

    /// <summary>The most of the last day, by the median of the most of each of the fourteen days before.</summary>
    public double? ByUsual => _memory.MostByUsual;

    /// <summary>Null of one whose runtime nobody listens to now: what it told before says nothing of now.</summary>
    public DotNetTrend? DotNet => Last.DotNet is null ? null : _dotNet;

    private DotNetTrend? _dotNet;

    /// <summary>Workers that ended within an hour, by twice as many as in any hour of the day before and three times as many as there are.</summary>
    public double? EndsByUsual
    {
        get
        {
            var buckets = _ends.All.ToList();
            if (buckets.Count == 0 || Last.Workers == 0 || buckets[^1].Number - buckets[0].Number < LeastHours * OfAnHour)
                return null;
            var hours = buckets.GroupBy(bucket => (buckets[^1].Number - bucket.Number) / OfAnHour)
                .ToDictionary(hour => hour.Key, hour => hour.Sum(one => (double)one.Sum));
            return hours[0] / ((2 * hours.Where(hour => hour.Key > 0).Max(hour => hour.Value)) + (3 * Last.Workers));
        }
    }

    public double KillsInHour => _kills.Sum;

    /// <summary>The median of the slopes between any two: an outlier does not turn it (Theil 1950; Sen 1968, doi:10.1080/01621459.1968.10480934).</summary>
    private static double Slope(IReadOnlyList<(int At, double Value)> points)
    {
        var slopes = new List<double>(points.Count * points.Count / 2);
        for (var later = 1; later < points.Count; later++)
            for (var earlier = 0; earlier < later; earlier++)
                slopes.Add((points[later].Value - points[earlier].Value) / (points[later].At - points[earlier].At));
        return Quantile.Median(slopes) ?? 0;
    }
}
