namespace Lowtide.Analysis.Statistics;

/// <summary>What a finished trial says: its primary metric decides, the others are told beside it.</summary>
/// <remarks>
/// The primary metric, named beforehand, is tested alone at alpha. The others are one family under Holm: the chance of
/// a false better or worse anywhere among them is alpha too. "Equivalent" is not corrected beyond each metric's own
/// level, because what is concluded from it is a conjunction, "nothing else moved", which needs every one of its parts
/// (Berger 1982, doi:10.1080/00401706.1982.10487790).
/// </remarks>
/// <param name="Primary">The verdict of the trial.</param>
/// <param name="Others">The other metrics, in the order given.</param>
public sealed record TrialDecision(MetricVerdict Primary, IReadOnlyList<MetricVerdict> Others)
{
    /// <summary>Decides one arm against the baseline, once, after the number of pairs planned beforehand.</summary>
    /// <param name="primary">The metric that decides.</param>
    /// <param name="others">Every other metric named beforehand, with or without data.</param>
    /// <param name="alpha">The error allowed; several arms share it, so pass it divided by their number.</param>
    public static TrialDecision Of(PairedMetric primary, IReadOnlyList<PairedMetric> others, double alpha = 0.05)
    {
        ArgumentNullException.ThrowIfNull(primary);
        ArgumentNullException.ThrowIfNull(others);
        return new TrialDecision(Family([primary], alpha)[0], Family(others, alpha));
    }

    private static MetricVerdict[] Family(IReadOnlyList<PairedMetric> metrics, double alpha)
    {
        if (metrics.Count == 0) return [];
        var pValues = metrics.Select(metric => metric.Effect(alpha).P).ToArray();
        var adjusted = Holm.Adjust(pValues);
        var levels = Holm.Levels(pValues, alpha);
        var pairsNeeded = Holm.PairsNeeded(metrics.Count, alpha);
        return [.. metrics.Select((metric, index) =>
        {
            var effect = metric.Effect(levels[index]);
            var verdict = new VerdictRule(metric.Margin, metric.BetterWhen, alpha)
                .Decide(effect.Change, adjusted[index]);
            return new MetricVerdict(metric.Name, verdict, effect, adjusted[index], levels[index], pairsNeeded);
        })];
    }
}
