using System.Diagnostics;
using System.Text.Json;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Record;
using Lowtide.Tests.Live.Trials;

namespace Lowtide.Tests.Live.Commands;

/// <summary>What is drawn again and again: in place on a terminal, which is left as it was, and plainly in a pipe.</summary>
public sealed class WatchTests
{
    private const string Home = "\u001b[H";

    [Fact]
    public void On_a_terminal_it_is_drawn_in_place_and_ctrl_c_is_its_normal_end()
    {
        using var family = new ToldFamily(workers: 2);
        var ran = InATerminal(3, " UTC: ", Built.Lowtide, "ps", $"{family.Pid}", "--watch", "0.1");
        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        var looks = ran.Output.Split(Home);
        Assert.InRange(looks.Length, 4, 100);
        // What stood there has been moved up, not written over.
        Assert.Equal(24, looks[0].Count(letter => letter == '\n'));
        Assert.All(looks[1..], look => Assert.Contains(" master  ", look));
        OnlyRedraws(ran.Output);
    }

    [Fact]
    public void In_a_pipe_one_block_follows_another()
    {
        using var family = new ToldFamily(workers: 1);
        using var watch = Start("ps", $"{family.Pid}", "--watch", "0.1");
        var lines = new List<string>();
        while (lines.Count(line => line.Contains(" UTC: ")) < 3)
            lines.Add(watch.StandardOutput.ReadLine()!);
        End(watch, 0);
        Assert.Matches(@"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: .* \d+, ", lines[0]);
        Assert.Contains("", lines);
        Assert.DoesNotContain(lines, line => line.Contains('\u001b'));
    }

    [Fact]
    public void As_json_it_is_a_document_a_line()
    {
        using var family = new ToldFamily(workers: 1);
        using var watch = Start("ps", $"{family.Pid}", "--json", "--watch");
        string[] lines = [watch.StandardOutput.ReadLine()!, watch.StandardOutput.ReadLine()!];
        End(watch, 0);
        Assert.All(lines, Schemas.MustHold);
        Assert.Equal(2, lines.Select(line => JsonDocument.Parse(line).RootElement.GetProperty("at").GetDateTime()).Distinct().Count());
        Assert.All(lines, line => Assert.Equal(family.Pid, JsonDocument.Parse(line).RootElement.GetProperty("families")[0].GetProperty("master").GetInt32()));
    }

    /// <summary>.NET takes a pipe without a reader for one that takes all: 'lowtide ps --watch | head -1' went on for ever.</summary>
    [Theory]
    [InlineData("ps", "--watch", "0.1")]
    [InlineData("ps", "--watch", "1h")] // it waits, and writes nothing
    [InlineData("ps", "--watch", "0.1", "--json")]
    public async Task It_ends_with_its_reader(params string[] words)
    {
        using var family = new ToldFamily(workers: 1);
        using var watch = Start([words[0], $"{family.Pid}", .. words[1..]]);
        Assert.NotNull(watch.StandardOutput.ReadLine());
        var error = watch.StandardError.ReadToEndAsync();
        watch.StandardOutput.Close();
        Patience.ForEnd(watch, TimeSpan.FromSeconds(20));
        Assert.Equal((141, ""), (watch.ExitCode, await error));
    }

    [Fact]
    public async Task A_target_that_ends_is_one_line()
    {
        using var family = new ToldFamily(workers: 1);
        using var watch = Start("ps", $"{family.Pid}", "--watch", "0.1");
        Assert.NotNull(watch.StandardOutput.ReadLine());
        family.Kill();
        var error = watch.StandardError.ReadToEndAsync();
        await watch.StandardOutput.ReadToEndAsync();
        await watch.WaitForExitAsync();
        Assert.Equal(1, watch.ExitCode);
        Assert.Matches($@"^lowtide: process {family.Pid} \(.*\) has ended, or became another program\n$", await error);
    }

    [Theory]
    [InlineData("--watch takes seconds", "--watch", "4711")]
    [InlineData("--watch takes seconds", "--watch", "0")]
    [InlineData("no option '--bogus'", "--watch", "--bogus")]
    [InlineData("--all goes without a TARGET", "--all", "--watch", "uwsgi")]
    public void A_wrong_call_is_one_line(string why, params string[] options)
    {
        var ran = Ran.Lowtide(["ps", .. options]);
        Assert.Equal(2, ran.ExitCode);
        Assert.Contains(why, ran.ErrorLine);
    }

    /// <summary>The lines of runs stay, the block below them is drawn again; Ctrl-C leaves neither a server nor a trace of it.</summary>
    [Fact]
    public void A_trial_is_drawn_in_place()
    {
        using var trial = new TrialProcess();
        var words = trial.Words(trial.Server(), "--pairs", "2", "--load", $"{trial.Load()}; sleep 1.5");
        var ran = InATerminal(3, "(PSS) now", ["env", $"TMPDIR={trial.Temporary}", $"XDG_STATE_HOME={trial.Temporary}/state", .. words]);
        Assert.Equal(130, ran.ExitCode);
        Assert.Contains("memory (PSS) of each arm so far: shown, not decided", ran.Output);
        Assert.Contains("loading, ", ran.Output);
        OnlyRedraws(ran.Output);
        var last = ran.Output[ran.Output.LastIndexOf('\u001b')..];
        Assert.StartsWith("\u001b[Jlowtide: interrupted after ", last);
        Assert.Empty(trial.Left());
    }

    /// <summary>No sequence but those that redraw: nothing hidden, no other screen, no colour, so that nothing is to be restored.</summary>
    /// <remarks>Keypad mode is .NET's own, from whichever verb first asks for the terminal's size; shells set their own at each prompt.</remarks>
    private static void OnlyRedraws(string output) =>
        Assert.DoesNotMatch(@"\u001b(?!\[(\d*A|H|J|K|1m|0m))", output.Replace("\u001b[?1h\u001b=", ""));

    /// <param name="times">That the text comes before Ctrl-C is typed.</param>
    private static Ran InATerminal(int times, string text, params string[] words) =>
        Ran.Command(["/usr/bin/python3", Target.Path("in_terminal.py"), "80", "24", $"{times}", text, .. words]);

    private static Process Start(params string[] words) => Process.Start(new ProcessStartInfo("env", ["--default-signal=INT", Built.Lowtide, .. words])
    {
        UseShellExecute = false,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
    })!;

    private static void End(Process watch, int status)
    {
        Ran.Command(["kill", "-INT", $"{watch.Id}"]);
        watch.StandardOutput.ReadToEnd();
        watch.WaitForExit();
        Assert.Equal(status, watch.ExitCode);
    }
}
