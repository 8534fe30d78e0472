using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Trials.Loads;
using Lowtide.Trials.Results;

namespace Lowtide.Tests.Pure.Trials;

public sealed class RequirementTests
{
    [Theory]
    [InlineData("better:pss_bytes", true)]
    [InlineData("worse:pss_bytes", false)]
    [InlineData("equivalent:pss_bytes", false)]
    [InlineData("equivalent:ready_seconds", true)]
    [InlineData("undecided:private_bytes", false)]
    [InlineData("better:private_bytes", true)]
    [InlineData("not-worse:pss_bytes", true)]
    [InlineData("not-worse:ready_seconds", true)]
    [InlineData("better:pss_bytes@malloc.arena-max-2", true)]
    public async Task It_holds_if_the_verdict_is_that_very_one(string text, bool holds)
    {
        var servers = new MadeUpServers((arm, pair, _) => MadeTrials.Run(arm, (arm.Remedies.Count > 0 ? 80 : 100) * MadeTrials.MiB));
        var result = await MadeTrials.Trial(MadeTrials.Plan(pairs: 6), servers).RunAsync(default);
        Assert.Equal(holds, Assert.Single(Requirement.ParseAll(text, MadeTrials.Plan())).Broken(result) is null);
    }

    /// <summary>One arm worse, one better: without a name every arm has to hold.</summary>
    [Theory]
    [InlineData("better:pss_bytes", "required better:pss_bytes, but pss_bytes of fat came out worse")]
    [InlineData("not-worse:pss_bytes", "required not-worse:pss_bytes, but pss_bytes of fat came out worse")]
    [InlineData("worse:pss_bytes@fat", null)]
    [InlineData("better:pss_bytes@lean", null)]
    [InlineData("worse:pss_bytes@lean", "required worse:pss_bytes@lean, but pss_bytes of lean came out better")]
    public async Task Of_several_arms_each_is_held_to_it_or_the_one_named(string text, string? broken)
    {
        var plan = MadeTrials.Plan(pairs: 8) with { Arms = [MadeTrials.Setting("lean"), MadeTrials.Setting("fat")] };
        var servers = new MadeUpServers((arm, _, _) => MadeTrials.Run(arm, arm.Name switch { "lean" => 80, "fat" => 120, _ => 100 } * MadeTrials.MiB));
        var result = await MadeTrials.Trial(plan, servers).RunAsync(default);
        Assert.Equal(broken, Assert.Single(Requirement.ParseAll(text, plan)).Broken(result));
    }

    /// <summary>Given up between looks: the intervals that it shows are not corrected for looks.</summary>
    [Fact]
    public async Task A_futile_trial_fulfils_not_worse_of_no_metric()
    {
        // Memory as far up as down, by far more than the margin; everything else is the same in both arms.
        var servers = new MadeUpServers((arm, block, _) => MadeTrials.Run(arm, (arm.IsBaseline ? 100 : block % 2 == 0 ? 120 : 100 / 1.2) * MadeTrials.MiB));
        var plan = MadeTrials.Plan(pairs: 30) with { Looks = 2 };
        var result = await MadeTrials.Trial(plan, servers).RunAsync(default);
        Assert.Equal(TrialState.Futile, result.Course.State);
        Assert.False(result.Course.Looks.At(result.Pairs).MayClaim);
        var ready = result.Arms[0].Others.Single(metric => metric.Metric.Name == "ready_seconds");
        Assert.True(ready.Verdict.Effect.Change?.High <= ready.Metric.Margin); // by its interval alone it would pass
        Assert.Equal(
            "required not-worse:ready_seconds, but ready_seconds came out undecided",
            Assert.Single(Requirement.ParseAll("not-worse:ready_seconds", plan)).Broken(result));
    }

    [Fact]
    public async Task No_data_never_pass()
    {
        var nothing = new LoadReport(null, null, null, null, null, null, null);
        var servers = new MadeUpServers((arm, pair, _) => MadeTrials.Run(arm, 100 * MadeTrials.MiB, nothing));
        var result = await MadeTrials.Trial(MadeTrials.Plan(pairs: 12), servers).RunAsync(default);
        foreach (var verdict in new[] { "better", "worse", "equivalent", "undecided", "not-worse" })
            Assert.Equal(
                $"required {verdict}:requests_per_second, but requests_per_second came out not measured",
                Assert.Single(Requirement.ParseAll($"{verdict}:requests_per_second", MadeTrials.Plan())).Broken(result));
    }

    [Fact]
    public void Several_are_separated_by_commas() => Assert.Equal(
        ["better:pss_bytes", "equivalent:latency_p99_seconds"],
        Requirement.ParseAll("better:pss_bytes,equivalent:latency_p99_seconds", MadeTrials.Plan()).Select(each => each.ToString()));

    [Fact]
    public void None_is_none() => Assert.Empty(Requirement.ParseAll(null, MadeTrials.Plan()));

    [Theory]
    [InlineData("", "VERDICT:METRIC")]
    [InlineData("better", "VERDICT:METRIC")]
    [InlineData("best:pss_bytes", "VERDICT:METRIC")]
    [InlineData("better:pss_bytes:1", "VERDICT:METRIC")]
    [InlineData("better:pss", "no metric 'pss'; there are pss_bytes, private_bytes")]
    [InlineData("better:pss_bytes,", "VERDICT:METRIC")]
    [InlineData("better:pss_bytes@gc", "no arm 'gc'; there are malloc.arena-max-2")]
    public void Anything_else_is_a_wrong_call(string text, string how)
    {
        var wrong = Assert.Throws<Failure>(() => Requirement.ParseAll(text, MadeTrials.Plan()));
        Assert.Equal(Failure.WrongCall, wrong.ExitCode);
        Assert.Contains(how, wrong.Message);
    }
}
