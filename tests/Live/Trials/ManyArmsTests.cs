using System.Diagnostics;
using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Trials;

/// <summary>Several arms on one server: remedies, plain environment, another command; and which of them is at fault.</summary>
public sealed class ManyArmsTests : IDisposable
{
    private readonly TrialProcess _trial = new();

    [Fact]
    public void Each_arm_is_started_as_it_says_and_held_against_the_baseline()
    {
        var echo = $"env > {_trial.Flag}.$$";
        var ran = _trial.Run(
            ["/bin/sh", "-c", $"{echo}; exec \"$@\"", "start", .. _trial.Server()],
            "--arm", "gc=cpython.gc-threshold-0", "--arm", "plain=env:GREETING=hello, world,env:MALLOC_ARENA_MAX=1",
            "--arm", $"other=command:{echo}; exec {string.Join(' ', _trial.Server())}", "--pairs", "2", "--seed", "1", "--json",
            "--require", "undecided:pss_bytes@gc,undecided:pss_bytes");
        Assert.True(ran.ExitCode == 0, ran.Error);
        Schemas.MustHold(ran.Output);
        Schemas.MustHold(File.ReadAllText(Assert.Single(_trial.Kept)));
        var root = JsonDocument.Parse(ran.Output).RootElement;
        Assert.Equal(_trial.Kept[0], root.GetProperty("file").GetString());
        var arms = root.GetProperty("arms").EnumerateArray().ToList();
        Assert.Equal(["gc", "plain", "other"], arms.Select(arm => arm.GetProperty("name").GetString()));
        Assert.Equal([true, null, null], arms.Select(arm => arm.GetProperty("took_effect") is { ValueKind: JsonValueKind.True } ? true : (bool?)null));
        Assert.Equal(
            ["baseline", "gc", "plain", "other", "baseline", "gc", "plain", "other"],
            root.GetProperty("runs").EnumerateArray().Select(run => run.GetProperty("arm").GetString()));
        Assert.InRange(arms[0].GetProperty("metrics")[0].GetProperty("ratio").GetDouble(), 0.3, 0.9);

        var environments = Directory.GetFiles(Path.GetDirectoryName(_trial.Flag)!, "flag.*").Select(File.ReadAllLines).ToList();
        Assert.Equal(8, environments.Count);
        Assert.Equal(2, environments.Count(each => each.Contains("GREETING=hello, world") && each.Contains("MALLOC_ARENA_MAX=1")));
        Assert.Equal(2, environments.Count(each => each.Any(line => line.StartsWith("GREETING="))));
        Assert.DoesNotContain(environments, each => each.Any(line => line.StartsWith("LOWTIDE_HELD_")));
    }

    [Fact]
    public void An_arm_that_never_starts_is_named()
    {
        var ran = Trouble("bad", "ends");
        Assert.Equal(1, ran.ExitCode);
        // By the seed it may be the first of all to be started.
        Assert.Matches(
            @"^lowtide: with bad(, before any start without it)?: the server ended with exit status 1 before it was ready; its last words:", ran.Errors);
        Assert.Contains("no catalogue at /srv/catalogue", ran.Error);
        Assert.Empty(_trial.Left());
    }

    /// <summary>From its third start on: the other arms' runs are kept, and the trial can be gone on with.</summary>
    [Fact]
    public void An_arm_that_crashes_half_way_is_named()
    {
        var ran = Trouble("bad", "crumbles", _trial.Flag);
        Assert.Equal(1, ran.ExitCode);
        Assert.StartsWith("lowtide: 4 runs failed, the last with bad: the server ended by signal 9 under the load; its last words:", ran.Errors);
        var file = Assert.Single(_trial.Kept);
        Assert.Contains($"; go on with 'lowtide trial --resume {file}'", ran.Error);
        Assert.Equal(4, File.ReadLines(file).Count(line => line.StartsWith("{\"failed_run\":{\"arm\":\"bad\",\"pair\":3")));
        Assert.Empty(_trial.Left());
    }

    /// <summary>It gives its socket to a process that no guard of this trial can reach, as a service manager may keep one.</summary>
    [Fact]
    public async Task An_arm_that_leaks_its_port_is_named()
    {
        const string keeper = """
            import socket, sys
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(sys.argv[1])
            listener.listen()
            print("ready", flush=True)
            kept = [socket.recv_fds(listener.accept()[0], 16, 1)]
            sys.stdin.read()
            """;
        using var outside = Process.Start(new ProcessStartInfo("/usr/bin/python3", ["-c", keeper, _trial.Flag])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        Assert.Equal("ready", await outside.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken));
        var ran = Trouble("leaky", "leaks", _trial.Flag);
        outside.StandardInput.Close();
        await outside.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(1, ran.ExitCode);
        Assert.StartsWith(
            $"lowtide: port {_trial.Port} of 127.0.0.1 is in use after a run of leaky, though all that it started has ended: "
                + "leaky leaks its port",
            ran.ErrorLine);
        Assert.Empty(_trial.Left());
    }

    public void Dispose() => _trial.Dispose();

    /// <summary>The baseline and one arm are well, the other is not.</summary>
    private Ran Trouble(string name, params string[] trouble) => _trial.Run(
        _trial.Server(), "--pairs", "6", "--seed", "7", "--load", _trial.Load(300), "--arm", "good=env:GOOD=1",
        "--arm", $"{name}=command:exec {string.Join(' ', _trial.Server(trouble))}");
}
