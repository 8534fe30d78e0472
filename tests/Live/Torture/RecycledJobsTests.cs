using System.Globalization;
using Lowtide.Capture.Serving;
using Lowtide.Guard;
using Lowtide.Guard.Doors;
using Lowtide.Tests.Live.Servers;

namespace Lowtide.Tests.Live.Torture;

/// <summary>Servers of queues, recycled by their own way beside jobs that go on: no more are lost, or run twice, than the server lets happen.</summary>
public sealed class RecycledJobsTests
{
    private const int Sample = 3, Whole = 100;

    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(30);

    private readonly int _port = ServerProcess.FreePort();

    /// <summary>Each is acknowledged before it is run: one that was broken would be lost.</summary>
    [Fact]
    public Task Celery() => CeleryAsync("Celery", "0", (came, _) => came.Again > 0 || came.Lost > 0);

    /// <summary>Each after it was run: one that was broken would begin again.</summary>
    [Fact]
    public Task Celery_that_acknowledges_late() =>
        CeleryAsync("Celery, acks_late", "1", (came, _) => came.Lost > 0 || came.Twice > 0 || came.Again > 0);

    private async Task CeleryAsync(string name, string late, Func<GivenJobs.Came, int, bool> isWrong)
    {
        Existing("/usr/bin/celery");
        await using var queue = await QueueAsync();
        var journal = Path.Combine(queue.Folder, "journal");
        string[] variables = [$"BROKER=redis://127.0.0.1:{_port}/0", $"JOURNAL={journal}", $"LATE={late}", ServerProcess.Untitled];
        await using var server = await ServerProcess.StartAsync(
            _ =>
            [
                ServerProcess.Python, "/usr/bin/celery", "-A", "recycled_celery", "--workdir", ServerProcess.Programs,
                "worker", "-c", "3", "-n", "recycled@%h", "-l", "INFO",
            ],
            [], variables);
        bool IsReady() => Serving(server.Pid) == 3 && server.Log.Any(line => line.EndsWith(" ready.", StringComparison.Ordinal));
        await server.EventuallyAsync(() => Task.FromResult(IsReady()), "three children serve");
        var (door, facts) = AllDoors.Of(server.Pid, TimeProvider.System)!.Value;
        var options = new DoorOptions();
        Assert.Null(door.Closed(facts, options));

        await using var jobs = new GivenJobs(
            ["/usr/bin/env", .. variables, ServerProcess.Python, $"{ServerProcess.Programs}/recycled_celery.py"], journal, mostWaiting: 0);
        var rack = new Rack($"recycles of {name}", Sample, Whole);
        var (none, why) = (0, (string?)null);
        for (var number = 0; number < rack.Times; number++)
        {
            var (head, before) = (ServerNow.Process(server.Pid)!.Value, ServerNow.Children(server.Pid));
            var worker = before[Rack.Numbers(number).Next(before.Count)];
            var outcome = await Recycle.RunAsync(
                new RecycleRequest(head, worker, door, facts, Grace, KillAfter: null), TimeProvider.System, TestContext.Current.CancellationToken);
            rack.Tried(outcome.ServesAfter ?? Grace);
            var now = ServerNow.Children(server.Pid);
            if (outcome.End == RecycleEnd.NotAsked)
                (none, why) = (none + 1, outcome.Why);
            else if (outcome.End != RecycleEnd.Done)
                rack.Wrong($"{outcome.End}: {outcome.Why}", number);
            else if (now.Count != 3 || before.Except(now).ToList() is not [var gone] || gone != worker || !now.Any(child => child.Pid == outcome.NewPid))
                rack.Wrong($"of {before.Count} children {before.Except(now).Count()} ended, and there are {now.Count}", number);
        }
        // All of them are busy now and then, and then it says so; nobody who never recycles passes.
        if (none > rack.Times / 2)
            rack.Wrong($"{none} times no child was ended: {why}", 0);
        var came = await jobs.EndAsync(server, 0);
        if (isWrong(came, rack.Times))
            rack.Wrong($"{came}", 0);
        rack.End(string.Create(
            CultureInfo.InvariantCulture, $"{came.Given} jobs, {came.Lost} lost, {came.Again} begun twice; {none} times none ended"));
    }

