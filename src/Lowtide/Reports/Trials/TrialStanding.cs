using Lowtide.Trials.Past;

namespace Lowtide.Reports.Trials;

/// <summary>What is to be known of a kept trial before its figures are believed.</summary>
internal static class TrialStanding
{
    /// <summary>One sentence or two; null for a trial that ended under today's rules.</summary>
    public static string? Of(PastTrial trial)
    {
        var pairs = TrialValues.Pairs(trial.Facts.Blocks.Count);
        var rules = trial.OtherRules ? $"{DecidedAnew(trial)}." : null;
        var course = trial.IsComplete ? null
            : trial.Kept.IsRunning ? $"This trial still runs: {pairs} so far, and nothing is claimed yet."
            : trial.OtherRules ? $"This trial was stopped after {pairs}, and cannot be gone on with: nothing is claimed."
            : $"This trial was stopped after {pairs}, and nothing is claimed: it goes on with 'lowtide trial --resume {trial.Kept.Path}'.";
        return course is null ? rules : rules is null ? course : $"{course} {rules}";
    }

    public static string DecidedAnew(PastTrial trial) =>
        $"Lowtide {trial.Kept.Header.ProgramVersion} began it and decided by other rules; what is shown is by today's";
}
