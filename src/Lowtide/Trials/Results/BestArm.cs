using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Verdicts;

namespace Lowtide.Trials.Results;

/// <summary>The arm that changes what decides most for the better.</summary>
/// <param name="Overlaps">Other arms that are better too and whose intervals meet its own: the trial holds each arm against the baseline, and
/// does not tell these apart.</param>
internal sealed record BestArm(ArmResult Arm, IReadOnlyList<ArmResult> Overlaps)
{
    /// <summary>Null where no arm is better.</summary>
    public static BestArm? Of(TrialResult result)
    {
        var better = result.Arms.Where(arm => arm.Primary.Verdict.Verdict == Verdict.Better).OrderBy(Effect).ToList();
        return better.Count == 0 ? null : new BestArm(better[0], [.. better.Skip(1).Where(arm => Meet(arm.Primary, better[0].Primary))]);
    }

    /// <summary>The less, the better.</summary>
    private static double? Effect(ArmResult arm) =>
        arm.Primary.Metric.BetterWhen == BetterWhen.Lower ? arm.Primary.Verdict.Effect.Estimate : -arm.Primary.Verdict.Effect.Estimate;

    private static bool Meet(MetricResult one, MetricResult other) =>
        (one.Verdict.Effect.Interval, other.Verdict.Effect.Interval) is not ({ } mine, { } its) || (mine.Low <= its.High && its.Low <= mine.High);
}
