using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Trials;

/// <summary>A trial under Lowtide's own load.</summary>
public sealed class OwnLoadTests
{
    [Fact]
    public void A_rate_is_found_once_and_every_arm_has_it()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(
            trial.Server(), "--load", "lowtide load --rate {rate} -n 120 {url}",
            "--warm", "lowtide load --rate {rate} -n 9 {url}", "--pairs", "1", "--slow", "5", "--json", "--progress");
        Assert.True(ran.ExitCode == 0, ran.Error);
        var plan = JsonDocument.Parse(File.ReadLines(Assert.Single(trial.Kept)).First()).RootElement.GetProperty("plan");
        var rate = plan.GetProperty("rate").GetDouble();
        Assert.InRange(rate, 1, 1e6);
        Assert.Contains($"{rate:0} requests a second, for every arm", ran.Error);
        var runs = JsonDocument.Parse(ran.Output).RootElement.GetProperty("runs").EnumerateArray().ToList();
        Assert.Equal(2, runs.Count); // the start that the rate was found on is none of them
        Assert.All(runs, run =>
        {
            var metrics = run.GetProperty("metrics");
            Assert.Equal(120, metrics.GetProperty("requests").GetInt32());
            Assert.InRange(metrics.GetProperty("latency_p99_seconds").GetDouble(), 1e-5, 60);
            Assert.Equal(0, metrics.GetProperty("slow_share").GetDouble());
        });
        Assert.Empty(trial.Folders);
        Assert.Empty(trial.Left());
    }

    /// <summary>By its first word alone it was not: such a trial had no figure of its load, and nothing said why.</summary>
    [Fact]
    public void It_is_known_below_a_script_too()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(
            trial.Server(), "--load", $"sh -c 'echo loading; \"$1\" load --rate 60 -n 40 {{url}} >/dev/null' sh {Built.Lowtide}",
            "--pairs", "1", "--slow", "5", "--json");
        Assert.True(ran.ExitCode == 0, ran.Error);
        Assert.All(JsonDocument.Parse(ran.Output).RootElement.GetProperty("runs").EnumerateArray(), run =>
        {
            var metrics = run.GetProperty("metrics");
            Assert.Equal(40, metrics.GetProperty("requests").GetInt32());
            Assert.Equal(0, metrics.GetProperty("slow_share").GetDouble());
            Assert.Equal(60, run.GetProperty("offered_per_second").GetDouble());
        });
    }

    /// <summary>The script hides that its load failed, and that it searches a rate in each run.</summary>
    [Theory]
    [InlineData("--rate 60 -n 40 --expect-status 201", "40 of 40 requests of the load ended in an error")]
    [InlineData("-n 40", "'lowtide load' found a rate by itself in this run")]
    public void A_load_that_cannot_count_is_said_in_the_first_run(string options, string why)
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(
            trial.Server(), "--load", $"sh -c '\"$1\" load {options} {{url}} >/dev/null 2>&1; true' sh {Built.Lowtide}", "--pairs", "1");
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains(why, ran.Errors);
        Assert.Single(Directory.GetFiles(Assert.Single(trial.Folders), "0?-pair-?-*.log"));
    }
}
