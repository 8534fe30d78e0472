using Lowtide.Analysis.Alerts;
using Lowtide.Recordings;
using Lowtide.Recordings.Watching;
using Lowtide.Tests.Pure.Recordings;

namespace Lowtide.Tests.Pure.Alerts;

public sealed class DotNetTrendTests
{
    private const long MiB = 1 << 20;

    private const double Minute = 60;

    [Fact]
    public void The_share_of_pauses_is_of_the_time_that_was_heard()
    {
        var trend = new DotNetTrend();
        Assert.Null(trend.PauseShare);
        // Of two hours the second half of each minute was heard, and 3 s of it stood still in the last hour.
        for (var minute = 0; minute < 120; minute++)
            trend.Add(TimeSpan.FromMinutes(minute), Point(30, minute < 60 ? 20 : 3));
        Assert.Equal(0.1, trend.PauseShare!.Value, 0.02);
    }

    [Fact]
    public void A_timer_behind_long_pauses_is_told_by_its_period()
    {
        var trend = new DotNetTrend();
        for (var minute = 0; minute < 30; minute++)
            trend.Add(TimeSpan.FromMinutes(minute), Point(Minute, 0.2) with { LongPauses = [TimeSpan.FromMinutes(minute) - TimeSpan.FromSeconds(7)] });
        Assert.Equal(60, trend.LongPausePeriodSeconds!.Value, 0.001);
    }

    /// <summary>As a load does, by a seeded generator.</summary>
    [Fact]
    public void Pauses_that_come_as_they_like_have_no_period()
    {
        var (trend, random) = (new DotNetTrend(), new Random(5));
        for (var minute = 0; minute < 240; minute++)
            trend.Add(TimeSpan.FromMinutes(minute), Point(Minute, 0.2) with
            {
                LongPauses = [.. Enumerable.Range(0, random.Next(3)).Select(_ => TimeSpan.FromMinutes(minute - random.NextDouble())).Order()],
            });
        Assert.Equal(double.PositiveInfinity, trend.LongPausePeriodSeconds);
    }

    [Fact]
    public void Induced_collections_are_those_of_an_hour()
    {
        var trend = new DotNetTrend();
        for (var minute = 0; minute < 180; minute++)
            trend.Add(TimeSpan.FromMinutes(minute), Point(Minute, 0) with { Induced = minute is 0 or 150 ? 2 : 0 });
        Assert.Equal(2, trend.InducedInHour);
    }

    /// <summary>Fourteen days of 100 MiB at most and 200 collections, and a fifteenth of twice as much.</summary>
    [Fact]
    public void Sizes_and_counts_of_a_day_are_held_against_two_weeks()
    {
        var trend = new DotNetTrend();
        for (var hour = 0; hour < 15 * 24; hour++)
        {
            Assert.Null(trend.Gen2ByUsual);
            var last = hour >= 14 * 24;
            trend.Add(TimeSpan.FromHours(hour), Point(3600, 0) with
            {
                Gen2Collections = last ? 20 : 10,
                Gen2Bytes = (hour % 24 == 12 ? 100 : 50) * (last ? 2 : 1) * MiB,
                LargeBytes = MiB,
            });
        }
        Assert.Equal(2, trend.Gen2ByUsual);
        Assert.Equal(2, trend.Gen2CollectionsByUsual);
        // A sixteenth of what would be worth a word.
        Assert.Equal(1 / 16.0, trend.LargeByUsual);
    }

    /// <summary>What was told ends at the look: a pause 2 s before the end of the session's 100 s was 2 s before it.</summary>
    [Fact]
    public void A_look_takes_what_is_new_by_its_own_clock()
    {
        var told = Recorded.Full.DotNet! with
        {
            Seconds = 100,
            Pauses = [new DotNetPause(98, 0.25), new DotNetPause(99, 0.01), new DotNetPause(99.5, 3) { TellsSurvivors = true }],
            Collections = [Recorded.Full.DotNet!.Collections[0] with { Generation = 2, Reason = CollectionReason.Induced }],
        };
        var point = DotNetPoint.Of(
            new WatchedDotNet([0, 0, 1], 1, [], 0.26, [1, 2, 30, 40, 5], told, told), TimeSpan.FromSeconds(1000), heard: 10);
        Assert.Equal((10, 0.26, 1, 1), (point.HeardSeconds, Math.Round(point.PauseSeconds, 6), point.Induced, point.Gen2Collections));
        Assert.Equal([TimeSpan.FromSeconds(998)], point.LongPauses);
        Assert.Equal((30L, 40L), (point.Gen2Bytes, point.LargeBytes));
    }

    private static DotNetPoint Point(double heard, double paused) => new(heard, paused, [], Induced: 0, Gen2Collections: 0);
}
