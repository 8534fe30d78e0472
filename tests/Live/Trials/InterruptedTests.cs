using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Trials;

/// <summary>Ctrl-C and SIGKILL wherever a trial may be: nothing of what it started is left, and nothing measured is lost.</summary>
public sealed class InterruptedTests : IDisposable
{
    public enum Point
    {
        Start, Ready, Warm, Load, Measure, Stop,
    }

    private readonly TrialProcess _trial = new();

    public static TheoryData<Point> Points => new(Enum.GetValues<Point>());

    [Theory]
    [MemberData(nameof(Points))]
    public async Task Ctrl_c_ends_it_at_once(Point point)
    {
        await ComeToAsync(point);
        _trial.Signal("INT");
        var ran = await _trial.EndAsync();
        Assert.Empty(_trial.Left()); // already: it waits for the last of them
        Assert.Equal((130, ""), (ran.ExitCode, ran.Output));
        Assert.StartsWith("lowtide: interrupted after 0 of 6 pairs; nothing it started is left; ", ran.ErrorLine);
        Assert.EndsWith(Assert.Single(_trial.Folders), ran.ErrorLine);
        Assert.Empty(_trial.Kept); // of a trial without a run there is nothing to keep
    }

    /// <summary>As timeout(1) and service managers end it: the status says by which signal.</summary>
    [Fact]
    public async Task Sigterm_ends_it_likewise()
    {
        await ComeToAsync(Point.Load);
        _trial.Signal("TERM");
        var ran = await _trial.EndAsync();
        Assert.Empty(_trial.Left());
        Assert.Equal(128 + 15, ran.ExitCode);
        Assert.StartsWith("lowtide: interrupted after 0 of 6 pairs; nothing it started is left; ", ran.ErrorLine);
    }

    [Theory]
    [MemberData(nameof(Points))]
    public async Task Sigkill_leaves_nothing_running(Point point)
    {
        await ComeToAsync(point);
        _trial.Signal("KILL");
        Assert.Equal(128 + 9, (await _trial.EndAsync()).ExitCode);
        await _trial.UntilNothingIsLeftAsync();
    }

    /// <summary>Before, what the guard had watched over stayed for ever, and the server was said to have ended.</summary>
    [Fact]
    public async Task A_guard_that_is_killed_leaves_nothing()
    {
        string[] server = ["/bin/sh", "-c", "setsid sleep 1003 & exec \"$@\"", "sh", .. _trial.Server("silent")];
        _trial.Start(server, "--pairs", "6", "--seed", "7"); // by which the baseline is the first
        await _trial.UntilRunsAsync("sleep 1003");
        await _trial.UntilRunsAsync(string.Join(' ', _trial.Server("silent")));
        _trial.SignalGuard("KILL");
        var ran = await _trial.EndAsync();
        Assert.Empty(_trial.Left());
        Assert.Equal((1, ""), (ran.ExitCode, ran.Output));
        Assert.StartsWith("lowtide: the guard was killed by signal 9, and what it watched over was ended", ran.ErrorLine);
    }

    [Fact]
    public async Task The_run_of_a_guard_that_is_killed_is_told_and_tried_again()
    {
        var counting = $"echo >> {_trial.Flag}; test $(wc -l < {_trial.Flag}) -ne 3 || sleep 1000; {_trial.Load()}";
        _trial.Start(_trial.Server(), "--pairs", "2", "--load", counting);
        await _trial.UntilRunsAsync("sleep 1000");
        _trial.SignalGuard("KILL");
        var ran = await _trial.EndAsync();
        Assert.True(ran.ExitCode == 0, ran.Error);
        Assert.Empty(_trial.Left());
        var failed = Assert.Single(File.ReadLines(Assert.Single(_trial.Kept)), line => line.StartsWith("{\"failed_run\""));
        Assert.Contains("\"why\":\"the guard was killed by signal 9, ", failed);
    }

