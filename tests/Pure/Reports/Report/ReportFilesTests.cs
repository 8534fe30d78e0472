using System.IO.Compression;
using Lowtide.Commands;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Report;
using Lowtide.Tests.Pure.Recordings;

namespace Lowtide.Tests.Pure.Reports.Report;

/// <summary>What goes wrong with the files of a report: each a line that says how to mend it, and nothing overwritten.</summary>
public sealed class ReportFilesTests
{
    [Fact]
    public void Recordings_and_trials_are_told_by_how_they_begin()
    {
        using var before = new Written(MadeReports.Recording(copies: true));
        using var after = new Written(MadeReports.Recording(copies: false));
        var material = ReportFiles.Read([before.FileName, after.FileName]);
        Assert.Equal(["before", "after"], material.Recordings.Select(recorded => recorded.Role));
        Assert.Equal(20, material.Recordings[0].Recording.SystemSamples[^1].Seconds);
    }

    /// <summary>As 'lowtide explain' reads it; what it does not hold is not shown as missing of a machine.</summary>
    [Fact]
    public void A_nettrace_is_reported_as_what_it_is()
    {
        using var folder = new TempFolder();
        var file = NetTrace(folder, "modes");
        var material = ReportFiles.Read([file]);
        var report = WholeReport.Of(material);
        Assert.Equal("trace", Assert.Single(report.Sources).Kind);
        Assert.Equal(16, material.Recordings[0].Recording.DotNet!.Collections.Count);
        Assert.Contains(report.Sections, section => section.Id == "collections");
        Assert.DoesNotContain(report.Sections, section => section.Id is "around" or "growth");
        var commands = report.Sections.Single(section => section.Id == "reproduce").Blocks.OfType<CodeBlock>().SelectMany(block => block.Lines);
        Assert.Equal([$"lowtide explain {file}"], commands);
        Schemas.MustHold(ReportJson.Text(report));
    }

    [Fact]
    public void Two_nettraces_differ_by_their_pauses()
    {
        using var folder = new TempFolder();
        var report = WholeReport.Of(ReportFiles.Read([NetTrace(folder, "sets"), NetTrace(folder, "modes")]));
        Assert.StartsWith("All threads of modes stood still for ", report.Answer, StringComparison.Ordinal);
        Assert.DoesNotContain(report.Sections, section => section.Id == "before-after");
    }

    [Fact]
    public void A_recording_without_its_end_is_reported_and_says_so()
    {
        using var half = new Written(MadeReports.Recording(copies: true), close: false);
        var recorded = Assert.Single(ReportFiles.Read([half.FileName]).Recordings);
        Assert.Null(recorded.Role);
        Assert.Contains(recorded.Diagnosis.CouldNotRead, item => item.What == "the end of the recording");
    }

    [Fact]
    public void A_newer_recording_is_refused()
    {
        using var newer = new Written(MadeReports.Recording(copies: true));
        newer.Run("PRAGMA user_version = 99");
        Assert.Contains("newer Lowtide", Refused(newer.FileName).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "neither a recording nor a trial")]
    [InlineData("hello", "neither a recording nor a trial")]
    [InlineData("{}\n", "is no trial's file")]
    [InlineData("{\"schema\":\"lowtide/trial-file/2\"}\n", "newer Lowtide")]
    public void What_is_neither_is_refused(string content, string why)
    {
        using var folder = new TempFolder();
        Assert.Contains(why, Refused(folder.File("x", content)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_missing_file_a_folder_and_too_many_recordings_are_refused()
    {
        using var folder = new TempFolder();
        using var one = new Written(MadeReports.Recording(copies: true));
        Assert.Contains("there is no file", Refused(Path.Combine(folder.Path, "none.lowtide")).Message, StringComparison.Ordinal);
        Assert.Contains("is a folder", Refused(folder.Path).Message, StringComparison.Ordinal);
        Assert.Equal(Failure.WrongCall, Refused(one.FileName, one.FileName, one.FileName).ExitCode);
    }

    [Fact]
    public void A_report_is_made_again_and_nothing_else_is_overwritten()
    {
        using var folder = new TempFolder();
        using var recording = new Written(MadeReports.Recording(copies: true));
        var path = Path.Combine(folder.Path, "x.html");
        foreach (var _ in new[] { "first", "again" })
        {
            ReportFile.MustBeOurs(path);
            Assert.True(ReportFile.Write(path, "<!doctype html>\n<!-- lowtide/report/1 -->") > 0);
        }
        Assert.Equal([path], Directory.EnumerateFiles(folder.Path));
        var trial = folder.File("trial.jsonl", "{\"schema\":\"lowtide/trial-file/1\"}");
        foreach (var other in new[] { recording.FileName, trial, folder.File("y.html", "<p>mine") })
            Assert.Contains("is no report", Assert.Throws<Failure>(() => ReportFile.MustBeOurs(other)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_folder_that_cannot_be_written_is_named_and_nothing_is_left()
    {
        var failure = Assert.Throws<Failure>(() => ReportFile.Write("/proc/x.html", "text"));
        Assert.StartsWith("cannot write /proc/x.html: ", failure.Message, StringComparison.Ordinal);
        Assert.Contains("there is no folder", Assert.Throws<Failure>(() => ReportFile.MustBeOurs("/none/x.html")).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, null, "html")]
    [InlineData(null, "x.md", "markdown")]
    [InlineData("json", "x.html", "json")]
    [InlineData(null, "x.svg", "svg")]
    [InlineData(null, "x", "html")]
    public void The_format_is_asked_for_or_told_by_the_name(string? asked, string? output, string format) =>
        Assert.Equal(format, WrittenReport.Of(asked, output).Name);

    [Theory]
    [InlineData("pdf", null)]
    [InlineData(null, "x.pdf")]
    public void Another_format_is_a_wrong_call(string? asked, string? output) =>
        Assert.Equal(Failure.WrongCall, Assert.Throws<Failure>(() => WrittenReport.Of(asked, output)).ExitCode);

    private static string NetTrace(TempFolder folder, string name)
    {
        var fixture = Path.Combine(AppContext.BaseDirectory, "fixtures", "dotnet", $"{name}.nettrace.gz");
        using var packed = new GZipStream(File.OpenRead(fixture), CompressionMode.Decompress);
        var path = Path.Combine(folder.Path, $"{name}.nettrace");
        using var file = File.Create(path);
        packed.CopyTo(file);
        return path;
    }

    private static Failure Refused(params string[] files) => Assert.Throws<Failure>(() => ReportFiles.Read(files));
}
