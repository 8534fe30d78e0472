using Lowtide.Analysis;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Statistics;
using Lowtide.Trials;

namespace Lowtide.Reports.Trials;

/// <summary>What a reader must know beside an arm's table: a sentence each, only those that this arm calls for.</summary>
internal static class ArmNotes
{
    public static IEnumerable<string> Of(ArmResult arm, TrialResult result)
    {
        var notes = new[]
        {
            Undecided(arm, result), NotPositive(arm), Unread(arm, result), Saving(arm), TookEffect(arm), NotMerged(arm, result), TooShort(arm, result),
        };
        return notes.OfType<string>();
    }

    private static string? Undecided(ArmResult arm, TrialResult result)
    {
        var others = arm.Others
            .Where(metric => metric is { Verdict.Verdict: Verdict.Undecided, IsNotTested: false, PairsNeeded: not null })
            .GroupBy(metric => TrialValues.PairsNeeded(metric.PairsNeeded!.Value))
            .OrderBy(group => group.First().PairsNeeded)
            .Select(group => $"{group.Key} for {string.Join(", ", group.Select(metric => metric.Metric.Name))}")
            .ToList();
        return others.Count == 0
            ? null
            : $"{arm.Primary.Metric.Name} decides alone. {(arm.Others.Count == 1 ? "The other one is tested" : "The others are tested in their order")}"
                + (result.Arms.Count > 1 ? $", at 1/{result.Arms.Count} of alpha in each arm," : "")
                + " until one is undecided; pairs that would likely decide it: "
                + $"{string.Join("; ", others)}.";
    }

    private static string? NotPositive(ArmResult arm)
    {
        var names = arm.Metrics.Where(metric => metric.Verdict.Effect.Gap == EffectGap.NotPositive).ToList();
        return names.Count == 0
            ? null
            : $"No change in percent where some run has 0: {string.Join(", ", names.Select(metric => metric.Metric.Name))}.";
    }

    private static string? Unread(ArmResult arm, TrialResult result)
    {
        var names = arm.Metrics.Where(metric => metric.Verdict.Effect.Pairs < result.Pairs).ToList();
        return names.Count == 0
            ? null
            : "Not read in every pair, so that fewer count: "
                + string.Join(", ", names.Select(metric =>
                    $"{metric.Metric.Name} (read in {metric.Verdict.Effect.Pairs} of {result.Pairs})")) + ".";
    }

    private static string Saving(ArmResult arm)
    {
        var measured = arm.Saving.Estimate is { } estimate
            ? $"measured {Amount.Bytes((long)estimate)}"
                + (arm.Saving.Interval is { } interval ? $" ({Amount.Range((long)interval.Low, (long)interval.High)})" : "")
            : "measured: not read";
        return arm switch
        {
            { Arm.Remedies.Count: 0 } => $"Nothing predicted, as no remedy of the catalogue is in this arm; PSS: {measured}.",
            { Predicted: { } predicted } => $"Predicted saving {TrialValues.Saving(predicted)}; {measured}"
                + (arm.PredictionHeld == false ? ": the prediction was wrong." : "."),
            { Arm.Remedies.Count: 1 } => $"Nothing predicted, as the first baseline run does not tell what this remedy would save; PSS: {measured}.",
            _ => $"Nothing predicted, as the first baseline run does not tell what these remedies would save; PSS: {measured}.",
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

    private static string TookEffect(ArmResult arm) => arm switch
    {
        { Arm.Remedies.Count: 0 } => "Took effect: not looked at, as no remedy of the catalogue is in this arm.",
        { TookEffect: true } => "Took effect: in every serving process of every run with it.",
        { TookEffect: false } => "Took effect: no.",
        _ => "Took effect: could not be read in some run, so the verdict may be about nothing.",
    };
}
