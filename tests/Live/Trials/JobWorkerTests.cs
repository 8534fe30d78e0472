using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Trials;

/// <summary>A worker that takes jobs from a queue has no address: a command says when it is ready, and another gives it jobs.</summary>
public sealed class JobWorkerTests
{
    [Fact]
    public void It_is_tried_by_a_command_that_says_when_it_is_ready()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(Words(trial, $"test -S {trial.Temporary}/jobs", "--pairs", "2", "--json"));
        Assert.True(ran.ExitCode == 0, ran.Error);
        var runs = JsonDocument.Parse(ran.Output).RootElement.GetProperty("runs").EnumerateArray().ToList();
        Assert.Equal(4, runs.Count);
        Assert.All(runs, run => Assert.True(run.GetProperty("metrics").GetProperty("latency_p50_seconds").GetDouble() > 0));
        // Its file holds the command.
        var again = trial.Run([Built.Lowtide, "report", Assert.Single(trial.Kept), "--format", "markdown", "-o", $"{trial.Temporary}/trial.md"]);
        Assert.True(again.ExitCode == 0, again.Error);
        Assert.Contains($"--ready-command 'test -S {trial.Temporary}/jobs' --load", File.ReadAllText($"{trial.Temporary}/trial.md"));
    }

    [Fact]
    public void A_command_that_succeeds_before_anything_is_started_tells_nothing()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(Words(trial, "true"));
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("the command of --ready-command succeeds before the server is started", ran.Error);
    }

    [Fact]
    public void One_that_never_succeeds_is_told_with_its_status()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(Words(trial, "exit 7", "--ready-timeout", "1s"));
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("the server was not ready by 'exit 7' within 1 s (it ends with status 7; --ready-timeout gives it longer)", ran.Error);
    }

    [Fact]
    public void What_still_succeeds_after_the_worker_has_ended_is_named()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(Words(trial, $"test -S {trial.Temporary}/jobs", "--pairs", "2").Append("leave").ToArray());
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("the command of --ready-command succeeds after a run of", ran.Error);
    }

    private static string[] Words(TrialProcess trial, string ready, params string[] options) =>
    [
        Built.Lowtide, "trial", "--ready-command", ready, "--load", $"/usr/bin/python3 {Target.Path("give_jobs.py")} {trial.Temporary} 50",
        "--remedy", TrialProcess.Arenas, .. options, "--", "/usr/bin/python3", Target.Path("job_worker.py"), trial.Temporary,
    ];
}
