using System.Globalization;
using Lowtide.Capture.Serving;
using Lowtide.Guard;
using Lowtide.Guard.Doors;
using Lowtide.Tests.Live.DotNet;
using Lowtide.Tests.Live.Servers;

namespace Lowtide.Tests.Live.Torture;

/// <summary>One worker after the other asked to end by its server's own way, beside requests that go on: each is answered, and another worker comes.</summary>
public sealed class RecycledServersTests
{
    private const int Sample = 3, Whole = 1000, WholeOfOne = 100;

    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(30);

    private readonly int _port = ServerProcess.FreePort();

    [Fact]
    public Task Uwsgi() => MustServeOnAsync("uwsgi",
    [
        Existing("/usr/bin/uwsgi-core"), "--plugins-dir", "/usr/lib/uwsgi/plugins", "--plugin", "python3", "--master", "--die-on-term", "--need-app",
        "--disable-logging", "--wsgi-file", $"{ServerProcess.Programs}/recycled_wsgi.py", "--http-socket", $"127.0.0.1:{_port}", "--processes", "3",
    ]);

    [Fact]
    public Task Gunicorn() => MustServeOnAsync("gunicorn", GunicornCommand("sync"));

    [Fact]
    public Task Gunicorn_with_threads() => MustServeOnAsync("gunicorn, gthread", [.. GunicornCommand("gthread"), "--threads", "4"]);

    [Fact]
    public Task Puma() => MustServeOnAsync("puma", PumaCommand, ByPuma);

    /// <summary>Two workers end for one: the surplus too.</summary>
    [Fact]
    public Task Puma_with_one_more_first() => MustServeOnAsync("puma, one more first", PumaCommand, 2 * ByPuma, withStandby: true);

    private string[] PumaCommand =>
    [
        "/usr/bin/ruby", Existing("/usr/bin/puma"), "-w", "3", "-t", "1:4", "--preload", "-b", $"tcp://127.0.0.1:{_port}",
        $"{ServerProcess.Programs}/recycled.ru",
    ];

    [Fact]
    public Task Unicorn() => MustServeOnAsync("unicorn", UnicornCommand);

    [Fact]
    public Task Unicorn_with_one_more_first() => MustServeOnAsync("unicorn, one more first", UnicornCommand, withStandby: true);

    private string[] UnicornCommand =>
    [
        "/usr/bin/ruby", Existing("/usr/bin/unicorn"), "-c", "{folder}/unicorn.rb", "-l", $"127.0.0.1:{_port}", $"{ServerProcess.Programs}/recycled.ru",
    ];

    /// <summary>One process. Its supervisor keeps the socket, where requests wait for the next one.</summary>
    [Fact]
    public async Task Kestrel()
    {
        await using var server = await ServerProcess.StartAsync(
            _ => [ServerProcess.Python, $"{ServerProcess.Programs}/keeps_socket.py", $"{_port}", .. DotNetTarget.Recycled], []);
        await server.EventuallyAsync(() => Task.FromResult(Workers(server.Pid).Count == 1), "it serves");
        await using var load = new SteadyRequests(_port);
        var rack = new Rack("recycles of Kestrel", Sample, WholeOfOne);
        var options = new DoorOptions { IsSupervised = true };
        for (var number = 0; number < rack.Times; number++)
        {
            // It is started within a fifth of a second: each is to have requests when its turn comes.
            var already = load.Answered;
            await server.EventuallyAsync(() => Task.FromResult(load.Answered > already + 20), "requests are answered");
            var head = Assert.Single(Workers(server.Pid));
            var (door, facts) = AllDoors.Of(head.Pid, TimeProvider.System)!.Value;
            Assert.IsType<KestrelDoor>(door);
            Assert.NotNull(door.Closed(facts, new DoorOptions()));
            Assert.Null(door.Closed(facts, options));
            var outcome = await Recycle.RunAsync(
                new RecycleRequest(head, head, door, facts, Grace, KillAfter: null), TimeProvider.System, TestContext.Current.CancellationToken);
            rack.Tried(outcome.ServesAfter ?? Grace);
            var now = Workers(server.Pid);
            if (outcome.End != RecycleEnd.Done || now.Count != 1 || now[0] == head || now[0].Pid != outcome.NewPid)
            {
                rack.Wrong($"{outcome.End}: {outcome.Why}; of it {now.Count} serve; {string.Join(' ', server.Log)}", number);
                break;
            }
        }
        await load.AnsweredAsync(10 * Sample);
        var (answered, failed, closed) = await load.EndAsync();
        MustBeNoMore(failed, rack, ByKestrel);
        rack.End(string.Create(CultureInfo.InvariantCulture, $"{answered} requests answered, {failed.Count} not; {closed} idle connections closed"));
    }

    private string[] GunicornCommand(string worker) =>
    [
        ServerProcess.Python, Existing("/usr/bin/gunicorn"), "--workers", "3", "--worker-class", worker, "--preload", "--bind", $"127.0.0.1:{_port}",
        "--chdir", ServerProcess.Programs, "recycled_wsgi:application",
    ];

