using System.Net;
using Lowtide.Load;

namespace Lowtide.Tests.Pure.Load;

/// <summary>100 requests a second for ten seconds, of servers whose queue is known.</summary>
public sealed class KeptUpTests
{
    private static readonly LoadPlan Plan = new()
    {
        Url = new Uri("http://127.0.0.1:8000/"),
        Addresses = [IPAddress.Loopback],
        Paths = [new WeightedPath("/", 1)],
    };

    private static readonly ArrivalSchedule Schedule = new(100, 1000);

    [Fact]
    public void An_even_server_does() => Is(true, late: 0.005, Single(_ => 0.005));

    /// <summary>It needs 3% more than it has time for.</summary>
    [Fact]
    public void A_queue_that_grows_is_told_by_its_latencies() => Is(false, late: 0.31, Single(_ => 0.0103));

    /// <summary>After five seconds of nothing it serves 118 of the 100 a second: the end comes before the queue's.</summary>
    [Fact]
    public void An_early_stall_that_is_never_worked_off_is_not_keeping_up() => Is(false, late: 3.5, Single(request => request == 0 ? 5 : 0.0085));

    [Fact]
    public void One_that_is_worked_off_is() => Is(true, late: 0.002, Single(request => request == 0 ? 2 : 0.002));

    [Fact]
    public void A_pause_at_the_end_is_no_queue() => Is(true, late: 0.5, Single(request => request == 990 ? 0.59 : 0.001));

    /// <summary>Half a second each, and fifty at once: late by what a request takes.</summary>
    [Fact]
    public void Requests_that_take_long_are_no_queue() => Is(true, late: 0.5, MadeUpLoad.AllAtOnce(Plan, Schedule, 0.5));

    /// <summary>From outside a delay of 3 s and an early stall of 3 s, each with room for all that wait, look the same.</summary>
    [Fact]
    public void Where_they_take_long_beside_the_run_nobody_can_tell() =>
        Is(null, late: 3, MadeUpLoad.AllAtOnce(Plan with { Connections = 1000 }, Schedule, 3));

    [Fact]
    public void Without_all_answers_it_is_not() => Is(false, late: 0.001, Single(request => request == 500 ? null : 0.001));

    private static LoadResult Single(Func<long, double?> service) => MadeUpLoad.OneAfterTheOther(Plan, Schedule, service);

    private static void Is(bool? keptUp, double late, LoadResult result)
    {
        Assert.Equal(keptUp, result.KeptUp);
        Assert.Equal(late, result.EndLateSeconds!.Value, 0.02);
    }
}
