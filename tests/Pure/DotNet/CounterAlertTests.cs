using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;
using Lowtide.Reports.Words;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>Counters of made recordings: the days go 1, 2, 3... so that their median is known, and the last is what the test says.</summary>
public sealed class CounterAlertTests
{
    private const double Day = 86_400, MiB = 1 << 20;

    /// <summary>Median of the days before 7.5 or, with the last of 11.2 or 11.3, below or above one and a half times as much.</summary>
    [Theory]
    [InlineData(11.2, AlertState.Quiet)]
    [InlineData(11.3, AlertState.Raised)]
    public void The_last_day_is_held_against_the_median_of_fourteen(double last, AlertState state)
    {
        var alerts = CounterAlert.All(Days(15, last));
        Assert.All(Bytes(alerts), alert => Assert.Equal(
            (state, 7.5, last), (alert.State, alert.Median / MiB, Math.Round(alert.LastDay!.Value / MiB, 3))));
    }

    [Fact]
    public void A_peak_within_a_day_counts_and_a_mean_does_not()
    {
        var calm = Days(15, 7);
        var peak = calm.Samples[^1] with { Seconds = (14 * Day) + 5, Memory = calm.Samples[0].Memory with { PrivateBytes = (long)(40 * MiB) } };
        var alerts = CounterAlert.All(calm with { Samples = [.. calm.Samples.SkipLast(1), peak, calm.Samples[^1]] });
        Assert.Equal((AlertState.Raised, 40 * MiB), (alerts[0].State, alerts[0].LastDay));
    }

    [Theory]
    [InlineData(14)]
    [InlineData(1)]
    public void What_needs_two_weeks_says_so_on_less(int days)
    {
        var alerts = CounterAlert.All(Days(days, 1000));
        Assert.Equal(
            [AlertState.TooShort, AlertState.TooShort, AlertState.TooShort, AlertState.TooShort, AlertState.Quiet, AlertState.Quiet],
            alerts.Select(alert => alert.State));
        Assert.All(alerts.Take(4), alert => Assert.Equal(
            (days * Day, 15 * Day, null), (Math.Round(alert.RecordedSeconds), alert.NeededSeconds, alert.Threshold)));
    }

    [Fact]
    public void Seconds_are_not_called_a_day()
    {
        Assert.Equal("last day", DotNetWords.AlertSpan(CounterAlert.All(Days(2, 7))));
        Assert.Equal("recorded", DotNetWords.AlertSpan(CounterAlert.All(Recording(Trace(Of(5, 5, 1))))));
    }

    [Fact]
    public void A_day_that_is_missing_leaves_no_median()
    {
        var whole = Days(15, 1000);
        var alerts = CounterAlert.All(whole with { Samples = [.. whole.Samples.Where(sample => sample.Seconds is < 3 * Day or > 4.01 * Day)] });
        Assert.Equal((AlertState.NotRead, null), (alerts[0].State, alerts[0].Threshold));
        Assert.Equal(AlertState.Raised, alerts[1].State);
    }

    /// <summary>The process ended on the third day, and what was started in its place nobody listened to.</summary>
    [Fact]
    public void A_last_day_that_nobody_listened_to_is_not_quiet()
    {
        var whole = Days(15, 7);
        var ended = whole.DotNet! with
        {
            Seconds = 3 * Day,
            Collections = [.. whole.DotNet.Collections.Where(collection => collection.At <= 3 * Day)],
            Pauses = [.. whole.DotNet.Pauses.Where(pause => pause.At <= 3 * Day)],
        };
        var alerts = CounterAlert.All(whole with { DotNet = ended });
        Assert.Equal(AlertState.Quiet, alerts[0].State);
        Assert.All(alerts.Skip(1), alert => Assert.Equal((AlertState.NotRead, null), (alert.State, alert.LastDay)));
        // Where the recording ended with it, its last day is the one before that.
        var both = CounterAlert.All(whole with { DotNet = ended, Samples = [.. whole.Samples.Where(sample => sample.Seconds <= 3 * Day)] });
        Assert.Equal((AlertState.Quiet, 0.0), (both[5].State, both[5].LastDay));
    }

