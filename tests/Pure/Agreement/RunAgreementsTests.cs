using Lowtide.Reports.Trials;
using Lowtide.Tests.Pure.DotNet;
using Lowtide.Tests.Pure.Trials;

namespace Lowtide.Tests.Pure.Agreement;

/// <summary>Runs of a trial in which the runtime counted what it did not tell: both figures are kept with the run, and the trial says so first.</summary>
public sealed class RunAgreementsTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(665)]
    public async Task Collections_that_were_not_told_in_some_runs(long missing)
    {
        var heard = MadeTraces.Trace() with { CountedCollections = 968, MissingCollections = missing };
        var servers = new MadeUpServers((arm, pair, _) => MadeTrials.Run(arm, 100 * MadeTrials.MiB) with { Heard = pair < 2 ? null : heard });
        var ended = await MadeTrials.Trial(MadeTrials.Plan(), servers).RunAsync(default);
        var about = TrialReport.Of(ended, "x.jsonl").About;
        if (missing == 0)
            Assert.Empty(about);
        else
            Assert.Equal(
                "Careful: in 8 of 12 runs what was read is not what others count. First in pair 3 of baseline: 303 of 968 collections that the runtime "
                    + "counted were told: pauses and counts are too low. Another tool may listen to it, or events were dropped.",
                Assert.Single(about));
        var runs = TrialDocument.Of(ended, null).Runs;
        Assert.All(runs.Take(4), run => Assert.DoesNotContain(run.Agreements!, figure => figure.Name == "dotnet_collections"));
        Assert.All(runs.Skip(4), run => Assert.Equal(
            (968 - missing, 968L),
            run.Agreements!.Where(figure => figure.Name == "dotnet_collections").Select(figure => (figure.Told, figure.Counted)).Single()));
    }
}