    [Fact]
    public async Task What_was_measured_before_is_kept_a_line_a_run()
    {
        // The first pair's two loads end by themselves, the third waits.
        var counting = $"echo >> {_trial.Flag}; test $(wc -l < {_trial.Flag}) -lt 3 || sleep 1000; {_trial.Load()}";
        _trial.Start(_trial.Server(), "--seed", "7", "--pairs", "6", "--load", counting);
        await _trial.UntilRunsAsync("sleep 1000");
        _trial.Signal("INT");
        var ran = await _trial.EndAsync();
        Assert.Equal(130, ran.ExitCode);
        var file = Assert.Single(_trial.Kept);
        Assert.Equal(
            $"lowtide: interrupted after 1 of 6 pairs; nothing it started is left; go on with 'lowtide trial --resume {file}', "
                + $"in this folder and with the same environment; logs are in {Assert.Single(_trial.Folders)}",
            ran.ErrorLine);
        var runs = File.ReadLines(file).Skip(1).Select(line => JsonDocument.Parse(line).RootElement.GetProperty("run")).ToList();
        Assert.Equal(
            ["baseline 1", $"{TrialProcess.Collector} 1"],
            runs.Select(run => $"{run.GetProperty("arm").GetString()} {run.GetProperty("pair").GetInt32()}"));
        Assert.All(runs, run => Assert.InRange(run.GetProperty("metrics").GetProperty("pss_bytes").GetInt64(), 4 << 20, 200 << 20));
    }

    /// <summary>What a load leaves in the background goes with it.</summary>
    [Fact]
    public async Task A_loads_background_processes_end_with_it()
    {
        _trial.Start(_trial.Server(), "--load", $"sleep 1001 & {_trial.Load()}; sleep 1000");
        await _trial.UntilRunsAsync("sleep 1000");
        Assert.Contains("sleep 1001", _trial.Left());
        _trial.Signal("KILL");
        await _trial.UntilNothingIsLeftAsync();
    }

    /// <summary>A full pipe that nobody reads: the result waits in it, and Ctrl-C must end that too.</summary>
    [Fact]
    public async Task Ctrl_c_ends_it_while_nobody_reads_its_result()
    {
        _trial.Start(["sh", "-c", "{ head -c 65536 /dev/zero; exec \"$@\"; } | sleep 1000", "sh", .. _trial.Words(_trial.Server(), "--pairs", "1")]);
        await TrialProcess.UntilAsync(
            () => _trial.Kept is [var file] && File.ReadLines(file).Count() == 3,
            "both runs ended");
        Assert.DoesNotContain(_trial.Left(), line => line.StartsWith("/usr/bin/python3"));
        _trial.Signal("INT", Built.Lowtide);
        await TrialProcess.UntilAsync(() => !_trial.Left().Any(line => line.StartsWith(Built.Lowtide)), "lowtide has ended");
        _trial.Signal("TERM", "sleep 1000");
        await _trial.EndAsync();
    }

    public void Dispose() => _trial.Dispose();

    private async Task ComeToAsync(Point point)
    {
        string[] server = point switch
        {
            Point.Ready => _trial.Server("silent"),
            Point.Stop => _trial.Server("deaf", _trial.Flag),
            _ => _trial.Server(),
        };
        string[] options = point switch
        {
            Point.Warm => ["--warm", "sleep 1000"],
            Point.Load => ["--load", "sleep 1000"],
            // What is left of the load after it made the file is the way to the measurement.
            Point.Measure => ["--load", $"{_trial.Load()} {_trial.Flag}"],
            _ => [],
        };
        _trial.Start(server, ["--pairs", "6", .. options]);
        await (point switch
        {
            Point.Start => _trial.UntilRunsAsync(Built.Installation.Guard),
            Point.Ready => _trial.UntilRunsAsync(string.Join(' ', server)),
            Point.Warm or Point.Load => _trial.UntilRunsAsync("sleep 1000"),
            _ => TrialProcess.UntilAsync(() => File.Exists(_trial.Flag), "the file is there"),
        });
    }
}
