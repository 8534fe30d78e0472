using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Trials;

/// <summary>A trial that was stopped goes on from its file, and comes to what it would have come to.</summary>
public sealed class ResumeTests : IDisposable
{
    private readonly TrialProcess _trial = new();

    [Theory]
    [InlineData("INT", 130)]
    [InlineData("KILL", 137)]
    public async Task A_stopped_trial_goes_on_to_the_verdict_of_a_whole_one(string signal, int status)
    {
        // The sixth load, of the third pair, waits for the file's removal: the trial is stopped there.
        var waiting = $"echo >> {_trial.Flag}; test $(wc -l < {_trial.Flag}) -ne 6 || sleep 1000; {_trial.Load()}";
        _trial.Start(_trial.Server(), "--seed", "3", "--pairs", "6", "--load", waiting);
        await _trial.UntilRunsAsync("sleep 1000");
        _trial.Signal(signal);
        Assert.Equal(status, (await _trial.EndAsync()).ExitCode);
        await _trial.UntilNothingIsLeftAsync();
        var file = Assert.Single(_trial.Kept);
        Assert.Equal(1 + 5, File.ReadLines(file).Count());

        var listed = Ran.Command([Built.Lowtide, "trials", file]);
        Assert.Contains("unfinished after 2 pairs ('lowtide trial --resume' goes on)", listed.Output);

        var ran = _trial.Run([Built.Lowtide, "trial", "--resume", file, "--json", "--require", "better:pss_bytes"]);
        Assert.True(ran.ExitCode == 0, ran.Error);
        Assert.Empty(_trial.Left());
        var root = JsonDocument.Parse(ran.Output).RootElement;
        Assert.Equal((3, 6, 12), (root.GetProperty("seed").GetInt32(), root.GetProperty("pairs").GetInt32(), root.GetProperty("runs").GetArrayLength()));
        // The half pair stays in the file and counts nowhere.
        Assert.Equal(13, File.ReadLines(file).Count(line => line.StartsWith("{\"run\"")));
        Schemas.MustHold(File.ReadAllText(file));
        var order = File.ReadLines(file).Where(line => line.StartsWith("{\"run\"")).Select(line => line.Contains("{\"arm\":\"baseline\"") ? 'B' : 'A').ToList();
        Assert.Equal(order[4], order[5]); // the same order again

        // From the file alone the same comes out, to the last figure.
        var again = Ran.Command([Built.Lowtide, "trials", file]);
        Assert.Contains("cpython.gc-threshold-0 saves ", again.Output);
        var refused = _trial.Run([Built.Lowtide, "trial", "--resume", file]);
        Assert.Equal((1, $"lowtide: {file} is complete: 'lowtide trials {file}' shows what came out"), (refused.ExitCode, refused.ErrorLine));
    }

    /// <summary>The shipped program has .NET's locks switched off: before, it was called unfinished, and the resume wrote into its file.</summary>
    [Fact]
    public async Task A_trial_that_runs_is_listed_as_running_and_not_gone_on_with()
    {
        _trial.Start(_trial.Server(), "--pairs", "6", "--load", $"echo >> {_trial.Flag}; test $(wc -l < {_trial.Flag}) -lt 3 || sleep 1000; {_trial.Load()}");
        await _trial.UntilRunsAsync("sleep 1000");
        var file = Assert.Single(_trial.Kept);
        var before = File.ReadAllText(file);
        Assert.Contains("running, 1 pair so far", Ran.Command([Built.Lowtide, "trials", file]).Output);
        var refused = _trial.Run([Built.Lowtide, "trial", "--resume", file]);
        Assert.Equal((1, $"lowtide: {file} is being written to: its trial still runs"), (refused.ExitCode, refused.ErrorLine));
        Assert.Equal(before, File.ReadAllText(file));
        _trial.Signal("INT");
        await _trial.EndAsync();
        Assert.Contains("unfinished after 1 pair", Ran.Command([Built.Lowtide, "trials", file]).Output);
    }

