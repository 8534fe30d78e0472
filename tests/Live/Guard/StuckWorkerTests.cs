using Lowtide.Capture.Serving;
using Lowtide.Guard;
using Lowtide.Guard.Doors;
using Lowtide.Tests.Live.Servers;

namespace Lowtide.Tests.Live.Guard;

/// <summary>A worker of gunicorn that does not end, for it has a request that takes long.</summary>
public sealed class StuckWorkerTests : IDisposable
{
    private const string Gunicorn = "/usr/bin/gunicorn";

    private static readonly TimeSpan Grace = TimeSpan.FromMilliseconds(500);

    private readonly int _port = ServerProcess.FreePort();
    private readonly HttpClient _client = new();

    public void Dispose() => _client.Dispose();

    [Fact]
    public async Task It_is_told_and_left_where_nobody_has_said_otherwise()
    {
        await using var server = await StartAsync();
        var (worker, outcome) = await RecycleAsync(server, killAfter: null);
        Assert.Equal((RecycleEnd.Stuck, "it was asked, and has not ended"), (outcome.End, outcome.Why));
        Assert.Contains(worker, ServerNow.Children(server.Pid));
    }

    /// <summary>It has ended, and another serves: that it had to be killed is no failure.</summary>
    [Fact]
    public async Task It_is_killed_where_that_was_told()
    {
        await using var server = await StartAsync();
        var (worker, outcome) = await RecycleAsync(server, killAfter: Grace);
        Assert.Equal((RecycleEnd.Done, "it had to be killed"), (outcome.End, outcome.Why));
        var now = Assert.Single(ServerNow.Children(server.Pid));
        Assert.Equal(outcome.NewPid, now.Pid);
        Assert.NotEqual(worker, now);
    }

    private async Task<ServerProcess> StartAsync()
    {
        Assert.SkipUnless(File.Exists(Gunicorn), $"{Gunicorn} is not installed");
        var server = await ServerProcess.StartAsync(_ =>
        [
            ServerProcess.Python, Gunicorn, "--workers", "1", "--preload", "--bind", $"127.0.0.1:{_port}", "--chdir", ServerProcess.Programs,
            "recycled_wsgi:application",
        ], [], ServerProcess.Untitled);
        await server.EventuallyAsync(() => Task.FromResult(Has(server, worker => Readiness.Of(worker) == true)), "its worker serves");
        return server;
    }

    private async Task<((int Pid, long StartTicks) Worker, RecycleOutcome Outcome)> RecycleAsync(ServerProcess server, TimeSpan? killAfter)
    {
        // Longer than anybody here waits; nobody reads the answer.
        var request = _client.GetAsync(new Uri($"http://127.0.0.1:{_port}/takes/25"), TestContext.Current.CancellationToken);
        await server.EventuallyAsync(() => Task.FromResult(Has(server, worker => OwnSockets.Of(worker)?.Connections > 0)), "its worker has a request");
        Assert.False(request.IsCompleted);
        var (door, facts) = AllDoors.Of(server.Pid, TimeProvider.System)!.Value;
        var worker = Assert.Single(ServerNow.Children(server.Pid));
        var asked = new RecycleRequest(ServerNow.Process(server.Pid)!.Value, worker, door, facts, Grace, killAfter);
        return (worker, await Recycle.RunAsync(asked, TimeProvider.System, TestContext.Current.CancellationToken));
    }

    private static bool Has(ServerProcess server, Predicate<int> holds) => ServerNow.Children(server.Pid) is [var worker] && holds(worker.Pid);
}
