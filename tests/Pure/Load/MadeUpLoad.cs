using System.Net;
using Lowtide.Load;

namespace Lowtide.Tests.Pure.Load;

/// <summary>What a load of made-up servers measures, without a clock.</summary>
internal static class MadeUpLoad
{
    private static readonly LoadPlan Plan = new()
    {
        Url = new Uri("http://127.0.0.1:8000/"),
        Addresses = [IPAddress.Loopback],
        Paths = [new WeightedPath("/", 1)],
    };

    /// <summary>A thousand requests, each answered in 5 ms.</summary>
    public static LoadResult Even { get; } = OneAfterTheOther(Plan, new ArrivalSchedule(100, 1000), _ => 0.005);

    /// <summary>A server that needs more time than there is, and refuses each hundredth request.</summary>
    public static LoadResult Overrun { get; } =
        OneAfterTheOther(Plan with { SlowSeconds = 0.5 }, new ArrivalSchedule(100, 1000), request => request % 100 == 99 ? null : 0.012);

    /// <summary>A server that sends everybody to its login.</summary>
    public static LoadResult Redirected { get; } = OneAfterTheOther(Plan, new ArrivalSchedule(100, 1000), _ => 0.005, status: 302);

    /// <summary>A server of one thread, behind connections in the order in which requests are due.</summary>
    /// <param name="service">Seconds that a request takes; null: it is refused.</param>
    public static LoadResult OneAfterTheOther(LoadPlan plan, ArrivalSchedule schedule, Func<long, double?> service, int status = 200)
    {
        var tally = new LoadTally(plan, schedule);
        var ends = new long[schedule.Count];
        double free = 0;
        for (long request = 0; request < schedule.Count; request++)
        {
            var (due, seconds) = (schedule.StartOf(request), service(request));
            free = Math.Max(free, due / 1e9) + (seconds ?? 0);
            ends[request] = (long)(free * 1e9);
            var sent = request < plan.Connections ? due : Math.Max(due, ends[request - plan.Connections]);
            tally.Record(request, 0, sent, ends[request], seconds is null ? Answer.None("Connection refused") : new Answer(status, true, null));
        }
        return tally.Result(stopped: false, cpuSeconds: 0, opened: 0);
    }

    /// <summary>A server that waits for another: it takes as many requests as there are connections, each for the same time.</summary>
    public static LoadResult AllAtOnce(LoadPlan plan, ArrivalSchedule schedule, double seconds)
    {
        var tally = new LoadTally(plan, schedule);
        var ends = new long[schedule.Count];
        for (long request = 0; request < schedule.Count; request++)
        {
            var due = double.IsInfinity(schedule.Rate) ? 0 : schedule.StartOf(request);
            var sent = request < plan.Connections ? due : Math.Max(due, ends[request - plan.Connections]);
            ends[request] = sent + (long)(seconds * 1e9);
            tally.Record(request, 0, sent, ends[request], new Answer(200, true, null));
        }
        return tally.Result(stopped: false, cpuSeconds: 0, opened: 0);
    }
}
