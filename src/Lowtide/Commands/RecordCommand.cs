using System.CommandLine;
using Lowtide.Capture.DotNet;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Reports;
using Lowtide.Reports.Record;

namespace Lowtide.Commands;

/// <summary><c>lowtide record TARGET -d 30s -o x.lowtide</c></summary>
internal static class RecordCommand
{
    private static readonly TimeSpan ShortestInterval = TimeSpan.FromMilliseconds(100);

    public static Command Build()
    {
        var target = Targets.Argument("a pid, or the whole name of one family", required: true);
        var duration = DurationOption.Build("--duration", "how long: 500ms, 30s, 5m or 2h; 30s without it", "-d");
        var interval = DurationOption.Build("--interval", "time between two samples of each process; 1s without it");
        var output = new Option<string?>("--output", "-o")
        {
            Description = "the file to write; NAME-PID.lowtide in the current folder without it",
            HelpName = "x.lowtide",
        };
        var faults = new Option<bool>("--faults") { Description = "page faults with their call chains too, as 'lowtide faults' shows them" };
        var every = FaultsCommand.EveryOption();
        var allocations = new Option<bool>("--allocations") { Description = ".NET: sampled allocations too, by type and call stack" };
        var deaths = new Option<bool>("--deaths")
        {
            Description = ".NET: follow sampled allocations until they are collected (includes --allocations); each collection then tells all that survives it",
        };
        var requests = new Option<bool>("--requests")
        {
            Description = ".NET: how long its requests took too, of ASP.NET Core and HttpClient: which of the slow ones a pause held up",
        };
        var keepTrace = new Option<string?>("--keep-trace")
        {
            Description = ".NET: also keep the runtime's events as they came, for PerfView or dotnet-trace",
            HelpName = "x.nettrace",
        };
        var json = new Option<bool>("--json") { Description = "the document lowtide/record/1 on standard output, at the end" };
        var verb = new Command("record", """
            Sample a family over time into a file that 'lowtide explain' reads.

            Looks at every page at the start and the end, and at memory and collections of
            each process every second in between. Workers that come later are recorded
            too. Ctrl-C ends it early, and the file is whole.

            Examples:
              sudo lowtide record uwsgi
              sudo lowtide record 4711 -d 5m -o before.lowtide
              sudo lowtide record uwsgi -d 1h --interval 10s --json
              sudo lowtide record uwsgi --faults
              lowtide record 4711 -d 2m --allocations --requests
            """) { target, duration, interval, output, faults, every, allocations, deaths, requests, keepTrace, json };
        verb.SetAction(parsed =>
        {
            var pace = new SamplePace(parsed.GetValue(duration) ?? TimeSpan.FromSeconds(30), parsed.GetValue(interval) ?? TimeSpan.FromSeconds(1));
            if (pace.Interval < ShortestInterval)
                throw Failure.Wrong("--interval is too short: 100ms is the shortest that leaves the target alone");
            if (parsed.GetResult(every) is { Implicit: false } && !parsed.GetValue(faults))
                throw Failure.Wrong("--every goes with --faults: it samples page faults");
            var family = Targets.Live(parsed.GetValue(target)!);
            int? faultsEvery = parsed.GetValue(faults) ? parsed.GetValue(every) : null;
            var followed = parsed.GetValue(deaths);
            var listening = new DotNetListening(
                followed || parsed.GetValue(allocations), followed, parsed.GetValue(requests), NewFile.Checked(parsed.GetValue(keepTrace), keepTrace.Name));
            return RunAsync(family, pace, parsed.GetValue(output), faultsEvery, listening, parsed.GetValue(json)).GetAwaiter().GetResult();
        });
        return verb;
    }

    private static Unreadable NoTrace(string path) =>
        new("dotnet.kept-trace", $"{path}, the trace to keep", "it was not written, as no .NET runtime was heard", Mend: null);

    private static async Task<int> RunAsync(Family family, SamplePace pace, string? output, int? faultsEvery, DotNetListening listening, bool json)
    {
        using var stop = new StopRequest();
        using var screen = new RecordScreen(family.Head, pace.Duration);
        try
        {
            RecordingSummary? summary;
            string path;
            using (var writer = RecordingFile.Create(output, family.Name, family.Head.Pid, HostFiles.Read(ProgramVersion.Text)))
            {
                path = writer.FileName!;
                var recorder = new FamilyRecorder(writer, pace, TimeProvider.System)
                {
                    Progress = screen.Show,
                    Silences = screen.SaySilenced,
                    FaultsEvery = faultsEvery,
                    DotNet = listening,
                };
                summary = await recorder.RunAsync(family, stop.Token);
                if (summary is null or { End: RecordingEnd.Unreadable })
                    writer.Discard();
                summary = Targets.MustBeRecorded(summary, family);
                writer.Close();
            }
            screen.Dispose();
            if (listening.KeepTrace is { } trace && !File.Exists(trace))
                summary = summary with { CouldNotRead = [.. summary.CouldNotRead, NoTrace(trace)] };
            if (json)
                JsonDocuments.Write(RecordDocument.Of(path, summary), JsonDocuments.Default.RecordDocument);
            else
                RecordScreen.ShowEnd(path, RecordingFile.AsTarget(path), summary);
            return 0;
        }
        catch (RecordingException failure)
        {
            throw Targets.Failed(failure);
        }
    }
}
