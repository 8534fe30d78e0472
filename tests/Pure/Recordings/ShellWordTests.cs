using System.Diagnostics;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Recordings;

public sealed class ShellWordTests
{
    public static TheoryData<string> Words =>
        ["", "a", "a b", "it's", "'", "''", @"\", @"'\''", "$(id)", "`id`", "a\nb", "~", "*", "#", "a;b", "\"", "=x", "!!", "ä"];

    [Theory]
    [MemberData(nameof(Words))]
    public void A_shell_takes_it_as_it_was(string word)
    {
        var line = $"{ShellWord.Of("first")} {ShellWord.Of(word)} {ShellWord.Of(word)}";
        Assert.True(ShellWord.AreAllIn(line));
        Assert.Equal($"first|{word}|{word}|", Printed(line));
    }

    [Theory]
    [InlineData("uwsgi;id")]
    [InlineData("uwsgi $(id)")]
    [InlineData("uwsgi `id`")]
    [InlineData("uwsgi > /etc/passwd")]
    [InlineData("uwsgi 'a'$(id)")]
    [InlineData("uwsgi 'a'\nid")]
    [InlineData("uwsgi 'a' 'b")]
    [InlineData("uwsgi  x")]
    [InlineData("")]
    [InlineData("uwsgi ")]
    [InlineData("uwsgi \"x\"")]
    public void A_line_of_more_is_none(string line) => Assert.False(ShellWord.AreAllIn(line));

    private static string Printed(string words)
    {
        using var shell = Process.Start(
            new ProcessStartInfo("/bin/sh", ["-c", $"printf '%s|' {words}"]) { UseShellExecute = false, RedirectStandardOutput = true })!;
        var printed = shell.StandardOutput.ReadToEnd();
        shell.WaitForExit();
        return printed;
    }
}
