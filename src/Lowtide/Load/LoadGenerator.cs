namespace Lowtide.Load;

/// <summary>Sends requests on a schedule that the server cannot slow down. Its connections are kept from run to run.</summary>
internal sealed class LoadGenerator(LoadPlan plan, TimeProvider time) : IDisposable
{
    private readonly IReadOnlyList<LoadConnection> _connections = Connections(plan, time);
    private readonly PathMix _paths = new(plan.Paths);

    /// <summary>
    /// Takes this thread for the pacing. Returns once every request has ended, the last at most the timeout after its
    /// intended start, or soon after <paramref name="stop"/>.
    /// </summary>
    /// <param name="logged">Whether each request is kept by itself.</param>
    public LoadResult Run(ArrivalSchedule schedule, CancellationToken stop, bool logged = false)
    {
        var run = new PacedRun(plan, schedule, _paths, _connections, time, logged);
        var (cpu, opened) = (Environment.CpuUsage.TotalTime, Opened);
        run.Pace(stop);
        return run.Tally.Result(stop.IsCancellationRequested, (Environment.CpuUsage.TotalTime - cpu).TotalSeconds, Opened - opened);
    }

    private static IReadOnlyList<LoadConnection> Connections(LoadPlan plan, TimeProvider time)
    {
        var kept = new KeptConnections { AreKept = plan.KeepAlive ? null : false };
        return [.. Enumerable.Range(0, plan.Connections).Select(_ => new LoadConnection(plan, kept, time))];
    }

    private long Opened => _connections.Sum(connection => connection.Opened);

    public void Dispose()
    {
        foreach (var connection in _connections)
            connection.Dispose();
    }
}
