using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Trials.Loads;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>What was not read is null, and never a pass.</summary>
public sealed class UnreadMetricsTests
{
    private static readonly LoadReport Nothing = new(null, null, null, null, null, null, null);

    [Fact]
    public async Task A_metric_that_no_pair_has_is_left_out_and_ends_no_sequence()
    {
        var servers = new MadeUpServers((arm, pair, _) => MadeTrials.Run(arm, 100 * MadeTrials.MiB, Nothing));
        var result = await MadeTrials.Trial(MadeTrials.Plan(), servers).RunAsync(default);
        Assert.Equal(["pss_bytes", "private_bytes", "ready_seconds", "stop_seconds"], result.Arms[0].Metrics.Select(metric => metric.Metric.Name));
        Assert.All(result.Arms[0].Others, metric => Assert.Equal(6, metric.Verdict.LeastPairs)); // each at the whole of 0.05
    }

    [Fact]
    public async Task A_pair_with_a_hole_counts_for_the_metrics_that_it_has()
    {
        // Pair 3 lacks the rate of one arm, pair 4 that of the other; both are far off.
        var servers = new MadeUpServers((arm, pair, _) => MadeTrials.Run(arm, 100 * MadeTrials.MiB,
            (pair, arm.Name) is (2, "baseline") or (3, MadeTrials.Remedy) ? Nothing : pair is 2 or 3 ? Rate(9000) : Rate(500)));
        var result = await MadeTrials.Trial(MadeTrials.Plan(pairs: 8), servers).RunAsync(default);
        var rate = result.Arms[0].Metrics.Single(metric => metric.Metric.Name == "requests_per_second");
        Assert.Equal((6, 1.0, 500.0), (rate.Verdict.Effect.Pairs, rate.Verdict.Effect.Estimate, rate.Baseline));
        Assert.Equal(8, result.Arms[0].Primary.Verdict.Effect.Pairs);
        Assert.Equal(Verdict.Equivalent, rate.Verdict.Verdict); // by the six pairs that have both
    }

    [Fact]
    public async Task A_primary_metric_that_is_lost_after_the_first_pair_is_undecided()
    {
        var servers = new MadeUpServers((arm, pair, _) =>
            MadeTrials.Run(arm, pair == 0 ? (arm.Remedies.Count > 0 ? 10 : 100) * MadeTrials.MiB : null));
        var result = await MadeTrials.Trial(MadeTrials.Plan(), servers).RunAsync(default);
        Assert.Equal((Verdict.Undecided, 1), (result.Arms[0].Primary.Verdict.Verdict, result.Arms[0].Primary.Verdict.Effect.Pairs));
        Assert.Null(result.Arms[0].Primary.Verdict.Effect.Interval);
    }

    [Fact]
    public async Task A_zero_leaves_a_ratio_without_a_verdict()
    {
        var servers = new MadeUpServers((arm, pair, _) => MadeTrials.Run(arm, 100 * MadeTrials.MiB, Rate(pair == 5 ? 0 : 500)));
        var result = await MadeTrials.Trial(MadeTrials.Plan(pairs: 12), servers).RunAsync(default);
        var rate = result.Arms[0].Metrics.Single(metric => metric.Metric.Name == "requests_per_second");
        Assert.Equal((Verdict.Undecided, EffectGap.NotPositive), (rate.Verdict.Verdict, rate.Verdict.Effect.Gap));
    }

    private static LoadReport Rate(double rate) => Nothing with { RequestsPerSecond = rate };
}
