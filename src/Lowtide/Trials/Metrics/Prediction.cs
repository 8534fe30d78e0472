using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Recordings;
using Lowtide.Trials.Arms;

namespace Lowtide.Trials.Metrics;

/// <summary>What an arm should save, told from a baseline run as 'explain' tells it, and held against what it saved.</summary>
internal static class Prediction
{
    /// <summary>
    /// Of each remedy its largest answer, as two findings may speak of the same pages; summed over the findings, since two remedies
    /// of one finding cannot save the same pages twice.
    /// </summary>
    /// <returns>Null where nothing is predicted: so of an arm that changes more than remedies, as the baseline does not show that server.</returns>
    public static Saving? Of(Arm arm, Recording baseline)
    {
        if (arm.Command is not null || arm.Settings.Count > 0)
            return null;
        var findings = FindingRules.Examine(baseline).Findings;
        // A run is looked at when its workers are so old: what a remedy lets grow has grown for that long, and no longer.
        var age = CyclicGarbage.MeanAge(baseline.Latest) ?? 0;
        var savings = arm.Remedies
            .Select(id => RemedyCatalogue.Find(id)!)
            .SelectMany(remedy => findings
                .Where(finding => remedy.Answers.Contains(finding.Id))
                .Where(finding => remedy.Helps(finding, baseline))
                .Select(finding => (finding.Id, Saving: remedy.Predict(finding, baseline)?.After(age)))
                .Where(answer => answer.Saving is not null)
                .OrderByDescending(answer => answer.Saving!.HighBytes)
                .Take(1))
            .GroupBy(answer => answer.Id)
            .Select(answers => answers.MaxBy(answer => answer.Saving!.HighBytes).Saving!)
            .ToList();
        return savings.Count == 0 ? null : new Saving(savings.Sum(saving => saving.LowBytes), savings.Sum(saving => saving.HighBytes));
    }

    /// <summary>
    /// Whether the two intervals meet; null where there was no prediction, or too few pairs for an interval of what was saved.
    /// </summary>
    /// <param name="measured">Baseline less arm.</param>
    public static bool? Held(Saving? predicted, PairedEffect measured) =>
        predicted is null || measured.Interval is not { } seen
            ? null
            : seen.High >= predicted.LowBytes && seen.Low <= predicted.HighBytes;
}
