using System.CommandLine;
using System.Globalization;
using Lowtide.Capture.Families;
using Lowtide.Capture.Faults;
using Lowtide.Reports;
using Lowtide.Reports.Faults;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary><c>lowtide faults TARGET -d 10s</c>: which code touches memory first.</summary>
internal static class FaultsCommand
{
    private static readonly TimeSpan Usual = TimeSpan.FromSeconds(10);

    /// <summary>More than that samples nothing.</summary>
    private const int MostEvery = 1_000_000;

    public static Command Build()
    {
        var target = Targets.Argument("a pid, the whole name of one family, or a recording made with --faults", required: true, recording: true);
        var duration = DurationOption.Build("--duration", "how long: 500ms, 30s, 5m or 2h; 10s without it", "-d");
        var every = EveryOption();
        var folded = new Option<string?>("--folded")
        {
            Description = "also the call chains for flame graphs (thread;what;function;... faults) into this file; - for standard output alone",
            HelpName = "FILE",
        };
        var shown = new FormatOption(FaultsDocument.SchemaName);
        var verb = new Command("faults", """
            Page faults with the code that made them: who copied which memory.

            On a worker that is forked meanwhile this proves what copies its pages: of each
            first write to an inherited page the call chain is known. A fault takes the
            target about twice as long meanwhile; nothing is stopped.

            Examples:
              sudo lowtide faults uwsgi
              sudo lowtide faults 4711 -d 1m --folded faults.folded
              sudo lowtide faults uwsgi --every 10 --json
              lowtide faults x.lowtide
            """) { target, duration, every, folded };
        shown.AddTo(verb);
        verb.SetAction(parsed =>
        {
            var (file, format) = (parsed.GetValue(folded), shown.Of(parsed));
            if (file == FoldedStacks.StandardOutput && format != FormatOption.Text)
                throw Failure.Wrong(
                    $"{(format == FormatOption.Json ? "--json" : "--format")} and '--folded -' both take standard output: name a file for the chains");
            using var kept = file == FoldedStacks.StandardOutput ? null : NewFile.Create(file, folded.Name);
            var name = parsed.GetValue(target)!;
            var look = Targets.IsFile(name)
                ? Recorded(name, parsed.GetValue(duration) is not null || parsed.GetResult(every) is { Implicit: false })
                : Watch(Targets.Live(name), parsed.GetValue(duration) ?? Usual, parsed.GetValue(every));
            if (file == FoldedStacks.StandardOutput)
                FoldedStacks.Show(look.Faults);
            else
                kept?.Write(text => FoldedStacks.Write(look.Faults, text));
            if (file != FoldedStacks.StandardOutput)
                FormatOption.Write(
                    format, () => FaultsReport.Of(look), () => JsonDocuments.Write(FaultsDocument.Of(look), JsonDocuments.Default.FaultsDocument));
            return 0;
        });
        return verb;
    }

    public static Option<int> EveryOption()
    {
        var option = new Option<int>("--every")
        {
            Description = "sample one fault in so many, where they come too fast; all without it",
            HelpName = "N",
            DefaultValueFactory = _ => 1,
        };
        option.Validators.Add(result =>
        {
            // Read from the word itself: asking for the value of one that is no number throws.
            if (result.Tokens is [{ Value: var word }, ..]
                && !(int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var every) && every is >= 1 and <= MostEvery))
                result.AddError($"--every takes a number from 1 to {MostEvery}, as 10 for one fault in ten");
        });
        return option;
    }

    /// <exception cref="Failure">The kernel refuses, in the words that mend it.</exception>
    public static FaultRecorder? Start(Family family, int every)
    {
        try
        {
            return FaultRecorder.Start(family, every, TimeProvider.System);
        }
        catch (FaultsRefusedException refused)
        {
            throw new Failure($"page faults of {Screen.Plain(family.Name)} {family.Head.Pid} cannot be watched: {refused.Refused.Why}"
                + (refused.Refused.Mend is { } mend ? $"; {mend}" : ""));
        }
    }

    private static FaultsSnapshot Watch(Family family, TimeSpan duration, int every)
    {
        using var stop = new StopRequest().WithReader();
        using var line = new ProgressLine();
        var name = family.Name;
        line.Show($"looking at the pages of {Screen.Plain(name)} {family.Head.Pid}");
        using var recorder = Start(family, every) ?? throw Targets.Ended(family);
        recorder.Run(duration, stop.Token, () => line.Show(
            $"watching {Screen.Plain(name)} {family.Head.Pid}: {recorder.Elapsed.TotalSeconds:0} of {duration.TotalSeconds:0} s, "
            + $"{recorder.Seen} faults; Ctrl-C ends it early"));
        var (faults, missing) = recorder.Result();
        return new FaultsSnapshot(name, family.Head.Pid, faults, missing);
    }

    private static FaultsSnapshot Recorded(string path, bool live)
    {
        if (live)
            throw Failure.Wrong("--duration and --every go with a live TARGET; a recording is shown as it is");
        var recording = Targets.File(path);
        var head = recording.Latest.Head;
        return new FaultsSnapshot(
            recording.Latest.Name, head.Process.Pid,
            recording.Faults ?? throw new Failure($"{path} holds no page faults: it was made without --faults ('lowtide record TARGET --faults')"),
            recording.CouldNotRead);
    }
}
