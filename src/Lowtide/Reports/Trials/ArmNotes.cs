using Lowtide.Analysis;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Trials;

/// <summary>What a reader must know beside an arm's table: a sentence each, only those that this arm calls for.</summary>
internal static class ArmNotes
{
    public static IEnumerable<string> Of(ArmResult arm, TrialResult result)
    {
        var notes = new[]
        {
            NotMerged(arm, result), TooShort(arm, result), Unread(arm, result), Undecided(arm, result), NotPositive(arm), OfPairs(arm, result),
        };
        return notes.OfType<string>();
    }

    /// <summary>What was promised, and whether it was on at all.</summary>
    public static IEnumerable<string> Prediction(ArmResult arm) => new[] { Saving(arm), TookEffect(arm) }.OfType<string>();

    /// <summary>Of too few pairs for anything the conclusion speaks.</summary>
    private static string? Undecided(ArmResult arm, TrialResult result)
    {
        var first = arm.Others.FirstOrDefault(metric => metric is
        {
            Verdict.Verdict: Verdict.Undecided, IsNotTested: false, IsOutOfReach: false, PairsNeeded: not null,
        });
        return first is null ? null
            : $"Below {arm.Primary.Metric.Title}, rows are called better or worse in order"
                + (result.Arms.Count > 1 ? $", at 1/{result.Arms.Count} of alpha in each arm," : "")
                + $" until one is neither: {TrialValues.PairsNeeded(first.PairsNeeded!.Value)} pairs would decide {first.Metric.Title}.";
    }

    /// <summary>A reader of one row would take it for a mistake; of several arms there are no such columns.</summary>
    private static string? OfPairs(ArmResult arm, TrialResult result)
    {
        var rows = result.Arms.Count > 1 ? [] : arm.Metrics.Where(metric => metric.ColumnsDiffer).Select(metric => metric.Metric.Title).ToList();
        return rows.Count == 0 ? null
            : $"The change of {string.Join(", ", rows)} is the middle of the changes of each pair, so it can differ from the two columns before it.";
    }

    private static string? NotPositive(ArmResult arm)
    {
        var names = arm.Metrics.Where(metric => metric.Verdict.Effect.Gap == EffectGap.NotPositive).ToList();
        return names.Count == 0
            ? null
            : $"No change in percent where some run has 0: {string.Join(", ", names.Select(metric => metric.Metric.Title))}.";
    }

    private static string? Unread(ArmResult arm, TrialResult result)
    {
        var names = arm.Metrics.Where(metric => metric.Verdict.Effect.Pairs < result.Pairs).ToList();
        return names.Count == 0
            ? null
            : "Not read in every pair, so that fewer count: "
                + string.Join(", ", names.Select(metric =>
                    $"{metric.Metric.Title} (read in {metric.Verdict.Effect.Pairs} of {result.Pairs})")) + ".";
    }

    /// <summary>Of a saving that may be none.</summary>
    private static string LessOrMore(double saved) => $"{Amount.Bytes((long)Math.Abs(saved))} {(saved < 0 ? "more" : "less")}";

    private static string? Saving(ArmResult arm)
    {
        var measured = arm.Saving switch
        {
            { Estimate: { } rise, Interval: { High: < 0 } interval } =>
                $"memory rose by {Amount.Bytes((long)-rise)} ({Amount.Range((long)-interval.High, (long)-interval.Low)})",
            { Estimate: { } estimate, Interval: { Low: < 0 } interval } =>
                $"measured {LessOrMore(estimate)} ({LessOrMore(interval.Low)} to {LessOrMore(interval.High)})",
            { Estimate: { } estimate, Interval: var interval } => $"measured {Amount.Bytes((long)estimate)}"
                + (interval is null ? "" : $" ({Amount.Range((long)interval.Low, (long)interval.High)})"),
            _ => "memory was not read",
        };
        return arm switch
        {
            // Whose change it is has no prediction: the table says all.
            { Arm.Remedies.Count: 0 } => null,
            { Predicted: { } predicted } => $"Predicted {TrialValues.Saving(predicted)}, {measured}"
                + (arm.PredictionHeld switch
                {
                    true when arm.Primary is { Metric.Name: TrialMetrics.Pss, Verdict.Verdict: Verdict.Equivalent } =>
                        ": no gain, which the prediction allowed.",
                    true when arm.Saving.Estimate >= predicted.LowBytes && arm.Saving.Estimate <= predicted.HighBytes => ": as predicted.",
                    true => ": the ranges overlap.",
                    false when arm.Saving.Estimate > predicted.HighBytes => ": more than predicted.",
                    false when arm.Saving.Estimate < 0 => ": the prediction was wrong.",
                    false => ": less than predicted.",
                    null => ".",
                }),
            { Saving.Interval.Low: > 0 } => $"Nothing was predicted; {measured}.",
            _ => $"Nothing was predicted; {measured}. A longer load, or one of other paths, may show more.",
        };
    }

    /// <summary>What a collection that is still to come copies, no run has shown: the arm, or the baseline, looks better than it will be.</summary>
    private static string? TooShort(ArmResult arm, TrialResult result)
    {
        var (with, without) = (result.Facts.Blocks.Count(block => block[arm.Arm].FullCollectionComing == true),
            result.Facts.Blocks.Count(block => block.Baseline.FullCollectionComing == true));
        return with + without == 0 ? null : "A full collection was still to come at the end of "
            + string.Join(" and ", new[]
            {
                without > 0 ? $"{without} of {result.Pairs} runs of the baseline" : null,
                with > 0 ? $"{with} of {result.Pairs} with it" : null,
            }.OfType<string>()) + ": it copies what is shared until then, which a longer load shows.";
    }

    /// <summary>A remedy that is on and can do nothing: its figures are those of no remedy.</summary>
    private static string? NotMerged(ArmResult arm, TrialResult result)
    {
        var off = arm.Arm.MergesPages ? result.Facts.Blocks.Count(block => block[arm.Arm].HostActivity?.KsmdOn == false) : 0;
        return off == 0 ? null : $"ksmd was off in {off} of {result.Pairs} runs with it, so that nothing was merged; {MergePages.HowToStart}.";
    }

    private static string? TookEffect(ArmResult arm) => arm switch
    {
        { Arm.Remedies.Count: 0 } => null,
        { TookEffect: true } => "Active in every worker of every run.",
        { TookEffect: false } => "It was not active in every worker: the verdict may be about nothing.",
        _ => "Whether it was active could not be read in some run: the verdict may be about nothing.",
    };
}
