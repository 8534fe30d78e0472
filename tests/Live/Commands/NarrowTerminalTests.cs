using System.Globalization;
using System.Text.RegularExpressions;
using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Commands;

/// <summary>Tables on a real terminal, at the widths that people have.</summary>
public sealed partial class NarrowTerminalTests
{
    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(100)]
    [InlineData(120)]
    public void Each_process_stands_on_one_line_with_its_role_and_whole_numbers(int columns)
    {
        using var target = Said.StartAny("many_workers.py", "2");
        var lines = InTerminal(columns, "ps", $"{target.Pid}");
        foreach (var (pid, role) in target.WorkerPids().Select(pid => (pid, "worker")).Prepend((target.Pid, "master")))
        {
            var row = Assert.Single(lines, line => line.TrimStart().StartsWith($"{pid}  ", StringComparison.Ordinal));
            Assert.Matches($@"^ *{pid}  {role} ( +([\d.]+ [KMG]iB|0 B|-))+$", row);
            Assert.InRange(row.Length, 1, columns);
        }
    }

    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    public void Each_family_stands_on_one_line_with_its_name(int columns)
    {
        using var target = Said.StartAny("many_workers.py", "2");
        var lines = InTerminal(columns, "ps");
        Assert.Single(lines, line => line.TrimStart().StartsWith($"{target.Pid}  many_workers.py  ", StringComparison.Ordinal));
        Assert.All(lines, line => Assert.InRange(line.Length, 0, columns));
    }

    /// <summary>Only lines that are to be pasted are longer.</summary>
    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    public void An_explanation_fits(int columns)
    {
        using var target = Said.StartAny("collector_copies.py", "instagram");
        var lines = InTerminal(columns, "explain", $"{target.Pid}", "--details");
        Assert.Contains(lines, line => line.StartsWith("COPIED BY ", StringComparison.Ordinal));
        Assert.Contains(lines, line => line.StartsWith("Remedy ", StringComparison.Ordinal));
        var words = lines.Where(line => !line.Contains("  lowtide ", StringComparison.Ordinal)).ToList();
        Assert.All(words, line => Assert.InRange(line.Length, 0, columns));
        // What goes on does so under its own beginning.
        var item = words.FindIndex(line => line.StartsWith("- risk: ", StringComparison.Ordinal));
        Assert.True(item > 0);
        Assert.All(words.Skip(item + 1).TakeWhile(line => line.Length > 0 && !line.StartsWith("- ", StringComparison.Ordinal)
            && !line.StartsWith("Remed", StringComparison.Ordinal)), line => Assert.StartsWith("  ", line, StringComparison.Ordinal));
    }

    private static string[] InTerminal(int columns, params string[] words)
    {
        var ran = Ran.Command(
        [
            "/usr/bin/python3", Target.Path("in_terminal.py"), columns.ToString(CultureInfo.InvariantCulture), "24", "1", "never to come",
            Built.Lowtide, .. words,
        ]);
        Assert.Equal(0, ran.ExitCode);
        return Escapes().Replace(ran.Output, "").Split("\r\n");
    }

    [GeneratedRegex(@"\u001b(\[[0-9;?]*[A-Za-z]|=)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Escapes();
}
