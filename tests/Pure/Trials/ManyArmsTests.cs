using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Trials;
using Lowtide.Trials.Arms;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>Blocks of several arms: their order, and each held against the baseline of its own block.</summary>
public sealed class ManyArmsTests
{
    private static readonly TrialPlan Plan = MadeTrials.Plan(pairs: 8) with { Arms = [MadeTrials.Setting("lean"), MadeTrials.Setting("same"),
        MadeTrials.Setting("fat")] };

    [Fact]
    public async Task Each_arm_is_held_against_the_baseline_of_its_block()
    {
        // The machine drifts by far more than the arms differ: only within a block can they be told apart.
        var servers = new MadeUpServers((arm, block, start) => MadeTrials.Run(
            arm, (100 + 40 * block) * MadeTrials.MiB * (arm.Name switch { "lean" => 0.9, "fat" => 1.1, _ => 1 + 0.0001 * (start % 3) })));
        var result = await MadeTrials.Trial(Plan, servers).RunAsync(default);
        Assert.Equal(
            [Verdict.Better, Verdict.Equivalent, Verdict.Worse],
            result.Arms.Select(arm => arm.Primary.Verdict.Verdict));
        Assert.Equal(["lean", "same", "fat"], result.Arms.Select(arm => arm.Arm.Name));
        Assert.Equal(0.9, result.Arms[0].Primary.Verdict.Effect.Estimate!.Value, 3);
    }

    [Fact]
    public async Task A_block_is_every_arm_once_in_an_order_of_its_own()
    {
        var servers = new MadeUpServers((arm, _, _) => MadeTrials.Run(arm, 100 * MadeTrials.MiB));
        await MadeTrials.Trial(Plan, servers).RunAsync(default);
        var orders = servers.Starts.Chunk(4).Select(block => string.Join(' ', block.Select(start => start.Arm))).ToList();
        Assert.All(servers.Starts.Chunk(4), block => Assert.Equal(["baseline", "fat", "lean", "same"], block.Select(start => start.Arm).Order()));
        Assert.True(orders.Distinct().Count() > 4, string.Join(", ", orders));
        Assert.Equal(Enumerable.Range(0, 32).Select(start => start / 4), servers.Starts.Select(start => start.Pair));
    }

    [Fact]
    public void Three_arms_share_alpha_so_that_six_pairs_could_claim_nothing()
    {
        Assert.Equal(7, Plan.Design.PilotPairs); // 2/2^7 < 0.05/3
        Assert.Equal(6, MadeTrials.Plan().Design.PilotPairs);
    }

    [Theory]
    [InlineData("same", "with same, before any start without it: no luck")]
    [InlineData("baseline", "no luck")]
    public async Task The_arm_whose_first_start_fails_is_named(string fails, string why)
    {
        var servers = new MadeUpServers((arm, _, _) => arm.Name == fails ? throw new Failure("no luck") : MadeTrials.Run(arm, 100 * MadeTrials.MiB));
        Assert.Equal(why, (await Assert.ThrowsAsync<TrialStopped>(() => MadeTrials.Trial(Plan, servers).RunAsync(default))).Message);
    }

    [Fact]
    public async Task A_remedy_that_is_on_in_the_baseline_is_named()
    {
        var plan = Plan with { Arms = [MadeTrials.Setting("plain"), Arm.Of([MadeTrials.Remedy])] };
        var servers = new MadeUpServers((arm, _, _) => MadeTrials.Run(arm, 100 * MadeTrials.MiB, on: true));
        var stopped = await Assert.ThrowsAsync<TrialStopped>(() => MadeTrials.Trial(plan, servers).RunAsync(default));
        Assert.StartsWith($"{MadeTrials.Remedy} is on in the baseline as well", stopped.Message);
    }
}
