using Lowtide.Analysis.Recycling;
using Lowtide.Capture.Watching;
using Lowtide.Guard;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Watching;
using Lowtide.Serve;

namespace Lowtide.Tests.Pure.Guard;

/// <summary>What a guard does from look to look, of one made-up server.</summary>
public sealed class GuardWatchTests : IDisposable
{
    private const long MiB = 1 << 20;

    private static readonly GuardPolicy Policy = new() { PrivateLimitBytes = 400 * MiB, RespawnsAnHour = 2 };

    private readonly TempFolder _folder = new();
    private readonly List<string> _said = [];
    private readonly List<GuardStanza> _stanzas = [new() { Of = new FamilyPattern("*", null, null), Policy = Policy, Acts = true }];
    private IReadOnlyList<SimulatedServer> _others = [];
    private SimulatedServer _server = new("server", 0, 4, _ => 500);
    private SimulatedMachine? _machine;
    private HistoryFile? _history;
    private HistoryReader? _past;
    private GuardWatch? _guard;

    public void Dispose()
    {
        _guard?.Dispose();
        _past?.Dispose();
        _history?.Dispose();
        _folder.Dispose();
    }

    /// <summary>The one that was the largest at the look may be no more by what is read anew: two that are alike would keep each other alive.</summary>
    [Fact]
    public void One_of_two_that_are_alike_is_asked_though_the_look_is_old()
    {
        _server = new SimulatedServer("alike", 0, 2, age => 500 - (age * 0.1));
        Look(after: 20, secondsOld: 20);
        Assert.Single(_machine!.Acts);
        Assert.Empty(_machine.Wrong);
    }

    /// <summary>By what it holds now, it is under its limit.</summary>
    [Fact]
    public void Nobody_is_asked_for_what_an_old_look_says()
    {
        _server = new SimulatedServer("shrank", 0, 2, age => age < 30 ? 500 : 300);
        Look(after: 40, secondsOld: 20);
        Assert.Empty(_machine!.Acts);
    }

    /// <summary>A child of Celery's that is never idle: nobody ends, so the budget is not used, and it is not tried at each look.</summary>
    [Fact]
    public void Who_was_not_asked_after_all_costs_nothing()
    {
        _server.CannotAsk = "it has a job";
        Look();
        Look(after: 10);
        Assert.Single(_said, line => line.Contains("will be asked to end", StringComparison.Ordinal));
        Assert.Single(_said, line => line.EndsWith("it has a job", StringComparison.Ordinal));
        Assert.Equal(0, _guard!.Status["server"].Asked);
        Assert.False(_guard.Asked(_server.Workers[0].Pid));
        Look(after: 60);
        Look(after: 61);
        _server.CannotAsk = null;
        Look(after: 61);
        Assert.Single(_machine!.Acts);
        Assert.True(_guard.Asked(_server.Workers[0].Pid));
    }

    /// <summary>It was closed for a file that is newer than the workers, and then the server was reloaded: its master is the same.</summary>
    [Fact]
    public void A_closed_door_is_asked_again()
    {
        _server.Closed = "app.py has changed";
        Look();
        _server.Closed = null;
        Look(after: 10);
        Assert.Empty(_machine!.Acts);
        Look(after: 60);
        Assert.Single(_machine.Acts);
    }

    [Fact]
    public void A_server_that_has_just_gone_ends_no_watch()
    {
        _server.IsGone = true;
        Look();
        Assert.Empty(_machine!.Acts);
    }

    /// <summary>Else it would seem to be over its limit for ever.</summary>
    [Fact]
    public void A_guard_that_was_taken_out_of_the_settings_tells_nothing_more()
    {
        _server.Closed = "no master";
        Look();
        Look(after: 30);
        Assert.Equal(TimeSpan.FromSeconds(30), _guard!.Status["server"].Over);
        _stanzas.Clear();
        Look(after: 30);
        Assert.Empty(_guard.Status);
    }

    /// <summary>What was waited for before, as for the budget, is no reason to end a worker in the busiest moment.</summary>
    [Fact]
    public void A_quiet_moment_is_waited_for_from_when_nothing_else_is()
    {
        var busy = 1.0;
        _server = new SimulatedServer("server", 0, 4, _ => 500) { Busy = _ => busy, Closed = "not now" };
        for (var look = 0; look < 40; look++)
            Look(after: 60);
        (busy, _server.Closed) = (2, null);
        Look(after: 60);
        Look(after: 60);
        Assert.Contains(_said, line => line.Contains("it uses 2.00 processors", StringComparison.Ordinal));
        Assert.Empty(_machine!.Acts);
        Look(after: Policy.QuietWithin.TotalSeconds);
        Assert.Single(_machine.Acts);
    }

