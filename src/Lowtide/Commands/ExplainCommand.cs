using System.CommandLine;
using System.CommandLine.Parsing;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Capture.Families;
using Lowtide.Launch;
using Lowtide.Recordings;
using Lowtide.Reports;
using Lowtide.Reports.AtAGlance;
using Lowtide.Reports.Explain;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary><c>lowtide explain [TARGET|x.lowtide]</c>: capture, analysis, report and nothing else.</summary>
internal static class ExplainCommand
{
    public static Command Build()
    {
        var target = Targets.Argument(
            "a pid, the whole name of one family, a recording, or a .nettrace; all servers of this machine without it", required: false, recording: true);
        var shown = new FormatOption(ExplainDocument.Name, OwnFormat.Sarif);
        var before = new Option<string?>("--before")
        {
            Description = "a recording of the same master from before its workers were forked: the picture at fork time",
            HelpName = "x.lowtide",
        };
        var load = LoadPeriod();
        var listen = DurationOption.Build("--listen", "a live .NET process: how long to listen to its collections; 10s without it");
        var requests = new Option<bool>("--requests")
        {
            Description = "a live .NET process: how long its requests took too, of ASP.NET Core and HttpClient",
        };
        var log = new Option<string?>("--access-log")
        {
            Description = "requests beside a recording's pauses: a web server's log with when and how long (docs/dotnet.md)",
            HelpName = "FILE",
        };
        var slow = DurationOption.Build("--slow", "from there on a request is slow; 500ms without it");
        var details = new Option<bool>("--details") { Description = "the answer, and all that it rests on: evidence, risks, every remedy" };
        var save = new Option<string?>("--save")
        {
            Description = "what to try and how to keep it, as a script to run",
            HelpName = "plan.sh",
        };
        var walk = new Option<bool>("--walk")
        {
            Description = "Ruby with Lowtide's kit: have each process count what its objects hold by malloc; its threads wait meanwhile,"
                + " some 0.03 s for each million objects",
        };
        var stretch = new StretchOptions();
        var verb = new Command("explain", """
            Why a family's memory is what it is: evidence, and what helps.
            Without a TARGET it looks at the servers of this machine, as 'lowtide' alone does.

            Examples:
              sudo lowtide explain
              sudo lowtide explain uwsgi
              sudo lowtide explain uwsgi --save plan.sh
              lowtide explain x.lowtide --json
              sudo lowtide explain 4711 --before x.lowtide
              lowtide explain bench.lowtide --load-period 1s
              lowtide explain 4711 --listen 60s
              lowtide explain x.nettrace
              lowtide explain x.lowtide --access-log access.log --slow 1s
              sudo lowtide explain uwsgi --since 2d
            """) { target, details, save, before, walk, load, listen, requests, log, slow };
        stretch.AddTo(verb);
        shown.AddTo(verb);
        verb.SetAction(parsed =>
        {
            if (parsed.GetValue(target) is null)
                return OfHost(parsed, shown);
            var format = shown.Of(parsed);
            var (name, earlier, walks, period) = (parsed.GetValue(target)!, parsed.GetValue(before), parsed.GetValue(walk), parsed.GetValue(load));
            var (listening, asked) = (parsed.GetValue(listen), parsed.GetValue(requests));
            using var script = NewFile.Create(parsed.GetValue(save), save.Name);
            Recording recording;
            IReadOnlyList<string> about = [];
            if (stretch.Of(parsed, TimeProvider.System) is { } kept)
            {
                (recording, about) = Recorded(() => kept.Read(name, period, TimeProvider.System), earlier, walks, listening, asked);
            }
            else if (Targets.IsFile(name))
            {
                recording = Recorded(() => Targets.File(name, period), earlier, walks, listening, asked);
            }
            else
            {
                // A look waits for the target: for its runtime, or for its walk. What is only read needs nobody to end it.
                using var stop = new StopRequest().WithReader();
                try
                {
                    recording = LookAsync(name, earlier, walks, period, listening, asked, stop.Token).GetAwaiter().GetResult();
                    // A signal that came meanwhile is not lost.
                    stop.Dispose();
                    stop.Token.ThrowIfCancellationRequested();
                }
                catch (OperationCanceledException) when (stop.Token.IsCancellationRequested)
                {
                    return stop.ExitCode;
                }
            }
            if (parsed.GetValue(log) is { } path)
                recording = LoggedRequests.Beside(recording, path);
            if (parsed.GetValue(slow) is { } limit)
                recording = recording with { SlowRequest = limit };
            var diagnosis = Diagnosis.Of(recording);
            FormatOption.Write(
                format,
                () => ExplainReport.Of(diagnosis, name, parsed.GetValue(details), stretch.Words(parsed), about),
                () => JsonDocuments.Write(ExplainDocument.Of(diagnosis), JsonDocuments.Default.ExplainDocument),
                (OwnFormat.Sarif, () => ExplainSarif.Text(diagnosis, Standing(diagnosis.Family.Head.Process, name))));
            if (script is not null)
                Save(
                    script,
                    PlanScript.Of(diagnosis, name) ?? throw new Failure($"nothing is to be tried, so {parsed.GetValue(save)} was not written"),
                    parsed.GetValue(save)!);
            return diagnosis.NothingRead ? Failure.Failed : 0;
        });
        return verb;
    }

