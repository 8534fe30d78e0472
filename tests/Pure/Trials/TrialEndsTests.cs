using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Trials;
using Lowtide.Trials.Loads;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>What ends a trial early, and what does not.</summary>
public sealed class TrialEndsTests
{
    [Fact]
    public async Task A_run_that_fails_is_tried_again_and_never_counted()
    {
        // Starts 5 and 8 fail; counted, their 1 MiB would turn the verdict around.
        var servers = Servers(start => start is 5 or 8);
        var listener = new Listener();
        var result = await MadeTrials.Trial(MadeTrials.Plan(), servers, listener).RunAsync(default);

        Assert.Equal(6, result.Pairs);
        Assert.Equal(12 + 2, servers.Starts.Count);
        Assert.Equal(servers.Starts[5], servers.Starts[6]);
        Assert.Equal(["start 5 failed", "start 8 failed"], result.Facts.Failed.Select(failed => failed.Why));
        Assert.Equal(2, listener.Heard.Count(heard => heard.Contains("failed: start")));
        Assert.All(result.Facts.Blocks, block => Assert.Equal(80.0 * MadeTrials.MiB, block[result.Plan.Arms[0]].Metrics["pss_bytes"]));
        Assert.False(result.IsClean);
        Assert.Equal(Verdict.Better, result.Arms[0].Primary.Verdict.Verdict);
    }

    [Theory]
    [InlineData(0, 7, "start 0 failed")]
    [InlineData(0, 1, "with malloc.arena-max-2, before any start without it: start 0 failed")]
    [InlineData(1, 7, "with malloc.arena-max-2: start 1 failed")]
    public async Task The_first_start_of_an_arm_ends_the_trial_if_it_fails(int start, ulong seed, string why)
    {
        var servers = Servers(each => each == start);
        var stopped = await Assert.ThrowsAsync<TrialStopped>(() => MadeTrials.Trial(MadeTrials.Plan(seed), servers).RunAsync(default));
        Assert.Equal(why, stopped.Message);
        Assert.Equal(start + 1, servers.Starts.Count);
    }

    [Fact]
    public async Task A_server_that_keeps_failing_ends_the_trial()
    {
        var servers = Servers(start => start >= 4);
        var trial = MadeTrials.Trial(MadeTrials.Plan(), servers);
        var stopped = await Assert.ThrowsAsync<TrialStopped>(() => trial.RunAsync(default));
        Assert.StartsWith("4 runs failed, the last with ", stopped.Message);
        Assert.EndsWith("start 7 failed", stopped.Message);
        Assert.Equal((2, 6), (trial.PairsDone, trial.PairsWanted));
    }

    [Theory]
    [InlineData(true, false, 0, "did not take effect in every worker of pair 1")]
    [InlineData(true, false, 3, "did not take effect in every worker of pair 4")]
    [InlineData(false, true, 0, "is on in the baseline as well")]
    public async Task An_effect_that_is_not_there_or_always_there_ends_the_trial(bool inArm, bool on, int from, string why)
    {
        var servers = new MadeUpServers((arm, pair, _) => MadeTrials.Run(arm, 100 * MadeTrials.MiB,
            on: pair >= from && arm.Remedies.Count > 0 == inArm ? on : null));
        var trial = MadeTrials.Trial(MadeTrials.Plan(), servers);
        var stopped = await Assert.ThrowsAsync<TrialStopped>(() => trial.RunAsync(default));
        Assert.Contains(why, stopped.Message);
        Assert.Equal(from, trial.PairsDone);
    }

    [Fact]
    public async Task An_effect_that_cannot_be_read_is_said_and_ends_nothing()
    {
        var servers = new MadeUpServers((arm, pair, _) => MadeTrials.Run(arm, 100 * MadeTrials.MiB, readable: false));
        Assert.Null((await MadeTrials.Trial(MadeTrials.Plan(), servers).RunAsync(default)).Arms[0].TookEffect);
    }

    [Fact]
    public async Task A_metric_that_is_to_decide_and_is_not_read_ends_the_trial_at_its_first_run()
    {
        var servers = new MadeUpServers((arm, pair, _) => MadeTrials.Run(
            arm, 100 * MadeTrials.MiB, new LoadReport(null, null, null, null, null, null, null)));
        var plan = MadeTrials.Plan(primary: "requests_per_second");
        var stopped = await Assert.ThrowsAsync<TrialStopped>(() => MadeTrials.Trial(plan, servers).RunAsync(default));
        Assert.Contains("the output of --load does not tell it", stopped.Message);

        var slow = MadeTrials.Plan() with { SlowSeconds = 0.1 };
        stopped = await Assert.ThrowsAsync<TrialStopped>(() => MadeTrials.Trial(slow, servers).RunAsync(default));
        Assert.Contains("--slow needs", stopped.Message);
        Assert.Equal(2, servers.Starts.Count);
    }

    [Fact]
    public async Task An_interrupted_trial_starts_nothing_more_and_knows_how_far_it_came()
    {
        using var source = new CancellationTokenSource();
        var servers = new MadeUpServers((arm, pair, start) =>
        {
            if (start == 6)
                source.Cancel();
            return MadeTrials.Run(arm, 100 * MadeTrials.MiB);
        });
        var trial = MadeTrials.Trial(MadeTrials.Plan(), servers);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => trial.RunAsync(source.Token));
        Assert.Equal((3, 7), (trial.PairsDone, servers.Starts.Count));
    }

    /// <summary>The load that Ctrl-C tore away "failed": that is no failure to tell.</summary>
    [Fact]
    public async Task What_fails_by_the_interruption_is_no_failure()
    {
        using var source = new CancellationTokenSource();
        var servers = new MadeUpServers((_, _, _) =>
        {
            source.Cancel();
            throw new Failure("the load was ended by signal 9");
        });
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => MadeTrials.Trial(MadeTrials.Plan(), servers).RunAsync(source.Token));
    }

    private static MadeUpServers Servers(Func<int, bool> fails) => new((arm, pair, start) =>
        fails(start) ? throw new Failure($"start {start} failed") : MadeTrials.Run(arm, (arm.Remedies.Count > 0 ? 80 : 100) * MadeTrials.MiB));
}
