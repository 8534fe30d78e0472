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

    /// <summary>It counted as settled, in the sentence that people act on too.</summary>
    [Theory]
    [InlineData(10, "a load of 18 s or more would show it")]
    [InlineData(1, "--settle 10s and a load of 18 s or more would show it")]
    public async Task That_nobody_can_tell_is_in_the_claim_the_notes_and_the_document(int settle, string mend)
    {
        const string Claim = "Whether it stays so cannot be told";
        var unknown = await ToldAsync(settled: null, settle);
        Assert.Contains(Claim, TrialConclusion.Of(unknown), StringComparison.Ordinal);
        var note = Assert.Single(TrialNotes.Of(unknown), note => note.StartsWith(
            $"Whether memory had settled cannot be told in 6 of 6 runs of {MadeTrials.Remedy}:", StringComparison.Ordinal));
        Assert.Contains(mend, note, StringComparison.Ordinal);
        Assert.Null(TrialDocument.Of(unknown, null).Arms[0].MemorySettled);

        var settled = await ToldAsync(settled: true, settle);
        Assert.DoesNotContain(Claim, TrialConclusion.Of(settled), StringComparison.Ordinal);
        Assert.DoesNotContain(TrialNotes.Of(settled), note => note.Contains("settled", StringComparison.Ordinal));
        Assert.True(TrialDocument.Of(settled, null).Arms[0].MemorySettled);
        Assert.False(TrialDocument.Of(await ToldAsync(settled: false, settle), null).Arms[0].MemorySettled);
    }

    /// <summary>Memory that was watched and not read once: the figure is that of one look. Runs from before it was watched say nothing.</summary>
    [Fact]
    public async Task One_look_tells_nothing_of_settling()
    {
        Assert.Contains("cannot be told", TrialConclusion.Of(await LookedAtAsync([])), StringComparison.Ordinal);
        Assert.DoesNotContain("cannot be told", TrialConclusion.Of(await LookedAtAsync(null)), StringComparison.Ordinal);
    }

    private static Task<TrialResult> LookedAtAsync(IReadOnlyList<MemoryPoint>? memory) => MadeTrials.Trial(MadeTrials.Plan(pairs: 6), new MadeUpServers(
        (arm, _, _) => MadeTrials.Run(arm, (arm.IsBaseline ? 100 : 90) * MadeTrials.MiB, memory: memory))).RunAsync(default);

    private static Task<TrialResult> ToldAsync(bool? settled, int settle) => MadeTrials.Trial(
        MadeTrials.Plan(pairs: 6) with { Settle = TimeSpan.FromSeconds(settle) }, new MadeUpServers((arm, _, _) =>
        {
            var bytes = (arm.IsBaseline ? 100 : 90) * MadeTrials.MiB;
            return MadeTrials.Run(arm, bytes) with { Steady = new SteadyMemory(20, 30, bytes, bytes, 0, arm.IsBaseline ? true : settled) };
        })).RunAsync(default);

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
