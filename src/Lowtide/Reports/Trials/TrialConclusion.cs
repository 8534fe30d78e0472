using Lowtide.Analysis.Statistics;
using Lowtide.Trials;

namespace Lowtide.Reports.Trials;

/// <summary>What a trial came to for one arm, in one sentence or two.</summary>
internal static class TrialConclusion
{
    public static string Of(ArmResult arm, TrialResult result)
    {
        var (name, primary) = (arm.Arm.Name, arm.Primary);
        var change = TrialValues.Change(primary.Verdict.Effect.Estimate, primary.Metric);
        if (primary.Verdict.Effect.Interval is { } interval)
            change += $" ({TrialValues.Interval(primary)} with {TrialValues.Percent(interval.Confidence)} confidence)";
        return primary.Verdict.Verdict switch
        {
            Verdict.Better => $"Better: {name} changes {primary.Metric.Name} by {change}.",
            Verdict.Worse => $"Worse: {name} changes {primary.Metric.Name} by {change}.",
            Verdict.Equivalent => $"Equivalent: {name} makes no difference here; {primary.Metric.Name} changes by {change}, "
                + $"inside the margin of {TrialValues.Margin(primary.Metric)}.",
            _ => $"Undecided: {TrialValues.Pairs(result.Pairs)} {(result.Pairs == 1 ? "does" : "do")} not tell whether {name} changes {primary.Metric.Name}"
                + $"{(change == "-" ? "" : $", by {change}")}; {Advice(primary)}."
                + (primary.Detectable is { } seen ? $" A change of {TrialValues.Detectable(seen, primary.Metric)} would have been seen." : ""),
        };
    }

    private static string Advice(MetricResult primary) => primary switch
    {
        { Verdict.Effect.Gap: EffectGap.NotPositive } => "it was 0 in some run",
        { PairsNeeded: null } => $"nothing can be claimed from fewer than {primary.Verdict.LeastPairs} (--pairs {primary.Verdict.LeastPairs})",
        { PairsNeeded: > 60 and var many } => $"it varies so much from start to start that {TrialValues.PairsNeeded(many)} pairs "
            + "would be needed: runs that were disturbed are named below, and a longer load evens out the rest",
        { PairsNeeded: { } needed } => $"about {needed} pairs would (--pairs {needed})",
    };
}
