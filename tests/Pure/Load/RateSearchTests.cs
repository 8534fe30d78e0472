using System.Net;
using Lowtide.Load;

namespace Lowtide.Tests.Pure.Load;

/// <summary>On made-up servers that answer one request after the other in a given time.</summary>
public sealed class RateSearchTests
{
    private static readonly LoadPlan Plan = new()
    {
        Url = new Uri("http://127.0.0.1:8000/"),
        Addresses = [IPAddress.Loopback],
        Paths = [new WeightedPath("/", 1)],
    };

    [Theory]
    [InlineData(0.001, 950, 665)]
    [InlineData(0.2, 4.75, 3.33)]
    public void An_even_server_holds_nearly_all_that_it_can(double service, double held, double rate)
    {
        var found = Find((_, _) => service);
        Assert.Equal(1 / service, found.CapacityRate, 1e-6 / service);
        Assert.Equal(held, found.HeldRate!.Value, 1e-6);
        Assert.Equal(rate, found.Rate);
        Assert.True(Assert.Single(found.Tried).Held);
    }

    /// <summary>Slower when requests come one by one (no batches): the search goes down until one is held.</summary>
    [Fact]
    public void A_server_that_holds_less_than_its_burst_is_found_out()
    {
        var found = Find((rate, _) => double.IsInfinity(rate) ? 0.001 : 1 / 720.0);
        Assert.Equal(700, found.HeldRate!.Value, 1e-6);
        Assert.Equal([950, 900, 850, 800, 750, 700], found.Tried.Select(tried => Math.Round(tried.Rate)));
        Assert.Equal([false, false, false, false, false, true], found.Tried.Select(tried => tried.Held));
    }

    /// <summary>A pause at the end is no queue that grows.</summary>
    [Fact]
    public void One_pause_is_not_overload()
    {
        var found = Find((rate, request) => !double.IsInfinity(rate) && request == 1800 ? 0.02 : 0.001);
        Assert.Equal(950, found.HeldRate!.Value, 1e-6);
    }

    [Fact]
    public void A_server_that_holds_nothing_is_said_to_hold_nothing()
    {
        var found = Find((rate, _) => double.IsInfinity(rate) ? 0.001 : 0.1);
        Assert.Null(found.HeldRate);
        Assert.Null(found.Rate);
        Assert.Equal(12, found.Tried.Count);
    }

    /// <summary>A tenth of the probe, many at once: no queue.</summary>
    [Fact]
    public void Servers_whose_requests_take_long_are_servers_too()
    {
        var found = new RateSearch(schedule => MadeUpLoad.AllAtOnce(Plan, schedule, 0.3), 64, CancellationToken.None).Find();
        Assert.Equal(0.95, found.HeldRate!.Value / found.CapacityRate, 1e-6);
    }

    [Fact]
    public void Errors_end_the_search_with_their_reason()
    {
        var failure = Assert.Throws<Failure>(() => Find((_, _) => null));
        Assert.Contains("64 of 64 requests ended in an error (64 without an answer: Connection refused)", failure.Message);
    }

    [Fact]
    public void Stopped_it_finds_nothing()
    {
        using var stop = new CancellationTokenSource();
        var search = new RateSearch(
            schedule =>
            {
                stop.Cancel();
                return Serve(schedule, (_, _) => 0.001);
            },
            64,
            stop.Token);
        Assert.Throws<OperationCanceledException>(() => search.Find());
    }

    /// <param name="service">Seconds that a request takes at a rate; null: it is refused.</param>
    private static FoundRate Find(Func<double, long, double?> service) =>
        new RateSearch(schedule => Serve(schedule, service), 64, CancellationToken.None).Find();

    private static LoadResult Serve(ArrivalSchedule schedule, Func<double, long, double?> service) =>
        MadeUpLoad.OneAfterTheOther(Plan with { Timeout = TimeSpan.FromHours(1) }, schedule, request => service(schedule.Rate, request));
}
