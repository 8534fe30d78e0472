using System.Text.RegularExpressions;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Trials;
using Lowtide.Tests.Pure.Reports;
using Lowtide.Tests.Pure.Statistics;
using Lowtide.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Loads;
using Lowtide.Trials.Results;
using Lowtide.Trials.Runs;
using Lowtide.Writing;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>What a person reads, on a terminal of 80 columns and in a pipe.</summary>
public sealed class TrialReportTests
{
    [Theory]
    [InlineData("better", 0.8)]
    [InlineData("worse", 1.1)]
    [InlineData("equivalent", 1)]
    public async Task A_clear_case(string snapshot, double ratio) => Same(snapshot, await EndedAsync(Steady(ratio)));

    [Fact]
    public async Task Without_enough_pairs() => Same("too-few-pairs", await EndedAsync(Steady(0.8), MadeTrials.Plan(pairs: 2)));

    /// <summary>A start that failed, one that was killed, an effect not read, unequal loads and families, zeros, much noise.</summary>
    [Fact]
    public async Task Whatever_is_wrong_is_said()
    {
        var draws = new Draws(1);
        var servers = new MadeUpServers((arm, pair, start) => start == 3
            ? throw new Failure("the server ended under the load; its last words:\n    line")
            : MadeTrials.Run(arm, 100 * MadeTrials.MiB * Math.Exp(0.3 * draws.Normal()),
                new LoadReport(3990 + start, 0, start == 5 ? 0 : 500, 0.01, null, null, null), readable: start != 8,
                killed: start == 9, workers: start == 11 ? 1 : 2));
        Same("much-wrong", await EndedAsync(servers, MadeTrials.Plan() with { StopGrace = TimeSpan.FromSeconds(2) }));
    }

    [Fact]
    public async Task Details_have_every_margin_and_what_it_brings() =>
        Same("details", await EndedAsync(Steady(0.8)), details: true);

    /// <summary>What a limit is set by: it stood among the details alone.</summary>
    [Fact]
    public async Task The_most_memory_at_once_stands_below_the_mean()
    {
        var lines = (await ShownAsync(100, new((arm, _, _) => Rising(arm, arm.IsBaseline ? 1 : 0.8)))).Split('\n').ToList();
        var mean = lines.FindIndex(line => line.StartsWith("memory (PSS), decides", StringComparison.Ordinal));
        Assert.Matches(@"^most at once \(PSS\) +130 MiB +83 MiB +-36\.0% +-36\.0 to -36\.0% +-$", lines[mean + 1].TrimEnd());
    }

    [Fact]
    public async Task The_most_memory_at_once_of_each_of_several_arms_is_a_column()
    {
        var plan = MadeTrials.Plan(pairs: 8) with { Arms = [MadeTrials.Setting("lean"), MadeTrials.Setting("fat")] };
        var lines = (await ShownAsync(100, new((arm, _, _) => Rising(arm, arm.Name switch { "lean" => 0.9, "fat" => 1.1, _ => 1 })), plan)).Split('\n');
        Assert.All(
            ["ARM .* MOST AT ONCE ", "baseline +100 MiB .* 130 MiB ", "lean +90 MiB .* 105 MiB ", "fat +110 MiB .* 157 MiB "],
            row => Assert.Contains(lines, line => Regex.IsMatch(line, $"^{row}", RegexOptions.NonBacktracking)));
    }

    /// <summary>Several arms end in one table, a row each, the best first.</summary>
    [Fact]
    public async Task Arms_beside_each_other()
    {
        var servers = new MadeUpServers((arm, _, start) => MadeTrials.Run(
            arm, 100 * MadeTrials.MiB * (arm.Name switch { "lean" => 0.9, "fat" => 1.1, _ => 1 + 0.0001 * (start % 3) }),
            new LoadReport(40, 0, 2.5, (arm.Name == "lean" ? 1.32 : 1.2) + 0.001 * (start % 3), 4.1, null, null)));
        var plan = MadeTrials.Plan(pairs: 8) with { Arms = [MadeTrials.Setting("lean"), MadeTrials.Setting("same"), MadeTrials.Setting("fat")] };
        Same("three-arms", await EndedAsync(servers, plan));
    }

    /// <summary>Each is held against the baseline, and not against the other.</summary>
    [Theory]
    [InlineData(0.81, true)]
    [InlineData(0.6, false)]
    public async Task Which_of_two_arms_that_overlap_is_better_is_not_claimed(double other, bool overlaps)
    {
        var plan = MadeTrials.Plan(pairs: 8) with { Arms = [MadeTrials.Setting("one"), MadeTrials.Setting("other")] };
        var shown = await ShownAsync(1000, new MadeUpServers((arm, pair, start) => MadeTrials.Run(
            arm, (arm.Name switch { "one" => 0.8, "other" => other, _ => 1 }) * (100 + (3 * ((start + pair) % 4))) * MadeTrials.MiB)), plan);
        Assert.Contains(overlaps ? "one saves" : "other saves", shown);
        Assert.Equal(overlaps, shown.Contains("Its interval meets that of other: which of them is better, this trial does not tell"));
    }

