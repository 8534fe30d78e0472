using Lowtide.Analysis.Recycling;
using Lowtide.Capture.Watching;
using Lowtide.Guard;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Watching;
using Lowtide.Serve;

namespace Lowtide.Tests.Pure.Guard;

/// <summary>24 hours of nine made-up servers on one machine. What a guard may not do is judged by the machine, which knows more than the guard does.</summary>
public sealed class GuardDayTests : IDisposable
{
    private const int Step = 30, Day = 86_400, HostBudget = 30;

    private const long MiB = 1 << 20;

    private static readonly GuardPolicy Policy = new() { PrivateLimitBytes = 400 * MiB };

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void No_wrong_act_in_a_day() => MustActRightly(1);

    [Theory, Trait("Scope", "Full")]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void Nor_in_others(int seed) => MustActRightly(seed);

    private void MustActRightly(int seed)
    {
        var random = new Random(seed);
        var stuck = 0;
        List<SimulatedServer> servers =
        [
            // 1.2 MiB a minute each, from 150.
            new("leaks", 0, 4, age => 150 + (age * 0.02)),
            new("leaks-by-day", 1, 8, age => 200 + (age * 0.01)) { Busy = now => 2 + Math.Sin(now / Day * 2 * Math.PI) + (0.2 * random.NextDouble()) },
            // What it shares is copied within a minute by reading: no recycle helps.
            new("copies-at-once", 2, 4, age => 420 - (360 * Math.Exp(-age / 20))),
            new("settles", 3, 4, age => 300 - (200 * Math.Exp(-age / 600))),
            // Its end may copy 300 MiB, and there is not always room for it.
            new("tight", 4, 4, age => 150 + (age * 0.03)) { SharedMiB = 300, LimitMiB = 2300, OthersMiB = now => now % 2400 < 1200 ? 150 : 0 },
            new("sticks", 5, 4, age => 150 + (age * 0.02)) { Ends = () => ++stuck == 3 ? null : 1 },
            new("comes-late", 6, 4, age => 150 + (age * 0.02)) { Comes = () => random.Next(4) == 0 ? 900 : 5 },
            new("alone", 7, 1, age => 150 + (age * 0.02)),
            new("closed", 8, 4, age => 150 + (age * 0.02)) { Closed = "it runs in async mode" },
        ];
        var machine = new SimulatedMachine(servers, _ => Policy, HostBudget);
        foreach (var server in servers)
            server.Start(machine.Seconds - random.Next(60));
        var over = servers.ToDictionary(server => server.Label, _ => 0.0);

        using (var history = HistoryFile.Open(_folder.Path, machine))
        using (var past = HistoryReader.Open(_folder.Path, machine))
        {
            var guard = NewGuard(machine, history, past);
            var none = new Dictionary<string, LatestDiagnosis>(StringComparer.Ordinal);
            for (var second = 0; second < Day; second += Step)
            {
                machine.Advance(Step);
                machine.HistoryIsGone = second is >= 5 * 3600 and < 6 * 3600;
                if (second == 10 * 3600)
                    (machine.Set, machine.SetAt) = (-300, machine.Seconds);
                // Killed and started anew: what it did within the hour is in the history.
                if (second is (14 * 3600) + 600 or (20 * 3600) + 900)
                    guard = NewGuard(machine, history, past);
                var at = machine.GetUtcNow();
                var host = new WatchedHost(at, [.. servers.Select(server => server.Seen(machine.Seconds, at))], []) { Cost = new WatchCost(1, [], 0) };
                if (!machine.HistoryIsGone)
                    history.Add(host);
                guard.Take(host, none, machine.HistoryIsGone ? "the disk is full" : null, TestContext.Current.CancellationToken);
                foreach (var server in servers)
                    over[server.Label] = Math.Max(over[server.Label], server.Workers.Max(worker => server.PrivateMiB(worker, machine.Seconds)));
            }
        }

        Assert.Empty(machine.Wrong);
        int acts(string label) => machine.Acts.Count(act => act.Label == label);
        // A leak of 250 MiB in 3.5 hours: each of four comes to its limit some 6 times a day.
        Assert.InRange(acts("leaks"), 16, 32);
        Assert.InRange(acts("leaks-by-day"), 16, 40);
        Assert.True(acts("tight") >= 8);
        // The first teaches that nothing is gained.
        Assert.InRange(acts("copies-at-once"), 1, 2);
        Assert.Equal((0, 0, 0), (acts("settles"), acts("alone"), acts("closed")));
        Assert.InRange(acts("sticks"), 3, 32);
        Assert.True(acts("comes-late") > 0);
        // It holds the limit, but for the hours in which it may not act: one without a history, one after the clock was set.
        Assert.InRange(over["leaks"], 400, 400 + (1.2 * 150));
    }

    private static GuardWatch NewGuard(SimulatedMachine machine, HistoryFile history, HistoryReader past) => new(
        () => [new GuardStanza { Of = new FamilyPattern("*", null, null), Policy = Policy, Acts = true }], () => HostBudget, machine, history, past, _ => { },
        machine);
}
