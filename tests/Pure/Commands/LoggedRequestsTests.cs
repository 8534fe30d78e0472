using System.Globalization;
using Lowtide.Analysis.DotNet;
using Lowtide.Commands;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Commands;

/// <summary>A log's lines, by the clock, beside the pauses of a trace, which count from its beginning.</summary>
public sealed class LoggedRequestsTests : IDisposable
{
    /// <summary>In another zone than the log's, and not on a whole second.</summary>
    private static readonly DateTimeOffset Began = new(2025, 8, 11, 12, 0, 0, 250, TimeSpan.FromHours(2));

    /// <summary>Blocking collections of a second, ten seconds apart.</summary>
    private static readonly DotNetCollection[] Stops =
        [.. Enumerable.Range(0, 9).Select(number => Collection(number + 1, 2, 5 + (10 * number), pause: 1))];

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(0, true)]
    [InlineData(4, false)] // the same requests as a clock has them that goes ahead: between the pauses
    public void Requests_meet_the_pauses_of_their_time(double ahead, bool met)
    {
        var joined = Joined(Recorded(), [.. Stops.Select(stop => (stop.At - 0.2 + ahead, 1.25))]);
        var slow = Assert.Single(SlowRequests.All(joined));
        Assert.Equal((RequestSource.Logged, 9, met ? 9 : 0), (slow.Source, slow.Slow, slow.SlowByPauses));
        Assert.Equal(met ? 9 : 0, slow.HeldUp.Single(held => held.Kind == PauseKind.BlockingGen2).StoodStill);
    }

    [Fact]
    public void They_stand_beside_those_that_were_watched()
    {
        var watched = new RequestTimes(RequestSource.Served, 1, 0.05, [new(1, 0.9)], 0.01, []);
        var recording = Recorded();
        recording = recording with { DotNet = recording.DotNet! with { Requests = [watched] } };
        Assert.Equal([RequestSource.Served, RequestSource.Logged], Joined(recording, (4.8, 1.25)).DotNet!.Requests!.Select(one => one.Source));
    }

    [Fact]
    public void Without_a_time_by_the_clock_there_is_nothing_to_join()
    {
        var recording = Recorded();
        recording = recording with { DotNet = recording.DotNet! with { BeganAt = null } };
        Assert.Contains("with a time by the clock", Assert.Throws<Failure>(() => Joined(recording, (4.8, 1.25))).Message, StringComparison.Ordinal);
        Assert.Contains("of which this has none",
            Assert.Throws<Failure>(() => Joined(recording with { DotNet = null }, (4.8, 1.25))).Message, StringComparison.Ordinal);
    }

    /// <summary>Uptime does not follow the wall clock when that is set.</summary>
    [Theory]
    [InlineData(60, null)]
    [InlineData(60.05, null)] // the two are not read at the same time
    [InlineData(62, "set forward by 2.00 s")]
    [InlineData(58.5, "set back by 1.50 s")]
    public void A_clock_that_was_set_meanwhile_is_said(double byTheClock, string? said)
    {
        var recording = Recorded();
        var first = recording.Latest with { At = Began, UptimeTicks = 1_000 };
        var last = first with { At = Began.AddSeconds(byTheClock), UptimeTicks = 7_000 };
        var missing = Joined(recording with { Snapshots = [first, last] }, (4.8, 1.25)).CouldNotRead;
        if (said is null)
            Assert.Empty(missing);
        else
            Assert.Contains(said, Assert.Single(missing).Why, StringComparison.Ordinal);
        Assert.Empty(Joined(recording with { Snapshots = [first, last with { UptimeTicks = null }] }, (4.8, 1.25)).CouldNotRead);
    }

    private static Recording Recorded() => Recording(Trace(Stops) with { BeganAt = Began });

    /// <param name="requests">When each began, from the trace's beginning on, and how long it took.</param>
    private Recording Joined(Recording recording, params (double At, double Seconds)[] requests)
    {
        var path = _folder.File("access.log");
        var began = (Began - DateTimeOffset.UnixEpoch).TotalSeconds;
        File.WriteAllLines(path, requests.Select(request => string.Create(
            CultureInfo.InvariantCulture, $"{began + request.At + request.Seconds:F3} 10.0.0.1 \"GET /\" 200 {request.Seconds:F3}")));
        return LoggedRequests.Beside(recording, path);
    }
}
