using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Recordings;
using Lowtide.Reports.Trials;
using Lowtide.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Results;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>A run that something else disturbed is named and counted, and whether it matters is told.</summary>
public sealed class DisturbedRunsTests
{
    private static readonly HostActivity Quiet = new(10, 2, 0.1, null, 0, null, 0, 0, 0, 0, 0, 0, null, 0.003);

    private static readonly HostActivity Busy = Quiet with { OtherCpuSeconds = 10, Busiest = new(7, "make", 9) };

    [Fact]
    public async Task Without_any_nothing_is_said()
    {
        var result = await RunAsync(pairs: 6, (_, _) => Quiet);
        Assert.Equal((0, 6), (result.Disturbed.Runs.Count, result.Disturbed.PairsLeft));
        Assert.DoesNotContain(TrialNotes.Of(result), note => note.Contains("Something disturbed", StringComparison.Ordinal));
    }

    [Fact]
    public async Task One_of_many_counts_is_named_and_changes_nothing()
    {
        var result = await RunAsync(pairs: 8, (arm, block) => block == 2 && arm.IsBaseline ? Busy : Quiet);
        Assert.Equal((8, Verdict.Better), (result.Arms[0].Primary.Verdict.Effect.Pairs, result.Arms[0].Primary.Verdict.Verdict));
        Assert.Equal("other-load", Assert.Single(Assert.Single(result.Disturbed.Runs).Disturbances).Id);
        Assert.Equal(
            "Something disturbed 1 of 16 runs, which count all the same. Pair 3 (baseline): other processes took 50% of the CPU time, "
                + "make (7) the most: 9.0 s. The 7 undisturbed pairs alone give the same verdict.",
            Note(result));
    }

    [Fact]
    public async Task A_verdict_that_hangs_on_them_is_told_so()
    {
        var result = await RunAsync(pairs: 6, (arm, block) => block < 4 && !arm.IsBaseline
            ? Busy with { OtherCpuSeconds = block == 1 ? 18 : 10 } : Quiet);
        Assert.Equal(Verdict.Better, result.Arms[0].Primary.Verdict.Verdict);
        Assert.Equal([Verdict.Undecided], result.Disturbed.VerdictsWithout!);
        Assert.EndsWith(
            $" In 4 runs, at worst in pair 2 ({MadeTrials.Remedy}): other processes took 90% of the CPU time, make (7) the most: 9.0 s. "
                + "2 undisturbed pairs are too few to decide alone.",
            Note(result));
    }

    [Fact]
    public async Task One_that_would_be_another_without_them_is_told_so()
    {
        var result = await RunAsync(pairs: 8, (arm, block) => block == 2 && arm.IsBaseline ? Busy : Quiet);
        result = result with { Disturbed = result.Disturbed with { VerdictsWithout = [Verdict.Undecided] } };
        Assert.EndsWith(
            $" The 7 undisturbed pairs alone give undecided instead of better for {MadeTrials.Remedy}.", Note(result));
    }

    [Fact]
    public async Task Where_all_are_disturbed_nobody_claims_to_know()
    {
        var result = await RunAsync(pairs: 6, (_, _) => Busy);
        Assert.Equal((12, 0, null), (result.Disturbed.Runs.Count, result.Disturbed.PairsLeft, result.Disturbed.VerdictsWithout));
        Assert.Contains("No pair was undisturbed", Note(result), StringComparison.Ordinal);
    }

    /// <summary>However many runs are disturbed, a sentence for each kind of it.</summary>
    [Fact]
    public async Task Many_are_told_by_what_disturbed_them()
    {
        var result = await RunAsync(pairs: 20, (_, block) => Quiet with { OtherCpuSeconds = 2 + 0.1 * block, StealSeconds = block < 3 ? 2 + block : 0 });
        Assert.Equal(
            "Something disturbed 40 of 40 runs, which count all the same. "
                + "In 40 runs, at worst in pair 20 (baseline): other processes took 20% of the CPU time. "
                + "In 6 runs, at worst in pair 3 (baseline): the virtual machine's host kept 20% of its CPU time for others. "
                + "No pair was undisturbed: try again on a quieter machine.",
            Note(result));
    }

    /// <summary>The remedy's own traffic of memory is no neighbour.</summary>
    [Fact]
    public async Task Slow_memory_is_told_within_an_arm()
    {
        var result = await RunAsync(pairs: 6, (arm, block) =>
            Quiet with { MemorySweepSeconds = (arm.IsBaseline ? 0.006 : 0.003) * (block == 4 ? 1.2 : 1) });
        Assert.Equal([(4, "baseline"), (4, MadeTrials.Remedy)], result.Disturbed.Runs.Select(run => (run.Run.Block, run.Run.Arm)));
        Assert.All(result.Disturbed.Runs, run => Assert.Equal("slow-memory", Assert.Single(run.Disturbances).Id));
    }

    /// <summary>Seen of .NET services beside a build: with the same runtime's files mapped elsewhere, 120 MiB instead of 144.</summary>
    [Fact]
    public async Task Files_that_others_map_too_are_told_within_an_arm()
    {
        var quiet = await RunAsync(pairs: 6, (_, _) => Quiet);
        var runs = quiet.Facts.Blocks.Select((block, number) => new Block(quiet.Plan.AllArms.ToDictionary(arm => arm.Name, arm => block[arm] with
        {
            FilePssBytes = (arm.IsBaseline ? 40 : 20) * MadeTrials.MiB - (number == 2 && arm.IsBaseline ? 24 * MadeTrials.MiB : number * 1000),
        })));
        var result = TrialResult.Of(quiet.Facts with { Blocks = [.. runs] });
        var disturbed = Assert.Single(result.Disturbed.Runs);
        Assert.Equal((2, "baseline", 5), (disturbed.Run.Block, disturbed.Run.Arm, result.Disturbed.PairsLeft));
        Assert.Contains("Pair 3 (baseline): 24 MiB less of its libraries counted in PSS", Note(result));
    }

    private static string Note(TrialResult result) =>
        Assert.Single(TrialNotes.Of(result), note => note.Contains("Something disturbed", StringComparison.Ordinal));

    private static Task<TrialResult> RunAsync(int pairs, Func<Arm, int, HostActivity> activity) => MadeTrials.Trial(
        MadeTrials.Plan(pairs: pairs),
        new MadeUpServers((arm, block, start) => MadeTrials.Run(
            arm, (arm.IsBaseline ? 100 : 80) * MadeTrials.MiB * (1 + (0.001 * (start % 3))), activity: activity(arm, block)))).RunAsync(default);
}
