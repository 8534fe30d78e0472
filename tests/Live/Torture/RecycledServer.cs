using Lowtide.Capture.Serving;
using Lowtide.Guard;
using Lowtide.Guard.Doors;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Servers;

namespace Lowtide.Tests.Live.Torture;

/// <summary>A server of three workers beside requests that go on, of which one worker after the other is recycled.</summary>
internal sealed class RecycledServer : IAsyncDisposable
{
    private const int Count = 3;

    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(30);

    private readonly ServerProcess _server;
    private readonly SteadyRequests _load;
    private readonly (int Pid, long StartTicks) _head;
    private readonly IDoor _door;
    private readonly ServerFacts _facts;
    private readonly bool _withStandby;

    /// <summary>Who was seen to serve: one that is busy waits for nobody.</summary>
    private readonly HashSet<(int Pid, long StartTicks)> _served;

    private RecycledServer(ServerProcess server, int port, HashSet<(int Pid, long StartTicks)> served, bool withStandby, TimeSpan pause)
    {
        (_server, _served, _withStandby, _head) = (server, served, withStandby, ServerNow.Process(server.Pid)!.Value);
        (_door, _facts) = AllDoors.Of(server.Pid, TimeProvider.System)!.Value;
        Assert.Null(_door.Closed(_facts, new DoorOptions()));
        Assert.True(_door.HasStandby || !withStandby);
        _load = new SteadyRequests(port, pause);
    }

    /// <param name="command">Of a server on a port.</param>
    /// <param name="pause">Of each client between its requests.</param>
    public static async Task<RecycledServer> StartAsync(Func<int, string[]> command, bool withStandby, TimeSpan pause)
    {
        var port = ServerProcess.FreePort();
        var server = await ServerProcess.StartAsync(folder =>
        {
            File.WriteAllText(Path.Combine(folder, "unicorn.rb"), $"worker_processes {Count}\npreload_app true\n");
            return [.. command(port).Select(word => word.Replace("{folder}", folder, StringComparison.Ordinal))];
        }, [], ServerProcess.Untitled);
        var served = new HashSet<(int Pid, long StartTicks)>();
        await server.EventuallyAsync(() => Task.FromResult(Workers(server.Pid, served).Count == Count), "three workers serve");
        return new RecycledServer(server, port, served, withStandby, pause);
    }

    public async Task RecycleAsync(Rack rack, int number)
    {
        var workers = Workers(_server.Pid, _served);
        var worker = workers[Rack.Numbers(number).Next(workers.Count)];
        var request = new RecycleRequest(_head, worker, _door, _facts, Grace, KillAfter: null) { WithStandby = _withStandby };
        var recycling = Recycle.RunAsync(request, TimeProvider.System, TestContext.Current.CancellationToken);
        var seen = _withStandby ? await SeenUntilAsync(recycling) : [];
        var outcome = await recycling;
        rack.Tried(outcome.ServesAfter ?? Grace);
        if (outcome.End != RecycleEnd.Done)
            rack.Wrong($"{outcome.End}: {outcome.Why}", number);
        _served.UnionWith(ServerNow.Children(_server.Pid).Where(child => child.Pid == outcome.NewPid));
        // Of those that came the outcome says that they served.
        var fewest = seen.Select(then => then.Count(child => child.Pid == outcome.Surplus || _served.Contains(child))).DefaultIfEmpty(Count).Min();
        if (fewest < Count)
            rack.Wrong($"{fewest} served at a time", number);
        if (outcome.End == RecycleEnd.Done && Workers(_server.Pid, _served) is var now && (now.Contains(worker) || now.Count != Count))
            rack.Wrong($"there are {now.Count} workers, and the one that was asked is {(now.Contains(worker) ? "" : "not ")}among them", number);
    }

    /// <returns>Who was there, every few milliseconds.</returns>
    private async Task<IReadOnlyList<IReadOnlyList<(int Pid, long StartTicks)>>> SeenUntilAsync(Task recycling)
    {
        var seen = new List<IReadOnlyList<(int Pid, long StartTicks)>>();
        while (await Task.WhenAny(recycling, Task.Delay(10, TestContext.Current.CancellationToken)) != recycling)
            seen.Add(ServerNow.Children(_server.Pid));
        return seen;
    }

    /// <summary>Its own way to end all of its workers, one after the other, by a signal to its master.</summary>
    public async Task ReloadAsync(string signal)
    {
        var before = Workers(_server.Pid, _served).ToHashSet();
        Ran.Command(["kill", $"-{signal}", $"{_server.Pid}"]);
        await _server.EventuallyAsync(
            () => Task.FromResult(Workers(_server.Pid, _served) is var now && now.Count == Count && !now.Any(before.Contains)), "others serve");
    }

    /// <param name="more">So many requests are answered first.</param>
    public async Task<(int Answered, IReadOnlyCollection<string> Failed, int Closed)> EndAsync(int more)
    {
        await _load.AnsweredAsync(more);
        return await _load.EndAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await _load.DisposeAsync();
        await _server.DisposeAsync();
    }

    private static IReadOnlyList<(int Pid, long StartTicks)> Workers(int master, HashSet<(int Pid, long StartTicks)> served)
    {
        var children = ServerNow.Children(master);
        served.UnionWith(children.Where(worker => Readiness.Of(worker.Pid) == true));
        return [.. children.Where(served.Contains)];
    }
}
