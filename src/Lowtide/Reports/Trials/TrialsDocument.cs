using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Past;

namespace Lowtide.Reports.Trials;

/// <summary>What 'lowtide trials --json' prints: the trials that were kept, the oldest first.</summary>
/// <param name="Predictions">Of complete trials with enough pairs to judge them.</param>
/// <param name="Combined">An entry an arm with --combine; otherwise null.</param>
internal sealed record TrialsDocument(
    string Schema,
    IReadOnlyList<PastTrialEntry> Trials,
    PredictionsEntry Predictions,
    IReadOnlyList<CombinedEntry>? Combined,
    IReadOnlyList<UnreadTrial> Unread)
{
    public const string Name = "lowtide/trials/1";

    public static TrialsDocument Of(PastTrials past, IReadOnlyList<CombinedArm>? combined) => new(
        Name,
        [.. past.Trials.Select(PastTrialEntry.Of)],
        new PredictionsEntry(past.Predictions.Count, past.PredictionsHeld, past.EstimatesInside),
        combined?.Select(CombinedEntry.Of).ToList(),
        past.Unread);
}

internal sealed record PastTrialEntry
{
    public required string File { get; init; }

    public required DateTimeOffset Started { get; init; }

    public required string ProgramVersion { get; init; }

    public required string MachineClass { get; init; }

    public required string Server { get; init; }

    /// <summary>The metric that decides.</summary>
    public required string Primary { get; init; }

    /// <summary>Whole ones so far.</summary>
    public required int Pairs { get; init; }

    public required bool Complete { get; init; }

    /// <summary>A trial is writing to the file.</summary>
    public required bool Running { get; init; }

    [MinLength(1)]
    public required IReadOnlyList<PastArmEntry> Arms { get; init; }

    /// <summary>It was begun by a Lowtide that decided by other rules, and may have told another verdict; what is told here is by those of this
    /// one.</summary>
    public required bool OtherRules { get; init; }

    public static PastTrialEntry Of(PastTrial trial) => new()
    {
        File = trial.Kept.Path,
        Started = trial.Kept.Header.Started,
        ProgramVersion = trial.Kept.Header.ProgramVersion,
        MachineClass = Lowtide.Trials.Past.MachineClass.Of(trial.Kept.Header.Host),
        Server = Path.GetFileName(trial.Facts.Plan.Command.Text[0]),
        Primary = trial.Facts.Plan.Primary,
        Pairs = trial.Facts.Blocks.Count,
        Complete = trial.IsComplete,
        Running = trial.Kept.IsRunning,
        Arms = [.. trial.Facts.Plan.Arms.Select(arm => PastArmEntry.Of(arm, trial))],
        OtherRules = trial.OtherRules,
    };
}

/// <param name="Sets">As --arm takes it.</param>
/// <param name="Verdict">Of the primary metric; null before the trial is complete.</param>
/// <param name="PredictionHeld">Null where there is no prediction, or too few pairs.</param>
internal sealed record PastArmEntry(
    string Name,
    string Sets,
    [Words(typeof(VerdictNames), nameof(VerdictNames.All))] string? Verdict,
    SavedBytesEntry? PredictedSavingBytes,
    EstimateEntry? MeasuredSavingBytes,
    bool? PredictionHeld)
{
    public static PastArmEntry Of(Arm arm, PastTrial trial)
    {
        var result = trial.ResultOf(arm);
        return new PastArmEntry(
            arm.Name,
            arm.ToString(),
            trial.IsComplete ? VerdictNames.Of(result!.Primary.Verdict.Verdict) : null,
            SavedBytesEntry.Of(result?.Predicted),
            result is null ? null : EstimateEntry.Of(result.Saving),
            result?.PredictionHeld);
    }
}

/// <param name="Made">By complete trials with enough pairs to judge them.</param>
/// <param name="Held">The predicted and the measured interval meet.</param>
/// <param name="EstimateInside">The measured estimate lies in the predicted interval.</param>
internal sealed record PredictionsEntry(int Made, int Held, int EstimateInside);

/// <param name="Verdict">The worst class's; undecided where a class has no data.</param>
internal sealed record CombinedEntry(
    string Arm,
    string Metric,
    [Words(typeof(VerdictNames), nameof(VerdictNames.All))] string Verdict,
    string? WorstClass,
    string Why,
    [MinLength(2)] IReadOnlyList<ClassEntry> Classes)
{
    public static CombinedEntry Of(CombinedArm arm) => new(
        arm.Arm,
        arm.Metric.Name,
        VerdictNames.Of(arm.Verdict.Verdict),
        arm.Verdict.Worst?.Class,
        arm.Verdict.Why,
        [.. arm.Verdict.Classes.Select(one => new ClassEntry(one.Class, one.Metric is { } metric ? VerdictNames.Of(metric.Verdict) : null))]);
}

/// <param name="Verdict">Null where the class gave no verdict.</param>
internal sealed record ClassEntry(string Class, [Words(typeof(VerdictNames), nameof(VerdictNames.All))] string? Verdict);
