using System.CommandLine;
using Lowtide.Analysis.Comparison;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Reports;
using Lowtide.Reports.Compare;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary><c>lowtide compare A B</c>: two families that run now, or two recordings.</summary>
internal static class CompareCommand
{
    private static readonly TimeSpan Usual = TimeSpan.FromSeconds(30), Interval = TimeSpan.FromSeconds(1);

    public static Command Build()
    {
        var a = Targets.Argument("a pid, the whole name of one family, or a recording", required: true, "A", recording: true);
        var b = Targets.Argument("what to hold against it: likewise, and of the same kind", required: true, "B", recording: true);
        var duration = DurationOption.Build("--duration", "how long to observe live ones: 30s without it", "-d");
        var details = new Option<bool>("--details") { Description = "also what is the same on both sides, how it is decided, and what could not be read" };
        var shown = new FormatOption(CompareDocument.Name);
        var stretch = new StretchOptions();
        var verb = new Command("compare", """
            Two families side by side: how they differ, and what else does.

            For canary and control in production, where nobody may restart or load the
            server. It is an observation, not a trial. Two recordings are compared by
            what they hold.

            Examples:
              sudo lowtide compare 4711 4812
              sudo lowtide compare 4711 4812 -d 5m
              lowtide compare control.lowtide canary.lowtide --json
              sudo lowtide compare uwsgi uwsgi-2 --since 1d
            """) { a, b, duration, details };
        stretch.AddTo(verb);
        shown.AddTo(verb);
        verb.SetAction(parsed =>
        {
            var (nameA, nameB, format) = (parsed.GetValue(a)!, parsed.GetValue(b)!, shown.Of(parsed));
            var (first, second) = Take(nameA, nameB, parsed.GetValue(duration), stretch.Of(parsed, TimeProvider.System));
            var comparison = FamilyComparison.Of(first, second);
            FormatOption.Write(
                format,
                () => CompareReport.Of(comparison, nameA, nameB, parsed.GetValue(details), stretch.Words(parsed)),
                () => JsonDocuments.Write(CompareDocument.Of(comparison, nameA, nameB), JsonDocuments.Default.CompareDocument));
            return 0;
        });
        return verb;
    }

    private static (Recording A, Recording B) Take(string a, string b, TimeSpan? duration, Stretch? stretch)
    {
        if (stretch is not null)
            return duration is not null ? throw Failure.Wrong("--duration goes with live families; --since takes what was kept of them")
                : Apart(a, b, stretch.Of(a, null, TimeProvider.System), stretch.Of(b, null, TimeProvider.System));
        var (fileA, fileB) = (Targets.IsFile(a), Targets.IsFile(b));
        if (fileA != fileB)
            throw Failure.Wrong(
                $"{(fileA ? a : b)} is a recording and {(fileA ? b : a)} is not: what ran at different times is under different load; "
                + "record both, or name two that run");
        if (fileA && duration is not null)
            throw Failure.Wrong("--duration goes with live families; a recording is compared by what it holds");
        var both = fileA
            ? (Targets.File(a), Targets.File(b))
            : Observe(Targets.Live(a), Targets.Live(b), duration ?? Usual).GetAwaiter().GetResult();
        return Apart(a, b, both.Item1, both.Item2);
    }

    /// <exception cref="Failure">They are of one family.</exception>
    private static (Recording A, Recording B) Apart(string a, string b, Recording first, Recording second) =>
        FamilyComparison.InBoth(first, second) is { } same
            ? throw Failure.Wrong(
                $"{a} and {b} are of one family: process {same.Pid} ({Screen.Plain(ProcessTitle.Program(same.Name))}) is in both; "
                + $"'lowtide explain {ShellWord.Of(a)}' shows how that one changes")
            : (first, second);

    /// <summary>
    /// As <c>record</c> does, both at once, in memory: what a comparison says of two live families and of their recordings is the same, and no file is left
    /// however it ends.
    /// </summary>
    private static async Task<(Recording A, Recording B)> Observe(Family a, Family b, TimeSpan duration)
    {
        if (a.Head.Pid == b.Head.Pid)
            throw Failure.Wrong($"both are of one family, with master {a.Head.Pid} ({Screen.Plain(a.Name)}): name two; 'lowtide ps' lists them");
        try
        {
            using var asked = new StopRequest().WithReader();
            // One that fails ends the other too: nobody waits for half a comparison.
            using var stop = CancellationTokenSource.CreateLinkedTokenSource(asked.Token);
            using var line = new ProgressLine();
            line.Show("looking at every page of both");
            // Both tell where they are; one is enough to be shown.
            var recordings = await Task.WhenAll(
                RecordAsync(a, duration, stop, progress => line.Show(
                    $"observing both: {progress.Elapsed.TotalSeconds:0} of {duration.TotalSeconds:0} s; Ctrl-C ends it early")),
                RecordAsync(b, duration, stop));
            return (recordings[0], recordings[1]);
        }
        catch (RecordingException failure)
        {
            throw Targets.Failed(failure);
        }
    }

    private static Task<Recording> RecordAsync(
        Family family, TimeSpan duration, CancellationTokenSource stop, Action<RecordingProgress>? progress = null) => Task.Run(async () =>
        {
            try
            {
                using var writer = RecordingWriter.InMemory(HostFiles.Read(ProgramVersion.Text));
                var recorder = new FamilyRecorder(writer, new SamplePace(duration, Interval), TimeProvider.System) { Progress = progress, WithPicture = false };
                Targets.MustBeRecorded(await recorder.RunAsync(family, stop.Token), family);
                writer.Close();
                return writer.Recorded();
            }
            catch
            {
                await stop.CancelAsync();
                throw;
            }
        });
}
