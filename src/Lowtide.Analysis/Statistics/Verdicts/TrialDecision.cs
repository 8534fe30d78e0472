using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Looks;

namespace Lowtide.Analysis.Statistics.Verdicts;

/// <summary>What a trial says: each arm's primary metric decides on it, the others are told beside it.</summary>
/// <remarks>
/// The arms' primary metrics, named beforehand, are one family under Holm. An arm's other metrics are tested in a fixed sequence: each in the order
/// given, at the whole of the arm's share of alpha, until the first that is not told from no change; those behind it are not tested. In each of the two
/// families the chance of even one false better or worse is at most alpha, over all looks: of the metrics that do not move only the first in the order can
/// be claimed falsely before the sequence ends (Maurer, Hothorn and Lehmacher 1995; Westfall and Krishen 2001, doi:10.1016/S0378-3758(01)00077-5). Holm
/// over eight metrics called a change of 92% in each of six pairs too few. "Equivalent" is not corrected
/// beyond each metric's own level, because what is concluded from it is a conjunction, "nothing else moved", which
/// needs every one of its parts (Berger 1982, doi:10.1080/00401706.1982.10487790).
/// <para>
/// Each look is decided by its own data alone: what an earlier look would have claimed is not carried on. So
/// the claims are among those of the sequential test that keeps them, which already holds to alpha.
/// </para>
/// </remarks>
/// <param name="Arms">In the order given.</param>
public sealed record TrialDecision(IReadOnlyList<ArmDecision> Arms)
{
    /// <summary>Decides every arm against the baseline, at a planned look.</summary>
    /// <param name="arms">At least one.</param>
    /// <param name="look">Null for a trial that decides once; see <see cref="LookSchedule.At"/>.</param>
    /// <param name="alpha">The error allowed to each of the two families, over all looks.</param>
    public static TrialDecision Of(IReadOnlyList<ArmMetrics> arms, Look? look = null, double alpha = 0.05)
    {
        ArgumentNullException.ThrowIfNull(arms);
        var primaries = Family([.. arms.Select(arm => arm.Primary)], look ?? Look.Only, alpha);
        return new TrialDecision([.. arms.Select((arm, index) => new ArmDecision(
            arm.Name, primaries[index], Sequence(arm.Others, arms.Count, look ?? Look.Only, alpha)))]);
    }

    /// <param name="arms">That share alpha.</param>
    private static List<MetricVerdict> Sequence(IReadOnlyList<PairedMetric> metrics, int arms, Look look, double alpha)
    {
        var (share, leastPairs) = (alpha / arms, Holm.LeastPairs(arms, alpha));
        var (verdicts, adjusted) = (new List<MetricVerdict>(), 0.0);
        foreach (var metric in metrics)
        {
            var isTested = adjusted < alpha;
            adjusted = Math.Max(adjusted, Math.Min(1, arms * look.TotalFor(metric.Effect(alpha).P)));
            verdicts.Add(Verdict(metric, adjusted, look.Level(share), leastPairs, look, alpha) with { IsTested = isTested });
        }
        return verdicts;
    }

    private static MetricVerdict[] Family(IReadOnlyList<PairedMetric> metrics, Look look, double alpha)
    {
        if (metrics.Count == 0) return [];
        var totals = metrics.Select(metric => look.TotalFor(metric.Effect(alpha).P)).ToArray();
        var adjusted = Holm.Adjust(totals);
        var shares = Holm.Levels(totals, alpha);
        var leastPairs = Holm.LeastPairs(metrics.Count, alpha);
        return [.. metrics.Select((metric, index) => Verdict(metric, adjusted[index], look.Level(shares[index]), leastPairs, look, alpha))];
    }

    private static MetricVerdict Verdict(PairedMetric metric, double adjustedP, double level, int leastPairs, Look look, double alpha)
    {
        var effect = metric.Effect(level);
        var rule = new VerdictRule(metric.Margin, metric.BetterWhen, alpha);
        return new MetricVerdict(
            metric.Name, look.MayClaim ? rule.Decide(effect.Change, adjustedP) : Verdicts.Verdict.Undecided, look.MayClaim && rule.IsNotWorse(effect.Change),
            effect, adjustedP, level, leastPairs);
    }
}
