using System.CommandLine;
using Lowtide.Reports;
using Lowtide.Reports.Trials;
using Lowtide.Trials.Past;
using Lowtide.Trials.Results;
using Lowtide.Trials.Storage;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary><c>lowtide trials [FILE|FOLDER...]</c>: what came out before, and how often the predictions held.</summary>
internal static class TrialsCommand
{
    public static Command Build()
    {
        var places = new Argument<string[]>("FILE|FOLDER")
        {
            Description = "trials' files, or folders of them (default: where 'lowtide trial' keeps them)",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var combine = new Option<bool>("--combine")
        {
            Description = "take them for the same trial on machines of different classes: the verdict of each, the worst named",
        };
        var details = new Option<bool>("--details")
        {
            Description = "of one complete FILE: every metric with its margin, and what each arm brings",
        };
        var shown = TrialOutput.Formats(TrialsDocument.Name);
        var verb = new Command("trials", """
            List the trials that were kept, predicted against measured.

            Of one FILE that is complete, show all that came out, in any format but json.

            Examples:
              lowtide trials
              lowtide trials 20260101-120000-uwsgi.jsonl
              lowtide trials trial.jsonl --require better:pss_bytes --format junit
              lowtide trials --combine old-cpu.jsonl new-cpu.jsonl
            """) { places, combine, TrialOptions.Require, details, TrialOptions.WorkerLimit };
        shown.AddTo(verb);
        verb.SetAction(parsed => Run(
            parsed.GetValue(places) ?? [], parsed.GetValue(combine), parsed.GetValue(TrialOptions.Require), parsed.GetValue(details),
            parsed.GetValue(TrialOptions.WorkerLimit), shown.Of(parsed)));
        return verb;
    }

    private static int Run(string[] places, bool combine, string? require, bool details, long? workerLimit, string format)
    {
        if (places.FirstOrDefault(place => !Path.Exists(place)) is { } missing)
            throw Failure.Wrong($"no file or folder {missing}: 'lowtide trials' alone lists those that are kept");
        var shelf = TrialShelf.Folder(Environment.GetEnvironmentVariable);
        var past = PastTrials.In(places.Length > 0 ? places : Directory.Exists(shelf) ? [shelf] : []);
        if (combine && past.Trials.Count < 2)
            throw Failure.Wrong($"--combine takes two trials or more, not {past.Trials.Count}: name their files, or a folder of them"
                + (past.Unread is [var first, ..] ? $" ({first.Why})" : ""));
        var combined = combine ? CombinedArm.Of(past.Trials) : null;
        var whole = format != FormatOption.Json && !combine && places.Length == 1 && past.Trials is [{ IsComplete: true }] && File.Exists(places[0]);
        var ofOne = details ? "--details" : workerLimit is not null ? "--worker-limit" : require is not null ? "--require"
            : format is not (FormatOption.Text or FormatOption.Json) ? $"--format {format}" : null;
        if (ofOne is not null && !whole)
            throw Failure.Wrong($"{ofOne} goes with one FILE of a complete trial, without --json and --combine");
        if (format == FormatOption.Json)
            JsonDocuments.Write(TrialsDocument.Of(past, combined), JsonDocuments.Default.TrialsDocument);
        else if (combined is not null)
            TrialsScreen.ShowCombined(past, combined, Screen.Out);
        else if (whole)
            return Show(past.Trials[0], require, details, workerLimit, format);
        else
            TrialsScreen.Show(past, Screen.Out);
        return places.Length > 0 && past.Trials.Count == 0 && past.Unread.Count > 0 ? Failure.Failed : 0;
    }

    private static int Show(PastTrial trial, string? require, bool details, long? workerLimit, string format)
    {
        var requirements = Requirement.ParseAll(require, trial.Facts.Plan);
        TrialOutput.MustRequire(format, requirements);
        TrialOutput.Write(
            format, trial.Result!, requirements, trial.Kept.Path, trial.Kept.Header.Folder,
            () => TrialReport.Of(trial, details, workerLimit), () => throw new InvalidOperationException("its document is that of the list"));
        return TrialOutput.Status(trial.Result!, requirements);
    }
}
