using Lowtide.Reports.Trials;
using Lowtide.Trials.Runs;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>What somebody at a terminal sees of a trial that runs: each arm's values, never their difference.</summary>
public sealed class TrialLiveLinesTests
{
    private static readonly RunView Loading = new(MadeTrials.Remedy, 2, RunPhase.Loading, 12.4, 20, 340 * MadeTrials.MiB);

    [Fact]
    public async Task At_eighty_columns() => Assert.Equal(
        """

        memory (PSS) of each arm so far: shown, not decided
        ARM                 RUNS     LAST   MEDIAN    LEAST     MOST
        baseline               3  340 MiB  320 MiB  300 MiB  340 MiB
        malloc.arena-max-2     3  290 MiB  270 MiB  250 MiB  290 MiB
        pair 3 of 6, malloc.arena-max-2: loading, 62% of about 20 s; 340 MiB (PSS) now
        about 4 min to go
        """, await ShownAsync(80, Loading));

    [Fact]
    public async Task At_forty_columns() => Assert.Equal(
        """

        memory (PSS) of each arm so far: shown, 
        ARM                    LAST   MEDIAN
        baseline            340 MiB  320 MiB
        malloc.arena-max-2  290 MiB  270 MiB
        pair 3 of 6, malloc.arena-max-2: loading
        about 4 min to go
        """, await ShownAsync(40, Loading));

    /// <summary>A load that takes longer than the ones before has no share; nor has one that is the first.</summary>
    [Theory]
    [InlineData(20.2, 20.0)]
    [InlineData(20.2, null)]
    public async Task No_share_that_is_not_known(double seconds, double? usual) =>
        Assert.Contains(": loading, 20 s; 340 MiB", await ShownAsync(120, Loading with { Seconds = seconds, UsualSeconds = usual }));

    [Fact]
    public async Task Before_anything_is_known() =>
        Assert.Contains("starting, 0 s\n", await ShownAsync(120, Loading with { Phase = RunPhase.Starting, Seconds = 0.2, PssBytes = null }, runs: 0));

    private static async Task<string> ShownAsync(int columns, RunView now, int runs = 3)
    {
        var servers = new MadeUpServers((arm, pair, _) => MadeTrials.Run(arm, (arm.IsBaseline ? 300 : 250) * MadeTrials.MiB + (pair * 20 * MadeTrials.MiB)));
        var plan = MadeTrials.Plan();
        var facts = (await MadeTrials.Trial(plan, servers).RunAsync(default)).Facts;
        var shown = facts.Runs.Where(run => run.Block < runs).ToList();
        var lines = TrialLiveLines.Of(plan, shown, now, 6, "about 4 min to go", interrupted: false, columns);
        return string.Join('\n', lines.Select(line => line.Cut(columns).Text));
    }
}
