using Lowtide.Analysis;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;
using Lowtide.Trials.Past;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Trials;

/// <summary>What a finished trial says: the verdict first, one table, what to know about it, and the line that keeps what helped.</summary>
internal static class TrialReport
{
    /// <summary>What is worth a reader's time before the details.</summary>
    private const int MostNotes = 4;

    /// <param name="trial">That is complete.</param>
    public static ReportDocument Of(PastTrial trial, bool details, long? workerLimit)
    {
        var report = Of(trial.Result!, trial.Kept.Path, details, workerLimit);
        return trial.OtherRules ? report with { About = [$"{TrialStanding.DecidedAnew(trial)}.", .. report.About] } : report;
    }

    /// <param name="file">Where the trial is kept.</param>
    /// <param name="workerLimit">Private memory above which a worker would be replaced, in bytes; null: nobody asks.</param>
    public static ReportDocument Of(TrialResult result, string file, bool details = false, long? workerLimit = null)
    {
        var notes = Notes(result).ToList();
        var shown = details ? notes.Count : MostNotes;
        ReportBlock?[] figures =
        [
            result.Arms is [var only] ? MetricsTable.Of(only) : ArmsTable.Of(result),
            Text(string.Join(' ', Held(result)), [.. notes.Take(shown), .. Limits(result, workerLimit)]),
            new StepsBlock([.. Keep(result), .. Next(file, details, notes.Count - shown)]),
        ];
        return new ReportDocument
        {
            Title = TrialConclusion.Setting(result),
            About = [.. RunAgreements.Careful(result.Facts)],
            Answer = TrialConclusion.Of(result),
            Sections =
            [
                new ReportSection("verdict", "Verdict", "", [.. figures.OfType<ReportBlock>()]) { NeedsHeading = false },
                .. details ? Details(result) : [],
            ],
        };
    }

    private static TextBlock? Text(string text, IReadOnlyList<string> items) =>
        (text, items) is ("", []) ? null : new TextBlock(null, text.Length > 0 ? text : null, items);

    /// <summary>What the prediction was worth, and whether the remedy was on.</summary>
    private static IEnumerable<string> Held(TrialResult result) => result.Arms.SelectMany(arm =>
        ArmNotes.Prediction(arm).Select(sentence => result.Arms.Count == 1 ? sentence : $"{arm.Arm.Name}: {sentence}"));

    /// <summary>What spoils the comparison first.</summary>
    private static IEnumerable<string> Notes(TrialResult result) =>
    [
        .. TrialNotes.Flaws(result),
        .. TrialNotes.Of(result).Except(TrialNotes.Flaws(result)),
        .. result.Arms.SelectMany(arm => ArmNotes.Of(arm, result).Select(note => (arm.Arm.Name, Note: note)))
            .GroupBy(each => each.Note)
            .Select(same => result.Arms.Count == 1 || same.Count() == result.Arms.Count
                ? same.Key : $"{string.Join(", ", same.Select(each => each.Name))}: {same.Key}"),
    ];

    private static IEnumerable<string> Limits(TrialResult result, long? bytes) => bytes is { } limit
        ? result.Arms.Select(arm => WorkerLimitWords.Of(WorkerLimit.Of(limit, arm.Arm, result.Facts), arm.Arm.Name)) : [];

    /// <summary>Of the arm that helped most, where what it does is a remedy's alone.</summary>
    private static IEnumerable<Step> Keep(TrialResult result) =>
        BestArm.Of(result)?.Arm.Arm is { Command: null, Settings.Count: 0, Remedies: var remedies }
            ? remedies.Select(id => RemedyCatalogue.Find(id)!).Select(remedy => new Step("keep it", LineToKeep(remedy, result), IsCommand: true))
            : [];

    /// <summary>To be pasted as it is: what else it could be kept in is a comment.</summary>
    private static string LineToKeep(IRemedy remedy, TrialResult result)
    {
        // A shell or a script may have started it.
        var server = ServerProgram.OfCommand(string.Join(' ', result.Plan.Command.Text)) ?? ServerProgram.OfCommand(result.Facts.Blocks[0].Baseline.Server);
        var forms = PermanentForms.NamesFor(remedy.Permanent, server).ToList();
        return $"lowtide remedies {remedy.Id} --as {forms[0]}" + "  # prints what to add" + (forms.Count > 1 ? $"; or {string.Join(", ", forms.Skip(1))}" : "");
    }

    private static IEnumerable<Step> Next(string file, bool details, int notes) => details
        ? [new Step("kept in", file, IsCommand: true)]
        : [new Step(
            "details", $"lowtide trials {ShellWord.Of(file)} --details" + (notes > 0 ? $"  # {Amount.Count(notes, "more note")}" : ""), IsCommand: true)];

    private static IEnumerable<ReportSection> Details(TrialResult result)
    {
        yield return new ReportSection("metrics", "Every metric", "", [MetricsTable.InFigures(result, "", _ => null)]);
        var brings = result.Arms.SelectMany(arm => BenefitsTable.Blocks(arm, isOnly: result.Arms.Count == 1)).ToList();
        if (brings.Count > 0)
            yield return new ReportSection("brings", "What it brings", BenefitsTable.Summary, brings);
    }
}
