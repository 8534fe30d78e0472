using System.IO.Compression;
using Lowtide.Analysis.Comparison;
using Lowtide.Commands;
using Lowtide.Recordings;
using Lowtide.Reports;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Compare;
using Lowtide.Reports.Explain;
using Lowtide.Reports.Report;
using Lowtide.Reports.Trials;
using Lowtide.Tests.Pure.Recordings;
using Lowtide.Tests.Pure.Reports.Report;
using Lowtide.Trials.Past;
using Lowtide.Writing;

namespace Lowtide.Tests.Pure.Mutations;

/// <summary>Files that Lowtide reads, as nobody wrote them.</summary>
public sealed class MutatedFilesTests : IDisposable
{
    private const int Sample = 100;

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Recordings_with_bytes_that_nobody_wrote(bool made)
    {
        using var written = new Written(Whole(made));
        var whole = File.ReadAllBytes(written.FileName);
        // Once without a clock: what is measured is not the compiler.
        ShowRecording(written.FileName);
        All($"recordings, bytes ({(made ? "made" : "recorded")})", Sample, 4_000, random =>
        {
            File.WriteAllBytes(written.FileName, Mutated.Bytes(whole, random));
            ShowRecording(written.FileName);
        });
    }

    /// <summary>Their checksums are right.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Recordings_with_values_that_nobody_recorded(bool made)
    {
        using var written = new Written(Whole(made));
        var whole = File.ReadAllBytes(written.FileName);
        // Once without a clock: what is measured is not the compiler.
        ShowRecording(written.FileName);
        All($"recordings, values ({(made ? "made" : "recorded")})", Sample, 1_500, random =>
        {
            File.WriteAllBytes(written.FileName, whole);
            Mutated.Recording(written, random);
            ShowRecording(written.FileName);
        });
    }

    [Fact]
    public void Trials()
    {
        var whole = Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "fixtures", "trials"), "*.jsonl").Order().Select(File.ReadAllText).ToList();
        var path = _folder.File("x.jsonl");
        foreach (var text in whole)
        {
            File.WriteAllText(path, text);
            ShowTrial(path);
        }
        All("trial files", Sample, 5_000, random =>
        {
            var text = whole[random.Next(whole.Count)];
            if (random.Next(4) == 0)
            {
                File.WriteAllBytes(path, Mutated.Bytes(System.Text.Encoding.UTF8.GetBytes(text), random));
            }
            else
            {
                var lines = text.TrimEnd('\n').Split('\n');
                var at = random.Next(2) == 0 ? 0 : random.Next(lines.Length);
                lines[at] = Mutated.Json(lines[at], random);
                File.WriteAllText(path, string.Join('\n', lines) + "\n");
            }
            ShowTrial(path);
        });
    }

    [Theory]
    [InlineData("modes")]
    [InlineData("sets")]
    public void Traces(string name)
    {
        using var packed = new GZipStream(
            File.OpenRead(Path.Combine(AppContext.BaseDirectory, "fixtures", "dotnet", $"{name}.nettrace.gz")), CompressionMode.Decompress);
        using var trace = new MemoryStream();
        packed.CopyTo(trace);
        var whole = trace.ToArray();
        var path = _folder.File("x.nettrace");
        File.WriteAllBytes(path, whole);
        ShowRecording(path);
        All($".nettrace files ({name})", Sample / 2, 2_000, random =>
        {
            // Half of them near the beginning, where it is said what there is.
            var head = random.Next(2) == 0 ? whole.Length : Math.Min(whole.Length, 6000);
            File.WriteAllBytes(path, [.. Mutated.Bytes(whole[..head], random), .. whole[head..]]);
            ShowRecording(path);
        });
    }

    /// <summary>The same bytes as a process tells them that poses as a runtime, in pieces of any size.</summary>
    [Theory]
    [InlineData("modes")]
    [InlineData("sets")]
    public void Streams(string name)
    {
        using var packed = new GZipStream(
            File.OpenRead(Path.Combine(AppContext.BaseDirectory, "fixtures", "dotnet", $"{name}.nettrace.gz")), CompressionMode.Decompress);
        using var trace = new MemoryStream();
        packed.CopyTo(trace);
        var whole = trace.ToArray();
        // Once without a clock; of the one that is cut the end is missing.
        Assert.Equal(name == "sets", Record.Exception(() => ToldTrace.Read(whole, new Random(1))) is Failure);
        All($"streams of events ({name})", Sample / 2, 2_000, random =>
        {
            // Half of them near the beginning, where it is said what there is.
            var head = random.Next(2) == 0 ? whole.Length : Math.Min(whole.Length, 6000);
            ToldTrace.Read([.. Mutated.Bytes(whole[..head], random), .. whole[head..]], random);
        });
    }

    private static Recording Whole(bool made) => made ? MadeReports.Recording(copies: true) with { Faults = Recorded.Full.Faults } : Recorded.Full;

    private static void ShowRecording(string path)
    {
        var material = ReportFiles.Read([path]);
        var diagnosis = material.Recordings[0].Diagnosis;
        TerminalReport.Show(ExplainReport.Of(diagnosis, path, details: true), Screen.Plainly(TextWriter.Null));
        System.Text.Json.JsonSerializer.Serialize(ExplainDocument.Of(diagnosis), JsonDocuments.Default.ExplainDocument);
        ReportJson.Text(WholeReport.Of(material));
        CompareReport.Of(FamilyComparison.Of(material.Recordings[0].Recording, material.Recordings[0].Recording), "a", "b", details: true);
    }

    private static void ShowTrial(string path)
    {
        var past = PastTrials.In([path]);
        TrialsScreen.Show(past, Screen.Plainly(TextWriter.Null));
        TrialsDocument.Of(past, null);
        if (past.Unread is [var unread])
            throw new Failure(unread.Why);
        ReportJson.Text(WholeReport.Of(new ReportMaterial([], past.Trials)));
        if (past.Trials[0].IsComplete)
            TerminalReport.Show(TrialReport.Of(past.Trials[0], details: true, null), Screen.Plainly(TextWriter.Null));
    }

    private static void All(string what, int sample, int whole, Action<Random> one)
    {
        var (shown, refused) = Judged.All(what, sample, whole, one);
        Assert.True(refused > 0, $"{shown} were shown, {refused} refused");
    }
}