    /// <summary>A name that all users can take, such as a socket's of the abstract namespace, keeps no trial away. Before, this one did.</summary>
    [Fact]
    public void No_other_user_can_keep_a_trial_away()
    {
        using var squatter = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        var name = Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes($"port {_trial.Port}")));
        squatter.Bind(new UnixDomainSocketEndPoint($"\0lowtide-trial-{name}"));
        var ran = _trial.Run(_trial.Server(), "--pairs", "1");
        Assert.Equal((0, ""), (ran.ExitCode, ran.Errors));
    }

    [Fact]
    public async Task What_would_not_belong_to_it_is_refused()
    {
        _trial.Start(_trial.Server(), "--pairs", "6", "--load", $"echo >> {_trial.Flag}; test $(wc -l < {_trial.Flag}) -lt 3 || sleep 1000; {_trial.Load()}");
        await _trial.UntilRunsAsync("sleep 1000");
        _trial.Signal("INT");
        await _trial.EndAsync();
        var file = Assert.Single(_trial.Kept);
        var text = File.ReadAllText(file);
        Refused("was begun on another class of machine (", text.Replace("\"cpus\":", "\"cpus\":1"));
        Refused("which decides by other rules: begin it anew", text.Replace("\"rules\":2", "\"rules\":99"));
        Refused("which its commands may rely on: go on from there", text.Replace("\"folder\":\"", "\"folder\":\"/elsewhere"));
        Refused("cannot be read: line 2 is damaged, or was written by another version of Lowtide", text.Replace("{\"run\"", "{\"ran\""));
        Refused("is lowtide/trial-file/2, not lowtide/trial-file/1", text.Replace("trial-file/1", "trial-file/2"));
        File.WriteAllText(file, text);
        Assert.Equal(0, Ran.Command(["chmod", "o+w", file]).ExitCode);
        Assert.Contains("others may write to", _trial.Run([Built.Lowtide, "trial", "--resume", file]).ErrorLine);

        void Refused(string why, string changed)
        {
            Assert.NotEqual(text, changed);
            File.WriteAllText(file, changed);
            var ran = _trial.Run([Built.Lowtide, "trial", "--resume", file]);
            Assert.Equal((1, ""), (ran.ExitCode, ran.Output));
            Assert.Contains(why, ran.ErrorLine);
            Assert.Equal(changed, File.ReadAllText(file));
        }
    }

    /// <summary>Two pages of disk: the file fills them half way. With more room the trial goes on, without a run lost.</summary>
    [Fact]
    public void A_full_disk_stops_a_trial_that_then_goes_on()
    {
        var disk = Directory.CreateDirectory(Path.Combine(_trial.Temporary, "disk")).FullName;
        Assert.SkipUnless(Mount("-t", "tmpfs", "-o", "size=8k", "tmpfs", disk), "a small tmpfs cannot be mounted: that needs root");
        try
        {
            var file = Path.Combine(disk, "trial.jsonl");
            var ran = _trial.Run(_trial.Server(), "--pairs", "8", "--seed", "3", "-o", file);
            Assert.Equal(1, ran.ExitCode);
            Assert.StartsWith($"lowtide: cannot write {file}: No space left on device", ran.ErrorLine);
            Assert.Contains($"; go on with 'lowtide trial --resume {file}'", ran.ErrorLine);
            Assert.EndsWith("}\n", File.ReadAllText(file));
            Schemas.MustHold(File.ReadAllText(file));
            Assert.True(Mount("-o", "remount,size=1m", disk));
            ran = _trial.Run([Built.Lowtide, "trial", "--resume", file, "--require", "better:pss_bytes"]);
            Assert.True(ran.ExitCode == 0, ran.Error);
            Assert.Contains("8 pairs of server starts: ", ran.Output);
        }
        finally
        {
            Ran.Command(["umount", disk]);
        }
    }

    [Fact]
    public void A_file_that_is_there_is_not_written_over()
    {
        File.WriteAllText(_trial.Flag, "mine");
        var ran = _trial.Run(_trial.Server(), "-o", _trial.Flag);
        Assert.Equal(2, ran.ExitCode);
        Assert.StartsWith($"lowtide: {_trial.Flag} is there already: ", ran.ErrorLine);
        Assert.Equal("mine", File.ReadAllText(_trial.Flag));
    }

    public void Dispose() => _trial.Dispose();

    private static bool Mount(params string[] words) => Ran.Command(["mount", .. words]).ExitCode == 0;
}
