using Lowtide.Analysis;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Trials;

/// <summary>What a trial came to, in a sentence or two.</summary>
internal static class TrialConclusion
{
    /// <summary>What was tried how often, in one line.</summary>
    public static string Setting(TrialResult result)
    {
        var served = result.Facts.Blocks[0].Baseline;
        return $"{string.Join(", ", result.Plan.Arms.Select(arm => arm.Name))} against baseline, {TrialValues.Starts(result.Pairs, result.Plan)}: "
            + $"{served.Server}, {Amount.Count(served.Workers, "worker")}"
            + (served.Beside > 0 ? $" and {served.Beside} more processes that the command started" : "")
            + (served.Requests is { } requests ? $", {TrialValues.Count(requests)} requests a run" : "")
            + (result.Plan.Rate is { } rate ? $" at {TrialValues.Rate(rate)}, the rate that was found" : "");
    }

    /// <summary>Of several arms the best alone, and which others may be as good.</summary>
    public static string Of(TrialResult result) => (result.Arms, BestArm.Of(result)) switch
    {
        ([var only], _) => Of(only, result),
        (_, { } best) => $"{Of(best.Arm, result)} {Beside(best, result)}",
        _ => (result.Arms.Any(arm => arm.Primary.Verdict.Verdict == Verdict.Undecided) ? "No arm is known to be better. " : "No arm is better. ")
            + string.Join(' ', result.Arms.Select(arm => Of(arm, result))),
    };

    public static string Of(ArmResult arm, TrialResult result)
    {
        var (name, primary) = (arm.Arm.Name, arm.Primary);
        var (title, estimate) = (primary.Metric.Title, primary.Verdict.Effect.Estimate);
        var change = TrialValues.Change(estimate, primary.Metric);
        if (TrialValues.Interval(primary) is { } interval)
            change += $" ({interval})";
        var said = primary.Verdict.Verdict switch
        {
            Verdict.Better when Saved(arm) is { } saved => $"{name} saves {saved}.",
            Verdict.Worse when Saved(arm) is { } added => $"{name} makes it worse: {added} more.",
            Verdict.Better => $"{name} makes {title} better: {change}.",
            Verdict.Worse => $"{name} makes {title} worse: {change}.",
            Verdict.Equivalent => $"{name} makes no difference: {title} changes by {change}, inside the margin of {TrialValues.Margin(primary.Metric)}.",
            _ => $"Undecided after {TrialValues.Pairs(result.Pairs)}: "
                + (change == "-" ? $"whether {name} changes {title} is not known"
                    : $"{name} changes {title} by {TrialValues.Interval(primary) ?? $"{change} so far"}")
                + $"; {(TrialNotes.Flaws(result).Any() || arm.TookEffect == false ? "fix first what is named below" : Advice(primary) + Elsewhere(arm))}."
                + Seen(primary),
        };
        return said + Lasting(arm, result) + Harm(arm);
    }

    /// <summary>Of memory that may not have been what it comes to.</summary>
    private static string Lasting(ArmResult arm, TrialResult result) =>
        arm.Primary is { Metric.Name: TrialMetrics.Pss or TrialMetrics.Private, Verdict.Verdict: not Verdict.Undecided }
        && Settling.CannotTell(arm.Arm, result.Facts) ? " Whether it stays so cannot be told: too little was read to see memory settle." : "";

    /// <summary>Nobody fears a change of more than all.</summary>
    private static string Seen(MetricResult primary) =>
        primary.Detectable is { } seen && (primary.Metric.Scale != EffectScale.Ratio || seen < 1)
            ? $" A change of {TrialValues.Detectable(seen, primary.Metric)} would have been seen." : "";

    /// <summary>What gets worse beside what decides: nobody should have to find it in the table.</summary>
    private static string Harm(ArmResult arm)
    {
        var harms = arm.Others.Where(metric => metric.LooksWorse).Select(metric =>
            $"{metric.Metric.Title} {(metric.Verdict.Verdict == Verdict.Worse ? "is" : "looks")} worse: "
            + TrialValues.Change(metric.Verdict.Effect.Estimate, metric.Metric)).ToList();
        return harms.Count == 0 ? "" : $" {(arm.Primary.Verdict.Verdict == Verdict.Worse ? "And" : "But")} {string.Join("; ", harms)}.";
    }

    /// <summary>"671 MiB of memory (65.9%)"; null where what decides is not memory.</summary>
    private static string? Saved(ArmResult arm) =>
        arm is { Primary: { Metric.Name: TrialMetrics.Pss, Verdict.Effect.Estimate: { } ratio }, Saving.Estimate: { } bytes }
            ? $"{Amount.Bytes((long)Math.Abs(bytes))} of memory ({Unit.Share.Text(Math.Abs(1 - ratio))})" : null;

    private static string Beside(BestArm best, TrialResult result) => best.Overlaps.Count > 0
        ? $"Its interval meets that of {string.Join(", ", best.Overlaps.Select(arm => arm.Arm.Name))}: which of them is better, this trial does not tell."
        : $"It is the best of {result.Arms.Count} arms.";

    /// <summary>More of the same load, which shows nothing to mend, is the dearer way.</summary>
    private static string Elsewhere(ArmResult arm) => arm is { Predicted: null, Arm.Remedies.Count: > 0 }
        ? "; or try a longer load, or one of other paths, first: this one shows nothing that it mends" : "";

    private static string Advice(MetricResult primary) => primary switch
    {
        { Verdict.Effect.Gap: EffectGap.NotPositive } => "it was 0 in some run",
        { PairsNeeded: null } => $"nothing can be claimed from fewer than {primary.Verdict.LeastPairs} (--pairs {primary.Verdict.LeastPairs})",
        { PairsNeeded: > 60 and var many } => $"it varies so much from start to start that {TrialValues.PairsNeeded(many)} pairs "
            + "would be needed: a quieter machine and a longer load even it out",
        { PairsNeeded: { } needed } => $"about {needed} pairs would decide it (--pairs {needed})",
    };
}