    private static string Existing(string program)
    {
        Assert.SkipUnless(File.Exists(program), $"{program} is not installed");
        return program;
    }

    /// <summary>
    /// Of a hundred ends of a Puma worker so many may close a connection that was just made and of which it has read nothing: its own phased restart did so
    /// three times in the ends of 200 (the upper bound at 95%). Of Kestrel's stop there is nothing to compare with: 4 in 100 were seen, and 6 in 3 beside a
    /// build.
    /// </summary>
    private const double ByPuma = 0.044, ByKestrel = 1;

    /// <summary>Of fewer ends nothing can be said of a rate: then each may close what each of the three clients has just made.</summary>
    private const int FewestForRate = 100, Clients = 3;

    private static void MustBeNoMore(IReadOnlyCollection<string> failed, Rack rack, double closes)
    {
        var closed = failed.Count(failure => failure.EndsWith(SteadyRequests.Unanswered, StringComparison.Ordinal));
        if (closed > (closes == 0 ? 0 : rack.Times < FewestForRate ? Clients * rack.Times : Math.Ceiling(closes * rack.Times)))
            rack.Wrong($"{closed} new connections closed unanswered", 0);
        foreach (var failure in failed.Where(failure => !failure.EndsWith(SteadyRequests.Unanswered, StringComparison.Ordinal)))
            rack.Wrong(failure, 0);
    }

    /// <param name="closes">Of a hundred ends, how many may close a connection unanswered.</param>
    private async Task MustServeOnAsync(string name, string[] command, double closes = 0, bool withStandby = false)
    {
        await using var server = await ServerProcess.StartAsync(folder =>
        {
            File.WriteAllText(Path.Combine(folder, "unicorn.rb"), "worker_processes 3\npreload_app true\n");
            return [.. command.Select(word => word.Replace("{folder}", folder, StringComparison.Ordinal))];
        }, [], ServerProcess.Untitled);
        await server.EventuallyAsync(() => Task.FromResult(Workers(server.Pid).Count == 3), "three workers serve");
        var (door, facts) = AllDoors.Of(server.Pid, TimeProvider.System)!.Value;
        Assert.Null(door.Closed(facts, new DoorOptions()));

        await using var load = new SteadyRequests(_port);
        var rack = new Rack($"recycles of {name}", Sample, Whole);
        var head = ServerNow.Process(server.Pid)!.Value;
        for (var number = 0; number < rack.Times; number++)
        {
            var workers = Workers(server.Pid);
            var worker = workers[Rack.Numbers(number).Next(workers.Count)];
            var request = new RecycleRequest(head, worker, door, facts, Grace, KillAfter: null) { WithStandby = withStandby };
            Assert.True(door.HasStandby || !withStandby);
            var recycling = Recycle.RunAsync(request, TimeProvider.System, TestContext.Current.CancellationToken);
            var fewest = withStandby ? await FewestUntilAsync(recycling, server.Pid) : 3;
            var outcome = await recycling;
            rack.Tried(outcome.ServesAfter ?? Grace);
            if (outcome.End != RecycleEnd.Done)
                rack.Wrong($"{outcome.End}: {outcome.Why}", number);
            if (fewest < 3)
                rack.Wrong($"{fewest} served at a time", number);
            _served.UnionWith(ServerNow.Children(server.Pid).Where(worker => worker.Pid == outcome.NewPid));
            if (outcome.End == RecycleEnd.Done && Workers(server.Pid) is var now && (now.Contains(worker) || now.Count != 3))
                rack.Wrong($"there are {now.Count} workers, and the one that was asked is {(now.Contains(worker) ? "" : "not ")}among them", number);
        }
        await load.AnsweredAsync(10 * Sample);
        var (answered, failed, closed) = await load.EndAsync();
        MustBeNoMore(failed, rack, closes);
        rack.End(string.Create(CultureInfo.InvariantCulture, $"{answered} requests answered, {failed.Count} not; {closed} idle connections closed"));
    }

    /// <returns>How many served at once at least, seen every few milliseconds.</returns>
    private async Task<int> FewestUntilAsync(Task recycling, int master)
    {
        var fewest = int.MaxValue;
        while (await Task.WhenAny(recycling, Task.Delay(10, TestContext.Current.CancellationToken)) != recycling)
            fewest = Math.Min(fewest, Workers(master).Count);
        return fewest;
    }

    /// <summary>Who was seen to serve: one that is busy waits for nobody.</summary>
    private readonly HashSet<(int Pid, long StartTicks)> _served = [];

    private IReadOnlyList<(int Pid, long StartTicks)> Workers(int master)
    {
        var children = ServerNow.Children(master);
        _served.UnionWith(children.Where(worker => Readiness.Of(worker.Pid) == true));
        return [.. children.Where(_served.Contains)];
    }
}
