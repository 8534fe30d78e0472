using System.Net;
using Lowtide.Load;

namespace Lowtide.Tests.Pure.Load;

public sealed class LoadTallyTests
{
    private const long Millisecond = 1_000_000;

    private static readonly LoadPlan Plan = new()
    {
        Url = new Uri("http://127.0.0.1:8000/"),
        Addresses = [IPAddress.Loopback],
        Paths = [new WeightedPath("/a", 1), new WeightedPath("/b", 1)],
        SlowSeconds = 0.1,
    };

    [Fact]
    public void Latency_is_from_the_intended_start_and_each_kind_of_error_is_counted()
    {
        var tally = new LoadTally(Plan, new ArrivalSchedule(100, 5)); // due at 0, 10, 20, 30, 40 ms
        tally.Record(0, 0, 0, 5 * Millisecond, new Answer(200, true, null));
        tally.Record(2, 0, 0, 220 * Millisecond, new Answer(200, false, null));
        tally.Record(1, 1, 0, 17 * Millisecond, new Answer(503, false, null));
        tally.Record(3, 1, 0, 37 * Millisecond, new Answer(404, true, null));
        tally.Record(4, 0, 0, 41 * Millisecond, Answer.None("Connection refused"));
        var result = tally.Result(stopped: false, cpuSeconds: 0, opened: 0);
        Assert.Equal((4, 1, 2, 1, 4, 5), (result.Answered, result.Unanswered, result.WrongStatus, result.WrongBody, result.Errors, result.Ended));
        Assert.Equal(0.2, result.Latency.Quantile(1)!.Value, 1e-9);
        Assert.Null(result.LatencyQuantile(1));
        Assert.Equal((2, 0.4), (result.Slow, result.SlowShare)); // the one of 200 ms, and the one without an answer
        Assert.Equal((0.22, 4 / 0.22), (result.Seconds, result.AnsweredRate!.Value));
        Assert.Equal([(200, 2L), (404, 1L), (503, 1L)], result.Statuses);
        Assert.Equal([(3L, 2L), (2L, 2L)], result.Paths.Select(path => (path.Requests, path.Errors)));
        Assert.Equal("1 of status 404, 1 of status 503, 1 without the text of --expect-body, 1 without an answer: Connection refused", LoadErrors.Line(result));
    }

    [Fact]
    public void No_more_is_served_than_was_offered()
    {
        var tally = new LoadTally(Plan, new ArrivalSchedule(100, 5));
        for (var request = 0; request < 5; request++)
            tally.Record(request, 0, 0, (10 * request + 1) * Millisecond, new Answer(200, true, null));
        Assert.Equal(100, tally.Result(stopped: false, cpuSeconds: 0, opened: 0).AnsweredRate!.Value, 1e-9);
    }

    [Fact]
    public void An_expected_status_is_the_only_one()
    {
        var tally = new LoadTally(Plan with { ExpectedStatus = 404 }, new ArrivalSchedule(100, 2));
        tally.Record(0, 0, 0, Millisecond, new Answer(404, true, null));
        tally.Record(1, 0, 0, 11 * Millisecond, new Answer(200, true, null));
        Assert.Equal("1 of status 200", LoadErrors.Line(tally.Result(stopped: false, cpuSeconds: 0, opened: 0)));
    }

    /// <summary>A server may word every refusal anew.</summary>
    [Fact]
    public void Reasons_are_bounded()
    {
        var tally = new LoadTally(Plan, new ArrivalSchedule(100, 1000));
        for (var request = 0; request < 1000; request++)
            tally.Record(request, 0, 0, 10 * request * Millisecond, Answer.None($"reason {request}"));
        var failures = tally.Result(stopped: false, cpuSeconds: 0, opened: 0).Failures;
        Assert.InRange(failures.Count, 2, 30);
        Assert.Equal(1000, failures.Sum(failure => failure.Count));
    }
}
