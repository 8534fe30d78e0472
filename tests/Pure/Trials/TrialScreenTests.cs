using Lowtide.Reports.Trials;
using Lowtide.Tests.Pure.Reports;
using Lowtide.Tests.Pure.Statistics;
using Lowtide.Trials;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>What a person reads, on a terminal of 80 columns and in a pipe.</summary>
public sealed class TrialScreenTests
{
    [Theory]
    [InlineData("better-terminal", 80, 0.8)]
    [InlineData("better-pipe", 1000, 0.8)]
    [InlineData("equivalent-terminal", 80, 1)]
    public async Task AClearCase(string snapshot, int width, double ratio) =>
        Same(snapshot, await ShownAsync(width, Steady(ratio)));

    [Fact]
    public async Task WithoutEnoughPairs() => Same("too-few-pairs", await ShownAsync(80, Steady(0.8), Made.Plan(pairs: 2)));

    /// <summary>A start that failed, one that was killed, an effect not read, unequal loads and families, zeros, much noise.</summary>
    [Fact]
    public async Task WhateverIsWrongIsSaid()
    {
        var draws = new Draws(1);
        var servers = new MadeUpServers((arm, pair, start) => start == 3
            ? throw new Failure("the server ended under the load; its last words:\n    line")
            : Made.Run(arm, 100 * Made.MiB * Math.Exp(0.3 * draws.Normal()),
                new LoadReport(3990 + start, 0, start == 5 ? 0 : 500, 0.01, null, null, null), readable: start != 8,
                killed: start == 9, workers: start == 11 ? 1 : 2));
        Same("much-wrong", await ShownAsync(80, servers, Made.Plan() with { StopGrace = TimeSpan.FromSeconds(2) }));
    }

    /// <summary>Several arms end in one table, of which a narrow terminal leaves out the intervals of times.</summary>
    [Theory]
    [InlineData("three-arms-terminal", 80)]
    [InlineData("three-arms-pipe", 1000)]
    public async Task ArmsBesideEachOther(string snapshot, int width)
    {
        var servers = new MadeUpServers((arm, _, start) => Made.Run(
            arm, 100 * Made.MiB * (arm.Name switch { "lean" => 0.9, "fat" => 1.1, _ => 1 + 0.0001 * (start % 3) }),
            new LoadReport(40, 0, 2.5, (arm.Name == "lean" ? 1.32 : 1.2) + 0.001 * (start % 3), 4.1, null, null)));
        var plan = Made.Plan(pairs: 8) with { Arms = [Made.Setting("lean"), Made.Setting("same"), Made.Setting("fat")] };
        var shown = await ShownAsync(width, servers, plan);
        Same(snapshot, shown[shown.IndexOf("All arms", StringComparison.Ordinal)..]);
    }

    /// <summary>What latencies are of, and which rate {rate} was.</summary>
    [Fact]
    public async Task ARateThatWasNotServedIsSaid()
    {
        var servers = new MadeUpServers((arm, pair, _) => Made.Run(arm, 100 * Made.MiB, new LoadReport(
            1000, 0, arm.IsBaseline ? 60 : 30 + pair, 0.01, 0.05, null, 0, OfferedPerSecond: 60, KeptUp: arm.IsBaseline)));
        var shown = await ShownAsync(1000, servers, Made.Plan() with { Rate = 60 });
        Assert.Contains("after 1,000 requests at 60/s, the rate that was found", shown);
        Assert.Contains("The rate was not served in 6 of 6 runs of malloc.arena-max-2: offered 60/s, served 30/s to 35/s.", shown);
        Assert.DoesNotContain("was not served", await ShownAsync(1000, Steady(1)));
    }

    [Fact]
    public async Task OnePairPromisesNoNumberOfPairs()
    {
        var shown = await ShownAsync(1000, Steady(0.8), Made.Plan(pairs: 1));
        Assert.Contains("nothing can be claimed from fewer than 6 (--pairs 6)", shown);
        Assert.DoesNotContain("share one error rate", shown);
    }

    private static void Same(string snapshot, string text) => ShownScreen.MustBe($"trial-{snapshot}", text);

    private static MadeUpServers Steady(double ratio) => new((arm, pair, start) => Made.Run(
        arm, 1016 * Made.MiB * (arm.Remedies.Count > 0 ? ratio : 1) * (1 + 0.001 * (start % 3)),
        new LoadReport(4000, 0, 1200 + 10 * start, 0.0042, 0.0311 + 0.0001 * start, null, null), workers: 4,
        stop: arm.Remedies.Count > 0 ? 6.25 + pair % 2 : 4.1));

    private static async Task<string> ShownAsync(int width, MadeUpServers servers, TrialPlan? plan = null)
    {
        var ended = await Made.Trial(plan ?? Made.Plan(), servers).RunAsync(default);
        return ShownScreen.Of(width, console => TrialScreen.Show(ended, "/state/lowtide/trials/x.jsonl", console));
    }
}
