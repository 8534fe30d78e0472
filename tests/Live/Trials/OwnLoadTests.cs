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
}
