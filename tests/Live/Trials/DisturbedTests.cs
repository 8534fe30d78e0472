using System.Diagnostics;
using System.Text.Json;

namespace Lowtide.Tests.Live.Trials;

/// <summary>
/// What else runs on the machine is found and named. That a quiet run is not named cannot be asked of a machine
/// that others use: DisturbancesTests does it on recorded facts.
/// </summary>
public sealed class DisturbedTests
{
    [Fact]
    public void Runs_beside_which_others_burn_the_CPUs_are_named_and_count()
    {
        using var trial = new TrialProcess();
        var burners = Enumerable.Range(0, Environment.ProcessorCount).Select(_ => Process.Start("/bin/sh", ["-c", "while :; do :; done"])).ToList();
        try
        {
            var ran = trial.Run(trial.Server(), "--pairs", "1", "--json", "--load", trial.Load(300));
            Assert.True(ran.ExitCode == 0, ran.Error);
            var root = JsonDocument.Parse(ran.Output).RootElement;
            Schemas.MustHold(ran.Output);
            Assert.Equal(JsonValueKind.Null, root.GetProperty("arms")[0].GetProperty("verdict_undisturbed").ValueKind);
            var runs = root.GetProperty("runs").EnumerateArray().ToList();
            Assert.Equal(2, runs.Count);
            Assert.All(runs, run =>
            {
                Assert.Contains(run.GetProperty("disturbances").EnumerateArray(), one => one.GetProperty("id").GetString() == "other-load");
                var activity = run.GetProperty("host_activity");
                // Each burner is as hungry as anybody, so that together they took the half of what one CPU had, at the least.
                Assert.InRange(
                    activity.GetProperty("other_cpu_seconds").GetDouble(),
                    activity.GetProperty("seconds").GetDouble() / 2,
                    activity.GetProperty("seconds").GetDouble() * activity.GetProperty("cpus").GetInt32());
                Assert.InRange(activity.GetProperty("busiest").GetProperty("cpu_seconds").GetDouble(), 0.01, double.MaxValue);
            });
        }
        finally
        {
            foreach (var burner in burners)
            {
                burner.Kill();
                burner.WaitForExit();
                burner.Dispose();
            }
        }
    }
}