    /// <summary>It was started with them, holds little and lives long: of it a fresh worker would seem to hold less than it does.</summary>
    [Fact]
    public void Of_a_master_nothing_is_learned()
    {
        Look();
        _history!.Add(new WatchedHost(_machine!.GetUtcNow(), [_server.Seen(_machine.Seconds, _machine.GetUtcNow())], []) { Cost = new WatchCost(1, [], 0) });
        var lives = _past!.Lives("server", _machine.GetUtcNow().AddHours(-1), _machine.GetUtcNow());
        Assert.Equal(_server.Workers.Select(worker => worker.Pid), lives.Select(life => life.Pid).Order());
    }

    /// <summary>Each guard counts by a history of its own: one server would use up two budgets. And two workers' ends may need the same memory.</summary>
    [Theory]
    [InlineData(1000, "another Lowtide guards it")]
    [InlineData(SimulatedMachine.Itself, "another Lowtide has a worker of this machine end")]
    public void Another_guard_is_left_alone_and_told_once(int claimed, string why)
    {
        var machine = Start();
        machine.ClaimedByAnother.Add(claimed);
        Look();
        Look(after: 60);
        Assert.Empty(machine.Acts);
        Assert.Single(_said, line => line.EndsWith(why, StringComparison.Ordinal));
        machine.ClaimedByAnother.Clear();
        Look(after: 60);
        Assert.Single(machine.Acts);
    }

    /// <summary>To which the proxy could go meanwhile. It is over no limit, and none of its is asked.</summary>
    [Fact]
    public void Of_instances_behind_a_proxy_one_is_recycled_while_another_serves()
    {
        _server = new SimulatedServer("web-1", 0, 2, _ => 500) { NeedsPeers = true, Name = "web" };
        var other = new SimulatedServer("web-2", 1, 2, _ => 100) { NeedsPeers = true, Name = "web" };
        // It has the same settings, and is another program.
        var machine = Start(other, new SimulatedServer("mail", 2, 2, _ => 100));
        other.Workers.ForEach(worker => worker.Serves = false);
        Look();
        Look(after: 60);
        Assert.Empty(machine.Acts);
        Assert.Single(_said, line => line.EndsWith("no other instance of it serves, to which the proxy could go", StringComparison.Ordinal));
        other.Workers[0].Serves = true;
        Look(after: 60);
        Assert.Equal("web-1", Assert.Single(machine.Acts).Label);
    }

    /// <summary>uWSGI's router has the socket that clients come to, and outlives what it is asked: without its worker nobody serves.</summary>
    [Fact]
    public void Who_does_not_catch_the_signal_is_no_other_that_serves()
    {
        _server = new SimulatedServer("server", 0, 1, _ => 500);
        var machine = Start();
        _server.Workers.Add(new SimulatedServer.Worker(1500, 1, machine.Seconds) { IsRouter = true });
        Look();
        Look(after: 60);
        Assert.Empty(machine.Acts);
        Assert.Single(_said, line => line.Contains("nobody else would serve meanwhile", StringComparison.Ordinal));
    }

    /// <summary>It was asked by a guard that has ended since: who is started anew knows it by the history.</summary>
    [Fact]
    public void A_guard_that_is_started_anew_waits_for_whom_the_one_before_has_asked()
    {
        _server = new SimulatedServer("server", 0, 4, _ => 500) { Ends = () => null };
        Look();
        var machine = _machine!;
        Assert.Single(machine.Acts);
        _guard!.Dispose();
        _guard = new GuardWatch(() => _stanzas, () => null, machine, _history!, _past!, _said.Add, machine);
        for (var look = 0; look < 20; look++)
            Look(after: 60);
        Assert.Single(machine.Acts);
        Assert.Contains(_said, line => line.Contains("was asked to end, and has not", StringComparison.Ordinal));
        _server.Workers.RemoveAll(worker => worker.IsEnding);
        _server.Add(machine.Seconds);
        Look(after: 60);
        Assert.Equal(2, machine.Acts.Count);
    }

    /// <summary>It died just before it asked, perhaps: nobody waits for that worker's end for ever.</summary>
    [Fact]
    public void What_a_guard_before_has_asked_is_believed_for_an_hour()
    {
        _server.Ends = () => null;
        Look();
        var machine = _machine!;
        _guard!.Dispose();
        _guard = new GuardWatch(() => _stanzas, () => null, machine, _history!, _past!, _said.Add, machine);
        for (var look = 0; look < 59; look++)
            Look(after: 60);
        Assert.Single(machine.Acts);
        Look(after: 120);
        Assert.Equal(2, machine.Acts.Count);
    }

