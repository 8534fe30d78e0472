using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Trials;

/// <summary>Trials of six pairs from end to end, by the built program.</summary>
public sealed class WholeTrialTests
{
    [Fact]
    public void A_remedy_that_helps_is_better()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(trial.Server(), "--pairs", "6", "--progress", "--seed", "3", "--require", "better:pss_bytes");
        Assert.True(ran.ExitCode == 0, ran.Error);
        var lines = ran.Output.Split('\n');
        Assert.Contains("against baseline, 6 pairs of server starts: trial_server.py, 2 workers, 60 requests a run", ran.Output);
        Assert.Matches(@"^cpython\.gc-threshold-0 saves .* of memory \(\d+\.\d%\)\.", lines[2]);
        Assert.Matches(
            @"^memory \(PSS\), decides .* -\d+\.\d% +-\d+\.\d to -\d+\.\d%  better$", lines.Single(line => line.StartsWith("memory (PSS), ")));
        Assert.Matches(@"^Predicted .* MiB, measured .* MiB.* Active in every worker of every run\.$", lines.Single(line => line.StartsWith("Predicted")));
        Assert.Contains(lines, line => line.StartsWith("  keep it  lowtide remedies cpython.gc-threshold-0 --as ", StringComparison.Ordinal));
        Assert.Equal($"  details  lowtide trials {Assert.Single(trial.Kept)} --details", lines[^2]);

        Assert.Equal(12, ran.Error.Split('\n').Count(line => line.Contains("/6 ") && line.Contains("ready in")));
        Assert.Empty(trial.Folders);
        Assert.Empty(trial.Left());
    }

    /// <summary>As uvicorn --workers does: no family has more than one of them.</summary>
    [Fact]
    public void What_the_command_spawns_is_measured_too()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(trial.Server("spawns"), "--pairs", "2", "--json");
        Assert.True(ran.ExitCode == 0, ran.Error);
        var runs = JsonDocument.Parse(ran.Output).RootElement.GetProperty("runs").EnumerateArray().Select(run => run.GetProperty("metrics")).ToList();
        Assert.Equal(4, runs.Count);
        Assert.All(runs, metrics =>
        {
            Assert.InRange(metrics.GetProperty("beside").GetInt32(), 2, 3);
            Assert.InRange(metrics.GetProperty("private_bytes").GetInt64(), 80 << 20, 200 << 20);
            Assert.InRange(metrics.GetProperty("pss_bytes").GetInt64(), metrics.GetProperty("private_bytes").GetInt64(), 200 << 20);
        });
        Assert.Contains("more processes that the command started, 60 requests a run", Ran.Lowtide("trials", Assert.Single(trial.Kept)).Output);
        Assert.Empty(trial.Left());
    }

    [Fact]
    public void A_remedy_without_effect_here_is_equivalent_in_a_wide_margin_and_standard_error_is_still()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(trial.Server(), "--remedy", TrialProcess.Arenas, "--pairs", "6", "--margin", "20%", "--json", "--seed", "11");
        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        var root = JsonDocument.Parse(ran.Output).RootElement;
        Assert.Equal(("lowtide/trial/1", 11, 6), (
            root.GetProperty("schema").GetString(), root.GetProperty("seed").GetInt32(), root.GetProperty("pairs").GetInt32()));
        var arm = Assert.Single(root.GetProperty("arms").EnumerateArray());
        Assert.True(arm.GetProperty("took_effect").GetBoolean());
        var pss = arm.GetProperty("metrics")[0];
        Assert.Equal(("pss_bytes", "equivalent"), (pss.GetProperty("name").GetString(), pss.GetProperty("verdict").GetString()));
        Assert.InRange(pss.GetProperty("ratio_low").GetDouble(), 0.8, pss.GetProperty("ratio").GetDouble());
        Assert.InRange(pss.GetProperty("ratio_high").GetDouble(), pss.GetProperty("ratio").GetDouble(), 1.2);

        var runs = root.GetProperty("runs").EnumerateArray().ToList();
        Assert.Equal(12, runs.Count);
        Assert.All(runs, run =>
        {
            var metrics = run.GetProperty("metrics");
            Assert.False(run.GetProperty("killed").GetBoolean());
            Assert.Equal((60, 2), (metrics.GetProperty("requests").GetInt32(), metrics.GetProperty("workers").GetInt32()));
            Assert.InRange(metrics.GetProperty("pss_bytes").GetInt64(), 4 << 20, 200 << 20);
            Assert.InRange(metrics.GetProperty("requests_per_second").GetDouble(), 1, 1e6);
            Assert.InRange(metrics.GetProperty("ready_seconds").GetDouble(), 0.01, 60);
            Assert.Equal(JsonValueKind.Null, metrics.GetProperty("slow_share").ValueKind);
        });
        Assert.Empty(trial.Folders);
    }

    /// <summary>The load waits, so that there is something to see of the family before it and after it.</summary>
    [Fact]
    public void The_familys_memory_is_followed_from_ready_to_the_end_of_the_load()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(trial.Server(), "--pairs", "1", "--json", "--load", $"sleep 1.5; {trial.Load()}; sleep 1.5");
        Assert.True(ran.ExitCode == 0, ran.Error);
        var run = JsonDocument.Parse(ran.Output).RootElement.GetProperty("runs")[0];
        var points = run.GetProperty("memory_over_time").EnumerateArray().ToList();
        Assert.InRange(points.Count, 2, 60);
        Assert.InRange(points[0].GetProperty("seconds").GetDouble(), 0, 1);
        Assert.Equal(points.Select(Seconds).Order(), points.Select(Seconds));
        Assert.Equal(2, points[^1].GetProperty("workers").GetInt32());
        // The same family as was measured afterwards, with which nothing happened any more.
        var pss = run.GetProperty("metrics").GetProperty("pss_bytes").GetInt64();
        Assert.InRange(points[^1].GetProperty("pss_bytes").GetInt64(), pss * 0.9, pss * 1.1);

        static double Seconds(JsonElement point) => point.GetProperty("seconds").GetDouble();
    }

    /// <summary>Two pairs decide nothing, and the exit status says so, with the runs all the same.</summary>
    [Fact]
    public void What_is_required_and_not_shown_is_a_failure()
    {
        using var trial = new TrialProcess();
        var ran = trial.Run(trial.Server(), "--pairs", "2", "--require", "better:pss_bytes");
        Assert.Equal((1, "lowtide: required better:pss_bytes, but pss_bytes came out undecided"), (ran.ExitCode, ran.ErrorLine));
        Assert.Contains("Undecided after 2 pairs: ", ran.Output);
    }

    /// <summary>A start script without exec: its server is measured, not the shell, and stopped by what the shell hands on.</summary>
    [Fact]
    public void A_server_below_a_script_is_measured()
    {
        using var trial = new TrialProcess();
        string[] script = ["/bin/sh", "-c", "\"$@\" & server=$!; trap 'kill $server' TERM; wait; wait", "start", .. trial.Server()];
        var ran = trial.Run(script, "--pairs", "1", "--json");
        Assert.True(ran.ExitCode == 0, ran.Error);
        var root = JsonDocument.Parse(ran.Output).RootElement;
        Assert.True(root.GetProperty("arms")[0].GetProperty("took_effect").GetBoolean());
        Assert.All(root.GetProperty("runs").EnumerateArray(), run =>
        {
            Assert.Equal(2, run.GetProperty("metrics").GetProperty("workers").GetInt32());
            Assert.False(run.GetProperty("killed").GetBoolean());
        });
    }
}
