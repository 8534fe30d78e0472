using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Planning;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Tests.Pure.Statistics;
using Lowtide.Trials.Loads;
using Lowtide.Trials.Metrics;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>How many pairs a trial runs, and how many more it asks for.</summary>
public sealed class TrialPairsTests
{
    [Theory]
    [InlineData(0.001, 6, "6 done of 6 True")]
    [InlineData(0.02, 20, "6 done of 20 False")]
    public async Task The_pilots_spread_says_how_many_pairs(double sd, int pairs, string planned)
    {
        var listener = new Listener();
        var trial = MadeTrials.Trial(MadeTrials.Plan(pairs: null), Noisy(sd, ratio: 1), listener);
        var result = await trial.RunAsync(default);
        Assert.Equal((pairs, pairs), (result.Pairs, trial.PairsWanted));
        Assert.Equal(["pair 0 of 6", planned], [listener.Heard[0], listener.Heard.Single(heard => heard.StartsWith("6 done"))]);
        Assert.Equal(planned.EndsWith("True"), result.Course.ReachesPower);
    }

    [Fact]
    public async Task Only_the_spread_counts_and_never_the_size_of_the_effect()
    {
        var same = await MadeTrials.Trial(MadeTrials.Plan(pairs: null), Noisy(0.003, ratio: 1)).RunAsync(default);
        var third = await MadeTrials.Trial(MadeTrials.Plan(pairs: null), Noisy(0.003, ratio: 0.3)).RunAsync(default);
        Assert.InRange(same.Pairs, 7, 19);
        Assert.Equal(same.Pairs, third.Pairs);
    }

    [Fact]
    public async Task A_wider_margin_needs_fewer_pairs()
    {
        var wide = MadeTrials.Plan(pairs: null) with { Margins = new Dictionary<string, double> { ["pss_bytes"] = 0.1 }, Effect = 0.2 };
        Assert.Equal(6, (await MadeTrials.Trial(wide, Noisy(0.02, ratio: 1)).RunAsync(default)).Pairs);
    }

    [Fact]
    public async Task Pairs_that_the_user_named_are_run_whatever_the_spread()
    {
        var listener = new Listener();
        var result = await MadeTrials.Trial(MadeTrials.Plan(pairs: 3), Noisy(0.5, ratio: 1), listener).RunAsync(default);
        Assert.Equal(3, result.Pairs);
        Assert.All(listener.Heard.Where(heard => heard.Contains("done")), heard => Assert.EndsWith("done of 3 True", heard));
        Assert.Equal((Verdict.Undecided, EffectGap.TooFewPairs), (result.Arms[0].Primary.Verdict.Verdict, result.Arms[0].Primary.Verdict.Effect.Gap));
    }

    /// <summary>A metric compared by differences is planned for its margin: a second, here against a spread of none and of much.</summary>
    [Theory]
    [InlineData(0.0, 6)]
    [InlineData(5.0, 20)]
    public async Task Seconds_to_stop_are_planned_by_differences(double spread, int pairs)
    {
        var draws = new Draws(5);
        var servers = new MadeUpServers((arm, pair, _) => MadeTrials.Run(
            arm, 100 * MadeTrials.MiB, stop: 20 + spread * draws.Normal()));
        var result = await MadeTrials.Trial(MadeTrials.Plan(pairs: null, primary: "stop_seconds"), servers).RunAsync(default);
        Assert.Equal(pairs, result.Pairs);
    }

    /// <summary>
    /// The whole of it, with the pilot's choice among the numbers of pairs: looking at the spread first must not buy
    /// false claims. Skewed noise is where spread and mean hang together.
    /// </summary>
    [Theory]
    [InlineData("normal")]
    [InlineData("skewed")]
    public async Task AA_trials_with_a_pilot_claim_no_more_often_than_alpha(string shape)
    {
        const int trials = 1500;
        var draws = new Draws(11);
        var servers = new MadeUpServers((arm, pair, _) => MadeTrials.Run(arm,
            100 * MadeTrials.MiB * Math.Exp(0.006 * (shape == "normal" ? draws.Normal() : draws.Exponential()))));
        var (claims, pairs) = (0, new HashSet<int>());
        for (var trial = 0; trial < trials; trial++)
        {
            var result = await MadeTrials.Trial(MadeTrials.Plan((ulong)trial, pairs: null), servers).RunAsync(default);
            pairs.Add(result.Pairs);
            if (result.Arms[0].Primary.Verdict.Verdict is Verdict.Better or Verdict.Worse)
                claims++;
        }

        Rate.NotAbove(0.05, claims, trials);
        Assert.True(pairs.Count > 5, "the pilot always chose alike: this simulation could not show a fault");
    }