    /// <summary>RSS is read each second and private bytes less often; two processes, of which one had 30 MiB of files and code.</summary>
    [Fact]
    public void Private_bytes_are_filled_in_where_only_RSS_was_read()
    {
        var recording = Recording(Trace(Of(1, 1, 1))) with
        {
            Samples =
            [
                Sampled(1, 7, rss: 500, own: null), Sampled(1, 8, rss: 900, own: 900), // of 7 nothing is known yet
                Sampled(2, 7, rss: 130, own: 100), Sampled(2, 8, rss: 50, own: 50),
                Sampled(3, 7, rss: 230, own: null), Sampled(3, 8, rss: 60, own: null),
                Sampled(4, 7, rss: 630, own: null), Sampled(4, 8, rss: null, own: null), // 8 was not read
            ],
        };
        Assert.Equal((200 + 60) * MiB, CounterAlert.All(recording)[0].LastDay);

        static Sample Sampled(double seconds, int pid, long? rss, long? own) => new(
            seconds, pid, pid, Role.Master, MemoryUse.Unknown with { RssBytes = rss * (1 << 20), PrivateBytes = own * (1 << 20) }, null);
    }

    [Fact]
    public void A_trace_by_itself_has_no_private_bytes()
    {
        var alert = CounterAlert.All(Recording(Trace(Of(1, 1, 1))))[0];
        Assert.Equal(("private_bytes", AlertState.NotRead, null), (alert.Counter, alert.State, alert.LastDay));
    }

    [Theory]
    [InlineData(5, 0, AlertState.Quiet)] // of 100 s
    [InlineData(5.1, 0, AlertState.Raised)]
    [InlineData(1, 1, AlertState.Quiet)]
    public void Time_and_induced_collections_need_no_two_weeks(double pause, int induced, AlertState time)
    {
        var alerts = CounterAlert.All(Recording(Trace(
            Collection(1, 1, 1, pause, reason: induced > 0 ? CollectionReason.Induced : CollectionReason.AllocSmall, stack: 0))));
        Assert.Equal(time, alerts[4].State);
        Assert.Equal(induced > 0 ? AlertState.Raised : AlertState.Quiet, alerts[5].State);
    }

    [Fact]
    public void Collections_of_generation_2_are_counted_by_day()
    {
        // Two a day, and twelve on the last: above 1.5 times two, and five more than that.
        var collections = Enumerable.Range(0, 15).SelectMany(day => Enumerable.Range(0, day == 14 ? 12 : 2)
            .Select(time => Collection((100 * day) + time, 2, (day * Day) + (1000 * (time + 1)))));
        var alert = CounterAlert.All(Recording(Trace([.. collections]) with { Seconds = 15 * Day }))[3];
        Assert.Equal(("gen2_collections", 12, 2, 7, AlertState.Raised), (alert.Counter, alert.LastDay, alert.Median, alert.Threshold, alert.State));
    }

    [Fact]
    public void Nothing_is_told_where_no_runtime_was_listened_to() => Assert.Empty(CounterAlert.All(Recording(Trace()) with { DotNet = null }));

    private static IEnumerable<CounterAlert> Bytes(IReadOnlyList<CounterAlert> alerts) =>
        alerts.Where(alert => alert.Counter is "private_bytes" or "gen2_bytes" or "large_object_bytes");

    /// <summary>1 MiB on the first day, 2 MiB on the second; every 6 hours a sample and a collection of generation 1.</summary>
    internal static Recording Days(int days, double last)
    {
        var times = Enumerable.Range(0, (days * 4) + 1).Select(quarter => (At: quarter * Day / 4, Day: Math.Max(0, quarter - 1) / 4)).ToList();
        // The moment between two days belongs to the earlier one.
        var recording = Recording(Trace([.. times.Select((time, number) => Collection(number, 1, time.At) with
        {
            After = [0, 0, Of(time.Day), Of(time.Day), 0],
        })]) with
        { Seconds = days * Day });
        return recording with
        {
            Samples = [.. times.Select(time => new Sample(time.At, 7, 7, Role.Master, MemoryUse.Unknown with { PrivateBytes = Of(time.Day) }, null))],
        };

        long Of(int day) => (long)(MiB * (day == days - 1 ? last : day + 1));
    }
}
