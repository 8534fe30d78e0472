using System.Text.Json;

namespace Lowtide.Tests.Live.Trials;

/// <summary>Trials whose load is this program's own, though PATH has another lowtide or none.</summary>
public sealed class OwnLoadTests
{
    [Fact]
    public void EveryFigureOfTheLoadIsRead()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(
            trial.Server(), "--pairs", "1", "--json", "--slow", "20", "--load", "lowtide load {url} --rate 200 -n 60 --timeout 30 -c 8");
        Assert.True(ran.ExitCode == 0, ran.Error);
        Assert.All(JsonDocument.Parse(ran.Output).RootElement.GetProperty("runs").EnumerateArray(), run =>
        {
            var metrics = run.GetProperty("metrics");
            Assert.Equal((60, 0), (metrics.GetProperty("requests").GetInt32(), metrics.GetProperty("slow_share").GetDouble()));
            Assert.InRange(metrics.GetProperty("requests_per_second").GetDouble(), 1, 204); // 60 within 59 intervals of 5 ms
            Assert.InRange(metrics.GetProperty("latency_p50_seconds").GetDouble(), 1e-6, 20);
            Assert.InRange(metrics.GetProperty("latency_p99_seconds").GetDouble(), metrics.GetProperty("latency_p50_seconds").GetDouble(), 20);
        });
    }

    [Fact]
    public void ALoadOfErrorsIsNoRun()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(trial.Server(), "--pairs", "1", "--load", "lowtide load {url}missing --rate 200 -n 60");
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("60 of 60 requests ended in an error: 60 of status 404", ran.Error);
    }
}
