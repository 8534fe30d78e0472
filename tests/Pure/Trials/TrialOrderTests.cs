namespace Lowtide.Tests.Pure.Trials;

public sealed class TrialOrderTests
{
    /// <summary>Computed once by another implementation of SplitMix64: a seed means the same for ever.</summary>
    [Theory]
    [InlineData(1, "AAABBAAABABA")]
    [InlineData(7, "BBAABBBBBBBA")]
    [InlineData(42, "ABBBBABABABB")]
    public async Task A_coin_for_each_pair_decides_which_arm_starts_first(ulong seed, string firstOfEachPair)
    {
        var servers = new MadeUpServers((arm, pair, _) => MadeTrials.Run(arm, 100 * MadeTrials.MiB));
        await MadeTrials.Trial(MadeTrials.Plan(seed, pairs: 12), servers).RunAsync(default);

        var expected = string.Concat(firstOfEachPair.Select(first => first == 'B' ? "BA" : "AB"));
        Assert.Equal(expected, servers.Order);
        Assert.Equal(Enumerable.Range(0, 24).Select(start => start / 2), servers.Starts.Select(start => start.Pair));
    }

    [Fact]
    public async Task Whichever_started_first_the_effect_is_arm_minus_baseline()
    {
        // Each start needs a MiB more than the one before: were arms mixed up by their order, the signs would be too.
        var servers = new MadeUpServers((arm, pair, start) =>
            MadeTrials.Run(arm, (arm.Remedies.Count > 0 ? 60 : 100) * MadeTrials.MiB + start * MadeTrials.MiB));
        var result = await MadeTrials.Trial(MadeTrials.Plan(seed: 7), servers).RunAsync(default);

        Assert.All(result.Facts.Blocks, block => Assert.Equal(("baseline", MadeTrials.Remedy), (block.Baseline.Arm, block[result.Plan.Arms[0]].Arm)));
        Assert.InRange(result.Arms[0].Primary.InUnits.Estimate!.Value, -41 * MadeTrials.MiB, -39 * MadeTrials.MiB);
        Assert.InRange(result.Arms[0].Saving.Estimate!.Value, 39 * MadeTrials.MiB, 41 * MadeTrials.MiB);
    }

    [Fact]
    public async Task The_prediction_is_of_the_first_pairs_baseline_also_where_that_came_second()
    {
        // Seed 1 starts with the arm. Two workers of 32 MiB in arenas at first, and more of them later.
        var servers = new MadeUpServers((arm, pair, _) =>
            MadeTrials.Run(arm, 300 * MadeTrials.MiB, workers: 2 + pair));
        var result = await MadeTrials.Trial(MadeTrials.Plan(seed: 1), servers).RunAsync(default);

        Assert.Equal('A', servers.Order[0]);
        Assert.Equal(64 * MadeTrials.MiB, result.Arms[0].Predicted!.HighBytes);
    }
}