    [Fact]
    public async Task An_undecided_metric_says_how_many_pairs_its_own_spread_asks_for()
    {
        // 20 times the margin of spread: hundreds of pairs; the primary has none of it.
        var result = await MadeTrials.Trial(MadeTrials.Plan(pairs: 6), Noisy(0.0001, ratio: 0.8, rateSd: 0.5)).RunAsync(default);
        var rate = result.Arms[0].Metrics.Single(metric => metric.Metric.Name == "requests_per_second");
        Assert.Equal(Verdict.Undecided, rate.Verdict.Verdict);
        Assert.True(rate.PairsNeeded > 60, $"{rate.PairsNeeded}");

        // Clear, and six pairs say so of each in its turn.
        var memory = result.Arms[0].Metrics.Single(metric => metric.Metric.Name == "private_bytes");
        Assert.Equal((Verdict.Better, 6), (memory.Verdict.Verdict, memory.PairsNeeded));
        Assert.Equal((Verdict.Better, 6), (result.Arms[0].Primary.Verdict.Verdict, result.Arms[0].Primary.PairsNeeded));
    }

    [Fact]
    public async Task One_pair_tells_nothing_of_how_many_are_needed()
    {
        var result = await MadeTrials.Trial(MadeTrials.Plan(pairs: 1), Noisy(0.01, ratio: 0.8)).RunAsync(default);
        Assert.All(result.Arms[0].Metrics, metric => Assert.Null(metric.PairsNeeded));
    }

    /// <summary>
    /// What it asks for is enough and not much more: of trials of that many pairs 90% decide. Nothing changes, the margin
    /// is 5%, and the bound of the spread that the twelve pairs show is the true spread, 5%.
    /// </summary>
    [Fact]
    public void As_many_pairs_as_are_asked_for_decide()
    {
        const int trials = 1000;
        const double sd = 0.05;
        var metric = TrialMetrics.Find("requests_per_second")!;
        var each = sd / new PilotSpread(12, 1).UpperSd() * Math.Sqrt(11.0 / 12);
        var shown = new PairedMetric(
            "", metric.Scale, metric.Margin, metric.BetterWhen, [.. Enumerable.Repeat(500.0, 12)],
            [.. Enumerable.Range(0, 12).Select(pair => 500 * Math.Exp(pair % 2 == 0 ? each : -each))]);
        var needed = PairsToDecide.Of(shown, alpha: 0.01, least: 8)!.Value;

        var draws = new Draws(3);
        var decided = Enumerable.Range(0, trials).Count(_ =>
        {
            var paired = new PairedMetric(
                "", metric.Scale, metric.Margin, metric.BetterWhen, [.. Arm(needed)], [.. Arm(needed)]);
            return TrialDecision.Of([new ArmMetrics("", paired, [])], alpha: 0.01).Arms[0].Primary.Verdict != Verdict.Undecided;
        });
        Rate.NotBelow(0.87, decided, trials);
        Rate.NotAbove(0.94, decided, trials);

        double[] Arm(int count) => draws.Many(count, one => 500 * Math.Exp(sd / Math.Sqrt(2) * one.Normal()));
    }

    private static MadeUpServers Noisy(double sd, double ratio, double rateSd = 0.001)
    {
        var draws = new Draws(4);
        return new((arm, pair, _) => MadeTrials.Run(
            arm, 100 * MadeTrials.MiB * (arm.Remedies.Count > 0 ? ratio : 1) * Math.Exp(sd * draws.Normal()),
            new LoadReport(1000, 0, 500 * Math.Exp(rateSd * draws.Normal()), 0.01, 0.05, null, null)));
    }
}
