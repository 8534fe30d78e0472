using System.Globalization;
using System.Text.Json;
using Lowtide.Tests.Live.DotNet;

namespace Lowtide.Tests.Live.Trials;

/// <summary>Pauses of a .NET server in a trial, against what it timed itself: each request of /collect is one full, blocking collection.</summary>
public sealed class PausesTests
{
    private const int Collections = 12;

    [Fact]
    public void They_are_those_of_the_load()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(
            DotNetTarget.Collecting(trial.Port, trial.Flag), "--load", $"lowtide load --rate 4 -n {2 * Collections} --path / --path /collect {{url}}",
            "--arm", "other=env:ARM=other", "--primary", "gc_pause_share", "--pairs", "1", "--json");
        Assert.True(ran.ExitCode == 0, ran.Error);
        Schemas.MustHold(ran.Output);
        var root = JsonDocument.Parse(ran.Output).RootElement;
        foreach (var run in root.GetProperty("runs").EnumerateArray())
        {
            var metrics = run.GetProperty("metrics");
            double Metric(string name) => metrics.GetProperty(name).GetDouble();
            var own = File.ReadAllLines($"{trial.Flag}.{run.GetProperty("arm").GetString()}")
                .Select(line => double.Parse(line, CultureInfo.InvariantCulture)).ToList();
            Assert.Equal((Collections, Collections), (own.Count, Metric("full_collections")));
            // What the server timed has the pause in it, and little else.
            Assert.InRange(Metric("gc_pause_max_seconds"), own.Max() * 0.8, own.Max());
            // It is a share of the load command's life: the requests' time, and its start.
            var seconds = 2 * Collections / Metric("requests_per_second");
            Assert.InRange(Metric("gc_pause_share"), own.Sum() * 0.8 / (seconds + 1.5), own.Sum() / seconds);
            Assert.InRange(Metric("gc_pause_p99_seconds"), own.Max() * 0.7, own.Max());
        }
    }

    /// <summary>Of others there are none, and a trial that they are to decide says so in its first run.</summary>
    [Fact]
    public void Of_others_than_dotnet_there_are_none()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(trial.Server(), "--pairs", "1", "--primary", "gc_pause_share");
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("the server is no .NET program", ran.Errors);
    }
}
