using Lowtide.Recordings;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Runs;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>What a trial takes from what a .NET runtime told.</summary>
public sealed class ServedPausesTests
{
    [Fact]
    public void Pauses_are_summed_ranked_and_counted()
    {
        DotNetPause[] pauses = [.. Enumerable.Range(1, 101).Select(number => new DotNetPause(number, number / 1000.0)),
            new DotNetPause(200, 5) { TellsSurvivors = true }];
        var served = ServedPauses.Of(Trace(pauses, Collection(0), Collection(2), Collection(1), Collection(2)));
        Assert.Equal(5.151 / 100, served.Share, 1e-9);
        Assert.Equal(0.1, served.P99Seconds!.Value, 1e-9);
        Assert.Equal((0.101, 2), (served.LongestSeconds, served.FullCollections));
    }

    [Fact]
    public void Where_none_was_there_is_no_longest() =>
        Assert.Equal(new ServedPauses(0, null, null, 0), ServedPauses.Of(Trace([])));

    [Fact]
    public void A_metric_says_why_a_run_has_none()
    {
        var run = MadeTrials.Run(Lowtide.Trials.Arms.Arm.Baseline, 100) with { NoPauses = "the server is no .NET program" };
        foreach (var name in (string[])["gc_pause_share", "gc_pause_p99_seconds", "gc_pause_max_seconds", "full_collections"])
        {
            var metric = TrialMetrics.Find(name)!;
            Assert.Equal((null, "the server is no .NET program"), (metric.Of(run), metric.WhyUnread(run)));
            Assert.NotNull(metric.Of(run with { Pauses = new ServedPauses(0.1, 0.2, 0.3, 4), NoPauses = null }));
        }
    }

    private static DotNetTrace Trace(IReadOnlyList<DotNetPause> pauses, params DotNetCollection[] collections) =>
        new(1, 0, 100, collections, pauses, null, null, [], null, 0, MethodsNamed: false);

    private static DotNetCollection Collection(int generation) => new(
        1, generation, CollectionKind.Blocking, CollectionReason.AllocSmall, 0, 0, 0, 0, null, null, null, null, null, null, null);
}