    /// <summary>Its settings, or what it shows, are its own matter.</summary>
    [Fact]
    public void A_server_that_cannot_be_judged_holds_up_no_other()
    {
        _server.Fails = "its disk is gone";
        var machine = Start(new SimulatedServer("other", 1, 4, _ => 500));
        Look();
        Look(after: 60);
        Assert.Equal("other", Assert.Single(machine.Acts).Label);
        Assert.Single(_said, line => line.StartsWith("server: ", StringComparison.Ordinal));
        Assert.Contains(_said, line => line.EndsWith("it could not be judged (its disk is gone)", StringComparison.Ordinal));
    }

    /// <summary>A child that a worker has forked holds the worker's sockets: to end it frees its memory, and breaks the worker's work.</summary>
    [Fact]
    public void Whom_a_worker_has_forked_is_none()
    {
        _server = new SimulatedServer("server", 0, 2, _ => 300);
        var machine = Start();
        _server.Workers.Add(new SimulatedServer.Worker(1500, 1, machine.Seconds) { IsOfAnother = true, MoreMiB = 300 });
        Look();
        Look(after: 120);
        Assert.Empty(machine.Acts);
        Assert.Null(_guard!.Status["server"].Over);
    }

    /// <summary>What it was over for so long nobody was told to hold.</summary>
    [Fact]
    public void Since_when_it_is_over_is_counted_from_when_it_may_act()
    {
        _server.Closed = "it cannot be asked";
        _stanzas[0] = _stanzas[0] with { Acts = false };
        Look();
        Look(after: 7200);
        Assert.Equal(7200, _guard!.Status["server"].Over?.TotalSeconds);
        _stanzas[0] = _stanzas[0] with { Acts = true };
        Look();
        Assert.Equal(0, _guard.Status["server"].Over?.TotalSeconds);
    }

    /// <summary>max-requests may have replaced all workers since: they are of the master that has not read it, and younger than the file.</summary>
    [Fact]
    public void Settings_that_were_seen_to_change_are_changed_until_they_are_read()
    {
        _server.ChangedSettings = "app.ini";
        Look();
        _server.ChangedSettings = null;
        Look(after: 120);
        Assert.Empty(_machine!.Acts);
        Assert.Contains(_said, line => line.EndsWith("app.ini has changed", StringComparison.Ordinal));
        _server.Reloads++;
        Look(after: 120);
        Assert.Single(_machine.Acts);
    }

    /// <summary>Nobody would say that the limit is not held, and nothing would hold it.</summary>
    [Fact]
    public void What_cannot_be_read_is_told_where_it_may_be_over_a_limit()
    {
        _server.IsUnread = true;
        Look();
        Look(after: 60);
        Assert.Single(_said, line => line.Contains("what it holds cannot be read: of a large process that takes CAP_SYS_ADMIN", StringComparison.Ordinal));
        Assert.Equal(60, _guard!.Status["server"].Over?.TotalSeconds);
        _server.IsUnread = false;
        Look(after: 60);
        Assert.Single(_machine!.Acts);
    }

    private SimulatedMachine Start(params IReadOnlyList<SimulatedServer> others)
    {
        _others = others;
        _machine = new SimulatedMachine([_server, .. others], _ => Policy, 30);
        _history = HistoryFile.Open(_folder.Path, _machine);
        _past = HistoryReader.Open(_folder.Path, _machine);
        _guard = new GuardWatch(() => _stanzas, () => null, _machine, _history, _past, _said.Add, _machine);
        foreach (var server in others.Prepend(_server))
            server.Start(_machine.Seconds);
        return _machine;
    }

    /// <param name="after">Seconds.</param>
    /// <param name="secondsOld">What is known of the processes.</param>
    private void Look(double after = 1, double secondsOld = 0)
    {
        var machine = _machine ?? Start();
        machine.Advance(after);
        var at = machine.GetUtcNow();
        var seen = _others.Prepend(_server).Select(server => server.Seen(machine.Seconds - secondsOld, at));
        var host = new WatchedHost(at, [.. seen], []) { Cost = new WatchCost(1, [], 0) };
        _guard!.Take(host, new Dictionary<string, LatestDiagnosis>(StringComparer.Ordinal), noHistory: null, TestContext.Current.CancellationToken);
    }
}
