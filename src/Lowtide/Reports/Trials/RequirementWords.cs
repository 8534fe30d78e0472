using Lowtide.Trials.Metrics;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Trials;

/// <summary>What became of a requirement, for the reports that a pipeline shows.</summary>
internal static class RequirementWords
{
    /// <summary>What it came to, the trial's verdict, the measured change, and what had been predicted: a line each.</summary>
    public static IReadOnlyList<string> Lines(RequirementOutcome outcome, TrialResult result) =>
    [
        Sentence(outcome),
        TrialConclusion.Of(outcome.Arm, result),
        Measured(outcome, result),
        .. ArmNotes.Prediction(outcome.Arm),
    ];

    public static string Sentence(RequirementOutcome outcome) => outcome switch
    {
        { Holds: true, Requirement.Verdict: Requirement.NotWorse } => $"{outcome.Name} holds: it is worse by no more than the margin, if it is at all",
        { Holds: true } => $"{outcome.Name} holds: it came out {outcome.Actual}",
        { IsUnclear: true } => $"required {outcome.Name}, but it came out {outcome.Actual}: what is not shown does not hold",
        _ => $"required {outcome.Name}, but it came out {outcome.Actual}",
    };

    /// <summary>Of a requirement, whatever came out: "memory (PSS) must come out better".</summary>
    public static string Demand(Requirement requirement) => $"{TrialMetrics.Find(requirement.Metric)!.Title} must come out " + requirement.Verdict switch
    {
        Requirement.NotWorse => "not worse than without the change, beyond the margin",
        "equivalent" => "as without the change, inside the margin",
        "undecided" => "undecided",
        var verdict => $"{verdict} than without the change",
    };

    private static string Measured(RequirementOutcome outcome, TrialResult result) => outcome.Found is { } found
        ? $"Measured in {TrialValues.Pairs(found.Verdict.Effect.Pairs)}: {found.Metric.Title} {TrialValues.Change(found.Verdict.Effect.Estimate, found.Metric)}"
            + $" ({(TrialValues.Interval(found) is { } interval ? $"interval {interval}" : "no interval from so few pairs")}, "
            + $"margin {TrialValues.Margin(found.Metric)})."
        : $"No run gave {TrialMetrics.Find(outcome.Requirement.Metric)!.Title}, of {TrialValues.Pairs(result.Pairs)}.";
}
