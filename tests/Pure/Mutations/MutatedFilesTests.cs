using System.Diagnostics;
using System.Globalization;
using System.IO.Compression;
using System.Runtime.InteropServices;
using Lowtide.Commands;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Reports.Compare;
using Lowtide.Reports.Documents;
using Lowtide.Reports.Explain;
using Lowtide.Reports.Blocks;
using Lowtide.Analysis.Comparison;
using Lowtide.Reports.Trials;
using Lowtide.Reports.Writing;
using Lowtide.Tests.Pure.Recordings;
using Lowtide.Tests.Pure.Reports.Blocks;
using Lowtide.Trials.Past;

namespace Lowtide.Tests.Pure.Mutations;

/// <summary>
/// Whatever a file holds, it is shown or refused in one line: no other exception, no more than two seconds, no more than 512 MiB. LOWTIDE_MUTATIONS says of how
/// many files of all kinds together; each is made of its number alone.
/// </summary>
public sealed partial class MutatedFilesTests : IDisposable
{
    private const int Usual = 600, Kinds = 6;
    private const long MostBytes = 512L << 20;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);

    private readonly TempFolder _folder = new();
    private readonly Dictionary<string, List<string>> _wrong = [];
    private int _shown, _refused;

    private static int EachKind =>
        (int.TryParse(Environment.GetEnvironmentVariable("LOWTIDE_MUTATIONS"), CultureInfo.InvariantCulture, out var asked) ? asked : Usual) / Kinds;

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
        All(random =>
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
        All(random =>
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
        All(random =>
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
        All(random =>
        {
            // Half of them near the beginning, where it is said what there is.
            var head = random.Next(2) == 0 ? whole.Length : Math.Min(whole.Length, 6000);
            File.WriteAllBytes(path, [.. Mutated.Bytes(whole[..head], random), .. whole[head..]]);
            ShowRecording(path);
        }, EachKind / 2);
    }

    private static Recording Whole(bool made) => made ? MadeReports.Recording(copies: true) with { Faults = Recorded.Full.Faults } : Recorded.Full;

    private static void ShowRecording(string path)
    {
        var material = ReportFiles.Read([path]);
        var diagnosis = material.Recordings[0].Diagnosis;
        TerminalReport.Show(ExplainReport.Of(diagnosis, path, details: true), Screen.Plainly(TextWriter.Null));
        System.Text.Json.JsonSerializer.Serialize(ExplainDocument.Of(diagnosis), JsonDocuments.Default.ExplainDocument);
        ReportJson.Text(ReportDocument.Of(material));
        CompareReport.Of(FamilyComparison.Of(material.Recordings[0].Recording, material.Recordings[0].Recording), "a", "b");
    }

    private static void ShowTrial(string path)
    {
        var past = PastTrials.In([path]);
        TrialsScreen.Show(past, Screen.Plainly(TextWriter.Null));
        TrialsDocument.Of(past, null);
        if (past.Unread is [var unread])
            throw new Failure(unread.Why);
        ReportJson.Text(ReportDocument.Of(new ReportMaterial([], past.Trials)));
        if (past.Trials[0].IsComplete)
            TerminalReport.Show(TrialReport.Of(past.Trials[0], details: true, null), Screen.Plainly(TextWriter.Null));
    }

    private void All(Action<Random> one, int? count = null)
    {
        one = Measured(one);
        for (var seed = 0; seed < (count ?? EachKind); seed++)
        {
            try
            {
                one(new Random(seed));
                _shown++;
            }
            catch (Failure refused) when (!refused.Message.Contains('\n') && !refused.Message.Contains('\u001b'))
            {
                _refused++;
            }
            catch (Exception wrong)
            {
                var where = wrong.StackTrace?.Split('\n').FirstOrDefault(line => line.Contains("Lowtide", StringComparison.Ordinal))?.Trim();
                Wrong($"{wrong.GetType().Name} {wrong.Message.ReplaceLineEndings(" ")[..Math.Min(80, wrong.Message.Length)]} {where}", seed);
            }
        }
        Assert.True(_wrong.Count == 0, string.Join('\n', _wrong.Select(each => $"{each.Value.Count} x {each.Key}, as seed {each.Value[0]}")));
        Assert.True(_refused > 0, $"{_shown} were shown, {_refused} refused");
    }

    private Action<Random> Measured(Action<Random> one) => random =>
    {
        var (began, worked, bytes) = (Stopwatch.GetTimestamp(), ThreadTime(), GC.GetAllocatedBytesForCurrentThread());
        try
        {
            one(random);
        }
        finally
        {
            // A machine that is busy with others makes all wait.
            if (ThreadTime() - worked > Longest || Stopwatch.GetElapsedTime(began) > 20 * Longest)
                Wrong($"took more than {Longest.TotalSeconds} s", (int)Stopwatch.GetElapsedTime(began).TotalSeconds);
            if (GC.GetAllocatedBytesForCurrentThread() - bytes is > MostBytes and var allocated)
                Wrong("took more than 512 MiB", (int)(allocated >> 20));
        }
    };

    /// <summary>CLOCK_THREAD_CPUTIME_ID, clock_gettime(2).</summary>
    private static TimeSpan ThreadTime()
    {
        Span<long> time = stackalloc long[2];
        Assert.Equal(0, ReadClock(3, ref time[0]));
        return TimeSpan.FromSeconds(time[0]) + TimeSpan.FromMicroseconds(time[1] / 1000);
    }

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int ReadClock(int clock, ref long time);

    private void Wrong(string what, int seed) =>
        (_wrong.TryGetValue(what, out var seeds) ? seeds : _wrong[what] = []).Add(seed.ToString(CultureInfo.InvariantCulture));
}
