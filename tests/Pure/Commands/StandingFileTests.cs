using Lowtide.Commands;

namespace Lowtide.Tests.Pure.Commands;

/// <summary>Held with the folder that the tests run in, which is that of their program.</summary>
public sealed class StandingFileTests
{
    private static readonly string Here = Environment.CurrentDirectory;

    [Theory]
    [InlineData("a file of the repository", new[] { "python3", "fixtures/report.md" }, "fixtures/report.md")]
    [InlineData("one in a line for a shell", new[] { "sh", "-c", "python3 fixtures/report.md 80" }, "fixtures/report.md")]
    [InlineData("the first of two", new[] { "fixtures/screens/ps.txt", "fixtures/report.md" }, "fixtures/screens/ps.txt")]
    [InlineData("none there", new[] { "uwsgi", "--ini", "no-such.ini", "a\0b" }, "kept/a%20b.jsonl")]
    [InlineData("a folder is none", new[] { "serve", "fixtures" }, "kept/a%20b.jsonl")]
    [InlineData("none outside of it", new[] { "/bin/sh", "../../../../../../README.md" }, "kept/a%20b.jsonl")]
    public void Of_a_command(string what, string[] command, string uri) =>
        Assert.Equal((what, uri), (what, StandingFile.Uri(command, AppContext.BaseDirectory, Path.Combine(Here, "kept", "a b.jsonl"))));

    [Fact]
    public void Outside_of_this_folder_it_is_a_whole_address() =>
        Assert.Equal("file:///state/%3Cx%3E.jsonl", StandingFile.Uri(["uwsgi"], "/", "/state/<x>.jsonl"));
}