    /// <summary>One process, which runsv starts anew: it takes no job that it does not end, so none is lost, and none is run twice.</summary>
    [Fact]
    public async Task Sidekiq()
    {
        Existing("/usr/bin/sidekiq");
        Existing("/usr/bin/runsv");
        await using var queue = await QueueAsync();
        var journal = Path.Combine(queue.Folder, "journal");
        string[] variables = [$"REDIS_URL=redis://127.0.0.1:{_port}/0", $"JOURNAL={journal}"];
        await using var supervisor = await ServerProcess.StartAsync(
            folder =>
            {
                var run = Path.Combine(folder, "shop", "run");
                Directory.CreateDirectory(Path.GetDirectoryName(run)!);
                File.WriteAllText(run, $"#!/bin/sh\nexec /usr/bin/ruby /usr/bin/sidekiq -r {ServerProcess.Programs}/recycled_sidekiq.rb -c 4\n");
                File.SetUnixFileMode(run, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
                return ["/usr/bin/runsv", Path.GetDirectoryName(run)!];
            },
            [], variables);
        await supervisor.EventuallyAsync(() => Task.FromResult(Lone(supervisor.Pid) is not null), "it takes jobs");

        await using var jobs = new GivenJobs(
            ["/usr/bin/env", .. variables, "/usr/bin/ruby", $"{ServerProcess.Programs}/recycled_sidekiq.rb"], journal, mostWaiting: 200);
        var rack = new Rack("recycles of Sidekiq", Sample, Whole);
        for (var number = 0; number < rack.Times; number++)
        {
            var head = Lone(supervisor.Pid)!.Value;
            var (door, facts) = AllDoors.Of(head.Pid, TimeProvider.System)!.Value;
            Assert.Null(door.Closed(facts, new DoorOptions()));
            var request = new RecycleRequest(head, head, door, facts, Grace, KillAfter: null);
            var outcome = await Recycle.RunAsync(request, TimeProvider.System, TestContext.Current.CancellationToken);
            rack.Tried(outcome.ServesAfter ?? Grace);
            if (outcome.End != RecycleEnd.Done || Lone(supervisor.Pid) is not { } now || now == head || now.Pid != outcome.NewPid)
                rack.Wrong($"{outcome.End}: {outcome.Why}", number);
        }
        var came = await jobs.EndAsync(supervisor, mayLack: 0);
        if (came.Lost > 0 || came.Again > 0)
            rack.Wrong($"{came}", 0);
        rack.End(string.Create(CultureInfo.InvariantCulture, $"{came.Given} jobs, {came.Lost} lost, {came.Again} begun twice"));
    }

    private static (int Pid, long StartTicks)? Lone(int supervisor) =>
        ServerNow.Children(supervisor).Where(child => ServerNow.Title(child.Pid) is { } title && new SidekiqDoor().IsTitleOfServing(title))
            .Select(child => ((int, long)?)child).FirstOrDefault();

    private static int Serving(int master) => ServerNow.Children(master).Count(child => Readiness.Of(child.Pid) == true);

    /// <summary>Redis, which keeps nothing.</summary>
    private async Task<ServerProcess> QueueAsync()
    {
        Existing("/usr/bin/redis-server");
        var queue = await ServerProcess.StartAsync(
            folder => ["/usr/bin/redis-server", "--port", $"{_port}", "--bind", "127.0.0.1", "--save", "", "--dir", folder], []);
        await queue.EventuallyAsync(
            () => Task.FromResult(queue.Log.Any(line => line.Contains("Ready to accept connections", StringComparison.Ordinal))), "the queue serves");
        return queue;
    }

    private static void Existing(string program) => Assert.SkipUnless(File.Exists(program), $"{program} is not installed");
}
