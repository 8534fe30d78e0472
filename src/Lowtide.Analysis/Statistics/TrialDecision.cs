namespace Lowtide.Analysis.Statistics;

/// <summary>What a trial says: each arm's primary metric decides on it, the others are told beside it.</summary>
/// <remarks>
/// The arms' primary metrics, named beforehand, are one family under Holm, and all other metrics of all arms another:
/// in each the chance of even one false better or worse is at most alpha, over all looks. "Equivalent" is not corrected
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
        var others = Family([.. arms.SelectMany(arm => arm.Others)], look ?? Look.Only, alpha).ToList();
        var taken = 0;
        return new TrialDecision([.. arms.Select((arm, index) => new ArmDecision(
            arm.Name, primaries[index], others.GetRange((taken += arm.Others.Count) - arm.Others.Count, arm.Others.Count)))]);
    }

    private static MetricVerdict[] Family(IReadOnlyList<PairedMetric> metrics, Look look, double alpha)
    {
        if (metrics.Count == 0) return [];
        var totals = metrics.Select(metric => look.TotalFor(metric.Effect(alpha).P)).ToArray();
        var adjusted = Holm.Adjust(totals);
        var shares = Holm.Levels(totals, alpha);
        var leastPairs = Holm.LeastPairs(metrics.Count, alpha);
        return [.. metrics.Select((metric, index) =>
        {
            var level = look.Level(shares[index]);
            var effect = metric.Effect(level);
            var rule = new VerdictRule(metric.Margin, metric.BetterWhen, alpha);
            var verdict = look.MayClaim ? rule.Decide(effect.Change, adjusted[index]) : Verdict.Undecided;
            var isNotWorse = look.MayClaim && rule.IsNotWorse(effect.Change);
            return new MetricVerdict(metric.Name, verdict, isNotWorse, effect, adjusted[index], level, leastPairs);
        })];
    }
}
