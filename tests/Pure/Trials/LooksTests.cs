using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Reports.Trials;
using Lowtide.Tests.Pure.Statistics;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>A trial may end before its last pair: where a look was planned, or where nothing more can come of it.</summary>
public sealed class LooksTests
{
    [Fact]
    public async Task A_clear_effect_ends_it_at_the_planned_look()
    {
        var result = await MadeTrials.Trial(MadeTrials.Plan(pairs: 20) with { Looks = 2 }, Noisy(sd: 0.02, ratio: 0.5)).RunAsync(default);
        Assert.Equal((10, 20, Verdict.Better), (result.Pairs, result.Course.Pairs, result.Arms[0].Primary.Verdict.Verdict));
        Assert.True(result.Arms[0].Primary.Verdict.Level < 0.01); // the look spends little of alpha
    }

    [Fact]
    public async Task Without_looks_it_runs_all_of_them()
    {
        var result = await MadeTrials.Trial(MadeTrials.Plan(pairs: 20), Noisy(sd: 0.02, ratio: 0.5)).RunAsync(default);
        Assert.Equal((20, 0.05), (result.Pairs, result.Arms[0].Primary.Verdict.Level));
    }

    [Fact]
    public async Task Where_nothing_can_come_of_it_it_ends_undecided_and_says_so()
    {
        // As far up as down, by twenty times the margin: neither a difference nor equivalence is in sight.
        var servers = new MadeUpServers((arm, block, _) => MadeTrials.Run(arm, (arm.IsBaseline ? 100 : block % 2 == 0 ? 120 : 100 / 1.2) * MadeTrials.MiB));
        var result = await MadeTrials.Trial(MadeTrials.Plan(pairs: 30) with { Looks = 2 }, servers).RunAsync(default);
        Assert.True(result.Pairs < 30);
        Assert.Equal((TrialState.Futile, Verdict.Undecided), (result.Course.State, result.Arms[0].Primary.Verdict.Verdict));
        Assert.Contains(TrialNotes.Of(result), note => note.StartsWith($"Ended after {result.Pairs} of 30 pairs"));
    }

    private static MadeUpServers Noisy(double sd, double ratio)
    {
        var draws = new Draws(8);
        return new((arm, _, _) => MadeTrials.Run(arm, 100 * MadeTrials.MiB * (arm.IsBaseline ? 1 : ratio) * Math.Exp(sd * draws.Normal())));
    }
}
