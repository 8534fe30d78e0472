using System.Text.RegularExpressions;
using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Hostile;

/// <summary>
/// A family that calls all it has by what drives terminals (hostile/names.py), before every verb that shows it: in a pipe and on a terminal nothing of that
/// arrives. Before there was one door, zombies, Ruby's sheet, kinds of its walk, names of code and lines of a server's log came through.
/// </summary>
public sealed partial class HostileNamesTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void No_verb_hands_on_what_drives_a_terminal()
    {
        using var target = Said.StartAny("hostile/names.py");
        var (pid, recording) = ($"{target.Pid}", _folder.File("x.lowtide"));
        string[][] calls =
        [
            ["record", pid, "-d", "300ms", "-o", recording], ["ps"], ["ps", "--all"], ["ps", pid], ["ps", pid, "--json"],
            ["explain", pid], ["explain", pid, "--details"], ["explain", pid, "--json"], ["explain", pid, "--format", "markdown"],
            ["explain", recording, "--details"], ["report", recording, "--format", "markdown"], ["report", recording, "--format", "json"],
            ["remedies", pid], ["faults", pid, "-d", "200ms"], ["faults", pid, "-d", "200ms", "--folded", "-"], ["compare", recording, recording],
            ["explain", $"{target.Said.GetProperty("zombie").GetInt32()}"], ["ps", $"{target.Said.GetProperty("zombie").GetInt32()}"],
            ["ps", "\u001b[2J\r"], ["explain", "/no/\u001b[2J.lowtide"], ["run", "--remedy", "\u001b[2J", "--", "true"], ["\u001b[2J"], ["ps", "--\u001b[2J"],
        ];
        Assert.All(calls, call =>
        {
            var ran = Ran.Lowtide(call);
            Assert.DoesNotContain("a bug in Lowtide", ran.Error, StringComparison.Ordinal);
            Assert.Equal("", Driving.In(ran.Output + ran.Error));
        });
    }

    [Fact]
    public void On_a_terminal_there_are_its_own_colours_alone()
    {
        using var target = Said.StartAny("hostile/names.py");
        Assert.All(
            new[] { $"ps {target.Pid}", $"explain {target.Pid} --details", $"faults {target.Pid} -d 200ms", $"explain {target.Said.GetProperty("zombie")}" },
            call =>
            {
                var ran = Ran.Command(
                    ["/usr/bin/python3", Target.Path("in_terminal.py"), "120", "50", "9", "never", Built.Lowtide, .. call.Split(' ')]);
                Assert.Contains("\u001b[", ran.Output + "\u001b[", StringComparison.Ordinal);
                Assert.Equal("", Driving.In(Own().Replace(ran.Output, "")));
            });
    }

    [Fact]
    public void A_servers_last_words_are_words_only()
    {
        var ran = Ran.Lowtide(
            "trial", "--remedy", "cpython.gc-threshold-0", "--pairs", "1", "--ready", "http://127.0.0.1:1/", "--load", "true",
            "-o", _folder.File("x.jsonl"), "--",
            "/usr/bin/python3", "-c", """print("\x1b]0;owned\x07\x1b[2J\rlowtide: fine\tand \x85\u202e well"); raise SystemExit(3)""");
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("?]0;owned??[2J?lowtide: fine and ?? well", ran.Error, StringComparison.Ordinal);
        Assert.Equal("", Driving.In(ran.Output + ran.Error));
        Assert.Single(ran.Error.Split('\n'), line => line.StartsWith("lowtide: ", StringComparison.Ordinal));
    }

    /// <summary>Colours, erasing to the end of a line, and keypad mode, which is .NET's own; the terminal makes two of a line's end.</summary>
    [GeneratedRegex(@"\u001b\[[0-9;]*m|\r\u001b\[K|\u001b\[\?1h\u001b=|\r(?=\n)", RegexOptions.None, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Own();
}