    private static void Save(NewFile script, string plan, string name)
    {
        script.Write(file => file.Write(plan));
        script.MakeExecutable();
        // What it asks for is given to it so.
        var asked = string.Concat(PlanScript.Asked(plan).Select(variable => $"{variable}=... "));
        Console.Error.WriteLine($"lowtide: {Screen.Plain(name)} is written; read it, then run it by: {asked}sh {Screen.Plain(ShellWord.Of(name))}");
    }

    private static string Standing(ProcessFacts process, string target) => StandingFile.Uri(
        process.CommandLine.Split(' '), Environment.CurrentDirectory, Targets.IsFile(target) ? target : process.Executable ?? $"/proc/{process.Pid}/exe");

    private static int OfHost(ParseResult parsed, FormatOption shown)
    {
        if (parsed.CommandResult.Children.OfType<OptionResult>()
            .FirstOrDefault(option => !option.Implicit && !shown.Options.Contains(option.Option)) is { } other)
            throw Failure.Wrong($"{other.Option.Name} goes with a TARGET: 'lowtide explain TARGET {other.Option.Name}'");
        var format = shown.Of(parsed);
        if (format == OwnFormat.Sarif.Name)
            throw Failure.Wrong($"--format {format} goes with a TARGET: 'lowtide explain TARGET --format {format}'");
        // Nothing is left by a look that is not ended, so that Ctrl-C does what it does to any program.
        var host = HostLook.Take(TimeProvider.System, CancellationToken.None);
        FormatOption.Write(
            format, () => HostReport.Of(host), () => JsonDocuments.Write(HostDocument.Of(host), JsonDocuments.Default.HostDocument));
        return host.IsUnread ? Failure.Failed : 0;
    }

    /// <summary>Whoever made the load knows it: growth is told apart from its course.</summary>
    public static Option<TimeSpan?> LoadPeriod() => DurationOption.Build(
        "--load-period", "the load of a recorded server begins again after this time: a day without it; 1s for a steady load");

    private static T Recorded<T>(Func<T> read, string? before, bool walk, TimeSpan? listen, bool requests) =>
        before is not null ? throw Failure.Wrong("--before goes with a live TARGET; a recording has its own picture")
        : listen is not null ? throw Failure.Wrong("--listen goes with a live TARGET; a recording has what was told then")
        : requests ? throw Failure.Wrong("--requests goes with a live TARGET; 'lowtide record PID --requests' keeps them")
        : walk ? throw Failure.Wrong("--walk goes with a live TARGET; a recording holds no process that could be asked")
        : read();

    private static async Task<Recording> LookAsync(
        string target, string? before, bool walk, TimeSpan? load, TimeSpan? listen, bool requests, CancellationToken cancellation)
    {
        if (load is not null)
            throw Failure.Wrong("--load-period goes with a recording; one look at a live TARGET tells nothing of growth");
        var picture = before is null ? null : Targets.File(before).Picture
            ?? throw new Failure($"{before} holds no picture of a master's memory; see its could-not-read list with 'lowtide explain {before}'");
        // All of a heap is read only where that remedy makes it matter.
        var fastExit = new FastExit();
        var options = new CaptureOptions(Census: true, Before: picture, Destructors: member => fastExit.TookEffect(member) != false);
        var family = Targets.Live(target);
        var missing = walk ? await WalkRequest.Ask(family.Members.Select(member => member.Pid), TimeProvider.System, cancellation) : [];
        var recording = Targets.Look(family, options, cancellation);
        recording = recording with { CouldNotRead = [.. recording.CouldNotRead, .. missing] };
        return await DotNetLook.Listen(recording, family, listen, requests, cancellation);
    }
}
