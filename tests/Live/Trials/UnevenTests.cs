using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Trials;

/// <summary>Trials that come to their end though not all went well, and those that cannot say so.</summary>
public sealed class UnevenTests : IDisposable
{
    private readonly TrialProcess _trial = new();

    [Fact]
    public void A_server_deaf_to_sigterm_is_killed_after_the_grace_and_that_is_said()
    {
        var ran = _trial.Run(_trial.Server("deaf", _trial.Flag), "--pairs", "1", "--stop-grace", "1", "--progress");
        Assert.Empty(_trial.Left());
        Assert.Equal(0, ran.ExitCode);
        Assert.Contains("2 of 2 servers did not stop within 1 s and were killed: the time to stop is that limit.", ran.Output);
        Assert.Equal(2, ran.Error.Split('\n').Count(line => line.Contains("killed after 1.")));
        Assert.Contains($"lowtide: not every run went well: logs are in {Assert.Single(_trial.Folders)}\n", ran.Error);
    }

    [Fact]
    public void A_run_that_fails_later_is_repeated_reported_and_not_counted()
    {
        // The third start is of the second pair.
        var ran = _trial.Run(_trial.Server("vanish", _trial.Flag), "--pairs", "2", "--json", "--load", _trial.Load(300));
        Assert.True(ran.ExitCode == 0, ran.Error);
        Assert.Equal($"lowtide: not every run went well: logs are in {Assert.Single(_trial.Folders)}", ran.ErrorLine);
        var root = JsonDocument.Parse(ran.Output).RootElement;
        var failed = Assert.Single(root.GetProperty("failed_runs").EnumerateArray());
        Assert.Equal(2, failed.GetProperty("pair").GetInt32());
        Assert.StartsWith("the server ended by signal 9 under the load; its last words:\n    loading", failed.GetProperty("why").GetString());
        Assert.Equal(4, root.GetProperty("runs").GetArrayLength());
        Assert.Equal(".....", File.ReadAllText(_trial.Flag));
        Assert.Equal(5, Directory.GetFiles(_trial.Folders[0], "0?-pair-?-*.log").Length);
    }

    [Fact]
    public async Task A_second_trial_on_the_port_is_refused_and_the_first_goes_on()
    {
        _trial.Start(_trial.Server(), "--pairs", "1", "--load", $"sleep 2; {_trial.Load()}");
        await _trial.UntilRunsAsync("sleep 2");
        var second = _trial.Run(_trial.Server(), "--pairs", "1");
        Assert.Equal(
            (1, $"lowtide: another trial is using port {_trial.Port}: wait for its end, or use another port"),
            (second.ExitCode, second.ErrorLine));
        Assert.Equal(0, (await _trial.EndAsync()).ExitCode);
    }

    [Theory]
    [InlineData("> /dev/full", "No space left on device")]
    [InlineData("--json > /dev/full", "No space left on device")]
    [InlineData(">&-", "Bad file descriptor")]
    [InlineData(">&- 2>/dev/full", "")]
    public void A_result_that_cannot_be_written_is_a_failure_with_the_runs_kept(string output, string why)
    {
        var words = _trial.Words(_trial.Server(), "--pairs", "1");
        var ran = _trial.Run(["sh", "-c", $"lowtide=$1; shift 2; exec \"$lowtide\" trial {output} \"$@\"", "sh", .. words]);
        Assert.Equal((1, ""), (ran.ExitCode, ran.Output));
        var file = Assert.Single(_trial.Kept);
        Assert.Equal(3, File.ReadLines(file).Count());
        if (why != "")
            Assert.Equal(
                $"lowtide: cannot write to standard output: {why}; the trial is kept in {file}; logs are in {Assert.Single(_trial.Folders)}", ran.ErrorLine);
        Assert.Empty(_trial.Left());
    }

    /// <summary>Progress must not go where a descriptor of a trial's own has taken the place of standard error.</summary>
    [Fact]
    public void Without_standard_error_it_runs_to_the_end()
    {
        var words = _trial.Words(_trial.Server(), "--pairs", "1", "--progress");
        var ran = _trial.Run(["sh", "-c", "exec \"$@\" 2>&-", "sh", .. words]);
        Assert.Equal(0, ran.ExitCode);
        Assert.Contains("Undecided after 1 pair: ", ran.Output);
    }

    /// <summary>A server that ends itself and leaves a daemon: told apart from one that does not end.</summary>
    [Fact]
    public void A_server_that_leaves_a_daemon_behind_is_named()
    {
        string[] leaving = ["/bin/sh", "-c", "setsid sleep 1000 & exec \"$@\"", "sh", .. _trial.Server()];
        var ran = _trial.Run(leaving, "--pairs", "1", "--stop-grace", "1", "--json");
        Assert.Empty(_trial.Left());
        Assert.True(ran.ExitCode == 0, ran.Error);
        var runs = JsonDocument.Parse(ran.Output).RootElement.GetProperty("runs").EnumerateArray();
        Assert.All(runs, run => Assert.True(run.GetProperty("killed").GetBoolean() && run.GetProperty("left_behind").GetBoolean()));
    }

    /// <summary>As uWSGI without die-on-term: SIGTERM reloads it, SIGINT ends it.</summary>
    [Fact]
    public void Another_signal_may_ask_a_server_to_stop()
    {
        var ran = _trial.Run(_trial.Server("reloads", _trial.Flag), "--pairs", "1", "--stop-signal", "INT", "--json");
        Assert.True(ran.ExitCode == 0, ran.Error);
        Assert.False(File.Exists(_trial.Flag));
        var runs = JsonDocument.Parse(ran.Output).RootElement.GetProperty("runs").EnumerateArray();
        Assert.All(runs, run => Assert.False(run.GetProperty("killed").GetBoolean()));
    }

    [Fact]
    public void Without_a_folder_for_logs_it_says_which_variable_to_set()
    {
        var ran = Ran.Command(_trial.Words(_trial.Server()), ("TMPDIR", "/no/such/folder"), ("XDG_STATE_HOME", Path.GetDirectoryName(_trial.Flag)!));
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("set TMPDIR", ran.ErrorLine);
    }

    public void Dispose() => _trial.Dispose();
}
