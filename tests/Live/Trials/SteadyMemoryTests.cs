using System.Text.Json;

namespace Lowtide.Tests.Live.Trials;

/// <summary>Memory of a server whose heap breathes: two arms that differ in nothing but the phase in which the load ends.</summary>
public sealed class SteadyMemoryTests
{
    private const double MiB = 1 << 20;

    /// <summary>The look right after the load finds 45 MiB less in one arm than in the other.</summary>
    [Fact]
    public void A_phase_is_no_change()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(
            ["/usr/bin/python3", Target.Path("breathes.py"), $"{trial.Port}"],
            "--load", "lowtide load --rate 20 -n 420 {url}", "--warm", "true", "--settle", "10s", "--arm", "later=env:PHASE=8",
            "--pairs", "1", "--json", "--details");
        Assert.True(ran.ExitCode == 0, ran.Error);
        var root = JsonDocument.Parse(ran.Output).RootElement;
        var runs = root.GetProperty("runs").EnumerateArray().ToDictionary(run => run.GetProperty("arm").GetString()!);
        var (baseline, later) = (Memory(runs["baseline"]), Memory(runs["later"]));
        // The last point of each is what one look would have found.
        Assert.True(Math.Abs(baseline.Last - later.Last) > 30, $"{baseline.Last:0} and {later.Last:0} MiB at the end");
        // The seconds behind the load, in which a heap stays in its phase, are an eighth of the time.
        Assert.InRange(later.Mean - baseline.Mean, -12, 12);
        Assert.All([baseline, later], memory => Assert.InRange(memory.Peak, memory.Mean + 15, memory.Mean + 45));
    }

    private static (double Mean, double Last, double Peak) Memory(JsonElement run)
    {
        var points = run.GetProperty("memory_over_time").EnumerateArray().Select(point => point.GetProperty("pss_bytes").GetInt64() / MiB).ToList();
        return (run.GetProperty("metrics").GetProperty("pss_bytes").GetDouble() / MiB, points[^1], points.Max());
    }
}
