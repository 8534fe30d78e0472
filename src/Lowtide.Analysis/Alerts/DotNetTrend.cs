using Lowtide.Analysis.DotNet;

namespace Lowtide.Analysis.Alerts;

/// <summary>
/// What of a .NET server's past alerts ask for: two weeks of its sizes by the hour, an hour of its pauses. Which counters are held against the median of two
/// weeks is what Pyrus has watched since its case (Habr, 2019).
/// </summary>
public sealed class DotNetTrend
{
    private const int OfAnHour = 12;

    /// <summary>Before that nobody knows what is usual for its pauses.</summary>
    private const double LeastHeardSeconds = 300;

    /// <summary>
    /// The newest so many, of a day, say whether they are regular, and no fewer than <see cref="LeastLongPauses"/>: of four or five that come as they like
    /// the distances are alike by chance in every second day that is watched.
    /// </summary>
    private const int MostLongPauses = 24, LeastLongPauses = 12;

    /// <summary>Of nearly nothing it is soon many times as much.</summary>
    private const double LeastBytes = 16 << 20;

    private static readonly TimeSpan Day = TimeSpan.FromDays(1);

    private readonly TimeBuckets _heard = FiveMinutes(), _pauses = FiveMinutes(), _induced = FiveMinutes();
    private readonly UsualDay _gen2 = new(LeastBytes), _large = new(LeastBytes), _gen2Collections = new(least: 0);
    private readonly Queue<TimeSpan> _long = new();

    private static TimeBuckets FiveMinutes() => new(TimeSpan.FromMinutes(5), OfAnHour);

    /// <param name="at">In order of time.</param>
    public void Add(TimeSpan at, DotNetPoint point)
    {
        _heard.Add(at, point.HeardSeconds);
        _pauses.Add(at, point.PauseSeconds);
        _induced.Add(at, point.Induced);
        if (point.Gen2Bytes is { } gen2)
            _gen2.Add(at, gen2);
        if (point.LargeBytes is { } large)
            _large.Add(at, large);
        _gen2Collections.Add(at, point.Gen2Collections);
        foreach (var pause in point.LongPauses)
            _long.Enqueue(pause);
        while (_long.TryPeek(out var oldest) && (oldest < at - Day || _long.Count > MostLongPauses))
            _long.Dequeue();
    }

    private double HeardSeconds => _heard.Sum;

    /// <summary>Of the last hour, the part in which all threads stood still.</summary>
    public double? PauseShare => HeardSeconds is >= LeastHeardSeconds and var heard ? _pauses.Sum / heard : null;

    public double? InducedInHour => HeardSeconds == 0 ? null : _induced.Sum;

    /// <summary>At which distance pauses come that a user notices; without an end where they do not come regularly.</summary>
    public double? LongPausePeriodSeconds =>
        HeardSeconds < LeastHeardSeconds ? null
        : _long.Count < LeastLongPauses ? double.PositiveInfinity : Period.Of(_long.Select(pause => pause.TotalSeconds)) ?? double.PositiveInfinity;

    /// <summary>The most of the last day, by the median of the fourteen days before.</summary>
    public double? Gen2ByUsual => _gen2.MostByUsual;

    public double? LargeByUsual => _large.MostByUsual;

    /// <summary>Of the number of them in a day.</summary>
    public double? Gen2CollectionsByUsual => _gen2Collections.SumByUsual;
}
