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
        var fewest = _withStandby ? await FewestUntilAsync(recycling) : Count;
        var outcome = await recycling;
        rack.Tried(outcome.ServesAfter ?? Grace);
        if (outcome.End != RecycleEnd.Done)
            rack.Wrong($"{outcome.End}: {outcome.Why}", number);
        if (fewest < Count)
            rack.Wrong($"{fewest} served at a time", number);
        _served.UnionWith(ServerNow.Children(_server.Pid).Where(child => child.Pid == outcome.NewPid));
        if (outcome.End == RecycleEnd.Done && Workers(_server.Pid, _served) is var now && (now.Contains(worker) || now.Count != Count))
            rack.Wrong($"there are {now.Count} workers, and the one that was asked is {(now.Contains(worker) ? "" : "not ")}among them", number);
    }

    /// <returns>How many served at once at least, seen every few milliseconds; twice in a row, for one that is between two requests waits for nobody.</returns>
    private async Task<int> FewestUntilAsync(Task recycling)
    {
        var (fewest, before) = (int.MaxValue, int.MaxValue);
        while (await Task.WhenAny(recycling, Task.Delay(10, TestContext.Current.CancellationToken)) != recycling)
        {
            var now = Workers(_server.Pid, _served).Count;
            (fewest, before) = (Math.Min(fewest, Math.Max(before, now)), now);
        }
        return fewest;
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