    /// <summary>What latencies are of, and which rate {rate} was.</summary>
    [Fact]
    public async Task A_rate_that_was_not_served_is_said()
    {
        var servers = new MadeUpServers((arm, pair, _) => MadeTrials.Run(arm, 100 * MadeTrials.MiB, new LoadReport(
            1000, 0, arm.IsBaseline ? 60 : 30 + pair, 0.01, 0.05, null, 0, OfferedPerSecond: 60, KeptUp: arm.IsBaseline)));
        var shown = await ShownAsync(1000, servers, MadeTrials.Plan() with { Rate = 60 });
        Assert.Contains("1,000 requests a run at 60/s, the rate that was found", shown);
        Assert.Contains("The rate was not served in 6 of 6 runs of malloc.arena-max-2: offered 60/s, served 30/s to 35/s.", shown);
        Assert.DoesNotContain("was not served", await ShownAsync(1000, Steady(1)));
    }

    /// <summary>A server that sends each request to its login does little, with and without a remedy.</summary>
    [Theory]
    [InlineData(990, true)]
    [InlineData(10, false)]
    public async Task A_load_of_redirects_is_said(long redirected, bool said)
    {
        var servers = new MadeUpServers((arm, _, _) => MadeTrials.Run(
            arm, 100 * MadeTrials.MiB, new LoadReport(1000, 0, 60, 0.01, 0.05, null, 0) { Redirected = redirected }));
        Assert.Equal(said, (await ShownAsync(1000, servers)).Contains("99% of the answers were redirects (3xx)"));
    }

    [Fact]
    public async Task One_pair_promises_no_number_of_pairs()
    {
        var shown = await ShownAsync(1000, Steady(0.8), MadeTrials.Plan(pairs: 1));
        Assert.Contains("nothing can be claimed from fewer than 6 (--pairs 6)", shown);
        Assert.DoesNotContain("share one error rate", shown);
    }

    /// <summary>Without details no trial takes more than a screen.</summary>
    private static void Same(string snapshot, TrialResult ended, bool details = false)
    {
        ShownScreen.MustBe($"trial-{snapshot}", console => Show(ended, details, console));
        Assert.InRange(ShownScreen.Of(100, console => Show(ended, details, console)).Split('\n').Length, 5, details ? 60 : 26);
    }

    private static MadeUpServers Steady(double ratio) => new((arm, pair, start) =>
    {
        var bytes = 1016 * MadeTrials.MiB * (arm.Remedies.Count > 0 ? ratio : 1) * (1 + 0.001 * (start % 3));
        return Watched(bytes, 1.06 * bytes, MadeTrials.Run(
            arm, bytes, new LoadReport(4000, 0, 1200 + 10 * start, 0.0042, 0.0311 + 0.0001 * start, null, null), workers: 4,
            stop: arm.Remedies.Count > 0 ? 6.25 + pair % 2 : 4.1));
    });

    /// <summary>Its peak changes by more than its mean.</summary>
    private static MeasuredRun Rising(Arm arm, double ratio)
    {
        var bytes = 100 * MadeTrials.MiB * ratio;
        return Watched(bytes, 1.3 * ratio * bytes, MadeTrials.Run(arm, bytes));
    }

    /// <summary>With its memory second by second.</summary>
    private static MeasuredRun Watched(double mean, double most, MeasuredRun run)
    {
        var (bytes, peak) = ((long)mean, (long)most);
        return run with
        {
            MemoryOverTime = [new(1, bytes, 4), new(2, peak, 4), new(3, bytes, 4)],
            Steady = new SteadyMemory(1, 3, bytes, bytes, 0, IsSettled: true),
        };
    }

    private static Task<TrialResult> EndedAsync(MadeUpServers servers, TrialPlan? plan = null) =>
        MadeTrials.Trial(plan ?? MadeTrials.Plan(), servers).RunAsync(default);

    private static async Task<string> ShownAsync(int width, MadeUpServers servers, TrialPlan? plan = null)
    {
        var ended = await EndedAsync(servers, plan);
        return ShownScreen.Of(width, console => Show(ended, details: false, console));
    }

    private static void Show(TrialResult ended, bool details, TextConsole console) =>
        TerminalReport.Show(TrialReport.Of(ended, "/state/lowtide/trials/x.jsonl", details), console);
}
