using Lowtide.Analysis.Recycling;
using Lowtide.Guard;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Watching;
using Lowtide.Serve;
using Lowtide.Serve.Alerts;
using Lowtide.Tests.Pure.Guard;

namespace Lowtide.Tests.Pure.Alerts;

public sealed class AlertWatchTests : IDisposable
{
    private static readonly TimeSpan ThreeHours = TimeSpan.FromHours(3);

    private readonly TempFolder _folder = new();
    private readonly SimulatedServer _server = new("server", 0, 2, _ => 500);
    private readonly SimulatedMachine _machine;
    private readonly HistoryFile _history;
    private readonly HistoryReader _past;
    private readonly AlertWatch _watch;

    public AlertWatchTests()
    {
        _machine = new SimulatedMachine([_server], _ => new GuardPolicy(), 1);
        _server.Start(_machine.Seconds);
        _history = HistoryFile.Open(_folder.Path, _machine);
        _past = HistoryReader.Open(_folder.Path, _machine);
        _watch = new AlertWatch(_past, _folder.Path, _machine);
    }

    public void Dispose()
    {
        _past.Dispose();
        _history.Dispose();
        _folder.Dispose();
    }

    /// <summary>What is to be told of it is that it is over its limit, and not who asked for what meanwhile.</summary>
    [Fact]
    public void A_guard_that_does_not_hold_its_limit_is_told_until_it_does()
    {
        Assert.Empty(Changes(new GuardStatus(new GuardPolicy(), Acts: true, Asked: 7) { Over = TimeSpan.FromHours(1) }));
        Assert.Equal("server: alert guard-does-not-hold raised: its guard does not hold the limit: 3 h (above 2 h); sudo lowtide explain 1000",
            Assert.Single(Changes(new GuardStatus(new GuardPolicy(), Acts: true, Asked: 7) { Over = ThreeHours, Why = "recycling gains nothing" })));
        Assert.Empty(Changes(new GuardStatus(new GuardPolicy(), Acts: true, Asked: 7) { Over = ThreeHours }));
        Assert.Equal("server: alert guard-does-not-hold is over", Assert.Single(Changes(new GuardStatus(new GuardPolicy(), Acts: true, Asked: 8))));
    }

    /// <summary>It was told to hold nothing.</summary>
    [Fact]
    public void Of_one_that_only_says_what_it_would_do_nothing_is_told() =>
        Assert.Empty(Changes(new GuardStatus(new GuardPolicy(), Acts: false, Asked: 0) { Over = ThreeHours }));

    private IEnumerable<string> Changes(GuardStatus status)
    {
        _machine.Advance(10);
        var at = _machine.GetUtcNow();
        var host = new WatchedHost(at, [_server.Seen(_machine.Seconds, at)], []) { Cost = new WatchCost(1, [], 0) };
        var guards = new Dictionary<string, GuardStatus>(StringComparer.Ordinal) { [_server.Label] = status };
        return _watch.Take(host, new Dictionary<string, LatestDiagnosis>(StringComparer.Ordinal), guards).Changes.Select(change => change.Line);
    }
}
