using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Past;
using Lowtide.Writing;

namespace Lowtide.Reports.Trials;

/// <summary>Past trials for a person: what each arm came to, and what its prediction was worth.</summary>
internal static class TrialsScreen
{
    private const int LongestCommand = 48;

    public static void Show(PastTrials past, TextConsole console)
    {
        if (past.Trials.Count == 0 && past.Unread.Count == 0)
            console.WriteLine("No trial is kept yet: 'lowtide trial --help' shows how to make one.");
        foreach (var trial in past.Trials)
            Show(trial, console);
        if (past.Predictions.Count > 0)
            console.WriteLine($"The predicted saving held in {past.PredictionsHeld} of {past.Predictions.Count} "
                + $"{(past.Predictions.Count == 1 ? "case" : "cases")} (the two ranges overlap); the measured estimate lay within the predicted interval in "
                + $"{past.EstimatesInside}.");
        Unread(past, console);
    }

    public static void ShowCombined(PastTrials past, IReadOnlyList<CombinedArm> arms, TextConsole console)
    {
        foreach (var trial in past.Trials.Where(trial => trial.OtherRules))
            console.WriteLine($"{trial.Kept.Path}: {TrialStanding.DecidedAnew(trial)}.");
        foreach (var arm in arms)
        {
            console.WriteLine(Styled.Bold(arm.Arm) + $", {arm.Metric.Title}, margin {TrialValues.Margin(arm.Metric)}");
            foreach (var one in arm.Verdict.Classes)
                console.WriteLine($"  {VerdictOf(one.Metric),-10}  {Changed(one.Metric, arm.Metric)}  {one.Class}");
            console.WriteLine(Styled.Bold($"{Capital(VerdictNames.Of(arm.Verdict.Verdict))} in all: {arm.Verdict.Why}."));
            console.WriteLine();
        }
        Unread(past, console);
    }

    private static void Show(PastTrial trial, TextConsole console)
    {
        var (plan, started) = (trial.Facts.Plan, trial.Kept.Header.Started.UtcDateTime);
        Screen.Verbatim(trial.Kept.Path, console);
        console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"  {started:yyyy-MM-dd HH:mm} UTC, {Screen.Short(string.Join(' ', plan.Command.Text), LongestCommand)}, {State(trial)}"));
        if (trial.OtherRules)
            console.WriteLine($"  {TrialStanding.DecidedAnew(trial)}");
        var width = plan.Arms.Max(arm => arm.Name.Length);
        foreach (var arm in plan.Arms)
            console.WriteLine($"  {arm.Name.PadRight(width)}  {Outcome(trial, arm)}");
        console.WriteLine();
    }

    private static string State(PastTrial trial) => trial.IsComplete
        ? TrialValues.Starts(trial.Facts.Blocks.Count, trial.Facts.Plan)
        : trial.Kept.IsRunning ? $"running, {TrialValues.Pairs(trial.Facts.Blocks.Count)} so far"
        : $"unfinished after {TrialValues.Pairs(trial.Facts.Blocks.Count)}{(trial.OtherRules ? "" : " ('lowtide trial --resume' goes on)")}";

    private static string Outcome(PastTrial trial, Arm arm)
    {
        if (trial.ResultOf(arm) is not { } result)
            return "no pair yet";
        var verdict = trial.IsComplete ? VerdictNames.Of(result.Primary.Verdict.Verdict) : trial.Kept.IsRunning ? "running" : "unfinished";
        var predicted = result.Predicted is { } saving ? $"predicted {TrialValues.Saving(saving)}" : "nothing predicted";
        var measured = result.Saving.Estimate is { } estimate ? $"measured {Amount.Bytes((long)estimate)}" : "not measured";
        var held = result.PredictionHeld switch { true => ": held", false => ": wrong", null => "" };
        return $"{verdict,-10}  {predicted}, {measured}{held}";
    }

    private static void Unread(PastTrials past, TextConsole console)
    {
        foreach (var unread in past.Unread)
            console.WriteLine($"Not read: {unread.Why}");
    }

    private static string VerdictOf(MetricVerdict? metric) => metric is null ? "no data" : VerdictNames.Of(metric.Verdict);

    private static string Changed(MetricVerdict? verdict, TrialMetric metric) => $"{TrialValues.Change(verdict?.Effect.Estimate, metric),8}";

    private static string Capital(string word) => char.ToUpperInvariant(word[0]) + word[1..];
}
