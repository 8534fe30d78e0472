using Lowtide.Analysis.Recycling;
using Lowtide.Capture.Watching;
using Lowtide.Guard;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Watching;
using Lowtide.Serve;

namespace Lowtide.Tests.Pure.Guard;

/// <summary>What a guard does at one look, of a made-up server.</summary>
public sealed class GuardWatchTests : IDisposable
{
    private const long MiB = 1 << 20;

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>The one that was the largest at the look may be no more by what is read anew: two that are alike would keep each other alive.</summary>
    [Fact]
    public void One_of_two_that_are_alike_is_asked_though_the_look_is_old()
    {
        var server = new SimulatedServer("alike", 0, 2, age => 500 - (age * 0.1));
        var machine = new SimulatedMachine([server], _ => new GuardPolicy { PrivateLimitBytes = 400 * MiB }, 30);
        server.Start(machine.Seconds);
        Take(machine, server, secondsOld: 20, policy: new GuardPolicy { PrivateLimitBytes = 400 * MiB });
        Assert.Single(machine.Acts);
        Assert.Empty(machine.Wrong);
    }

    /// <summary>By what it holds now, it is under its limit.</summary>
    [Fact]
    public void Nobody_is_asked_for_what_an_old_look_says()
    {
        var server = new SimulatedServer("shrank", 0, 2, age => age < 30 ? 500 : 300);
        var machine = new SimulatedMachine([server], _ => new GuardPolicy { PrivateLimitBytes = 400 * MiB }, 30);
        server.Start(machine.Seconds - 40);
        Take(machine, server, secondsOld: 20, policy: new GuardPolicy { PrivateLimitBytes = 400 * MiB });
        Assert.Empty(machine.Acts);
    }

    private void Take(SimulatedMachine machine, SimulatedServer server, double secondsOld, GuardPolicy policy)
    {
        using var history = HistoryFile.Open(_folder.Path, machine);
        using var past = HistoryReader.Open(_folder.Path, machine);
        var guard = new GuardWatch(
            () => [new GuardStanza { Of = new FamilyPattern("*", null, null), Policy = policy, Acts = true }], () => null, machine, history, past, _ => { },
            machine);
        machine.Advance(secondsOld);
        var at = machine.GetUtcNow();
        var host = new WatchedHost(at, [server.Seen(machine.Seconds - secondsOld, at)], []) { Cost = new WatchCost(1, [], 0) };
        guard.Take(host, new Dictionary<string, LatestDiagnosis>(StringComparer.Ordinal), noHistory: null, TestContext.Current.CancellationToken);
    }
}
