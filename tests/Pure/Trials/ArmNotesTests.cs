using Lowtide.Reports.Trials;
using Lowtide.Trials;
using Lowtide.Trials.Results;

namespace Lowtide.Tests.Pure.Trials;

public sealed class ArmNotesTests
{
    /// <summary>
    /// Preloading and preloading with a freeze gained the same in a trial of 800 requests, and 107 MiB apart live: the collection that tells them apart
    /// had not come yet, and the trial said nothing of it.
    /// </summary>
    [Fact]
    public async Task A_collection_that_is_still_to_come_is_said()
    {
        var result = await MadeTrials.Trial(MadeTrials.Plan(pairs: 6), new MadeUpServers((arm, _, _) => MadeTrials.Run(arm,
            100 * MadeTrials.MiB))).RunAsync(CancellationToken.None);
        Assert.DoesNotContain(ArmNotes.Of(result.Arms[0], result), note => note.Contains("full collection", StringComparison.Ordinal));

        var facts = result.Facts with
        {
            Blocks = [.. result.Facts.Blocks.Select((block, index) => new Block(block.Runs.ToDictionary(
                run => run.Key, run => run.Value with { FullCollectionComing = run.Key != "baseline" || index == 0 })))],
        };
        var later = TrialResult.Of(facts);
        Assert.Contains(
            "A full collection was still to come at the end of 1 of 6 runs of the baseline and 6 of 6 with it: it copies what is shared until then, "
                + "which a longer load shows.", ArmNotes.Of(later.Arms[0], later));
    }
}
