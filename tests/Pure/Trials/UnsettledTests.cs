using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Reports.Trials;
using Lowtide.Trials.Results;
using Lowtide.Trials.Runs;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>Memory that still moved at the end of the load: the interval and the verdict allow for as much again.</summary>
public sealed class UnsettledTests
{
    [Theory]
    [InlineData(0, Verdict.Better)]
    [InlineData(2, Verdict.Better)]
    [InlineData(15, Verdict.Undecided)]
    public async Task A_verdict_needs_what_was_measured_and_as_much_again(int drift, Verdict verdict)
    {
        var arm = (await RunAsync(drift)).Arms[0];
        Assert.Equal(verdict, arm.Primary.Verdict.Verdict);
        var interval = arm.Primary.Verdict.Effect.Interval!;
        Assert.Equal(0.9, arm.Primary.Verdict.Effect.Estimate!.Value, 3);
        Assert.Equal((0.9, 0.9 + (drift / 100.0)), (Math.Round(interval.Low, 3), Math.Round(interval.High, 3)));
        // Arm less baseline, and baseline less arm.
        var (inUnits, saving) = (arm.Primary.InUnits.Interval!.High, arm.Saving.Interval!.Low);
        Assert.Equal((-10 + drift, 10 - drift), (Math.Round(inUnits / MadeTrials.MiB), Math.Round(saving / MadeTrials.MiB)));
    }

    [Fact]
    public async Task It_is_said_of_the_runs_that_moved()
    {
        Assert.Contains(
            TrialNotes.Of(await RunAsync(15)),
            note => note.StartsWith($"Memory had not settled in 6 of 6 runs of {MadeTrials.Remedy}:", StringComparison.Ordinal));
        Assert.DoesNotContain(TrialNotes.Of(await RunAsync(0)), note => note.Contains("settled", StringComparison.Ordinal));
    }

    private static Task<TrialResult> RunAsync(int drift) => MadeTrials.Trial(MadeTrials.Plan(pairs: 6), new MadeUpServers((arm, _, _) =>
    {
        var bytes = (arm.IsBaseline ? 100 : 90) * MadeTrials.MiB;
        var moves = !arm.IsBaseline && drift > 0;
        return MadeTrials.Run(arm, bytes) with
        {
            Steady = new SteadyMemory(20, 30, bytes, bytes, moves ? drift * MadeTrials.MiB : 0, IsSettled: !moves),
        };
    })).RunAsync(default);
}
