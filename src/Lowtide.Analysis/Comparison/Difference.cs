using Lowtide.Analysis.Statistics;
using Lowtide.Analysis.Statistics.Ranks;
using Lowtide.Analysis.Statistics.Verdicts;

namespace Lowtide.Analysis.Comparison;

/// <summary>What an observation says about one metric. There is no better or worse: nothing was tried.</summary>
public enum Observed
{
    /// <summary>Too few workers, or not read.</summary>
    CannotTell,

    /// <summary>None that these workers show; there may be one all the same.</summary>
    NoDifferenceSeen,

    Differs,
}

/// <summary>One metric of two families.</summary>
/// <param name="MedianA">Of A's workers; null where it could not be read of all of them.</param>
/// <param name="Shift">B less A; null where one side's is null.</param>
/// <param name="AdjustedP">1 where nothing could be tested.</param>
/// <param name="Level">The alpha that it was tested at.</param>
/// <param name="WorkersNeeded">On each side, for anything to be told at the first level that it may be tested at.</param>
public sealed record Difference(
    ComparedMetric Metric, double? MedianA, double? MedianB, ShiftEstimate? Shift, double AdjustedP, double Level, Observed Observed, int WorkersNeeded)
{
    /// <summary>
    /// The first metric alone at alpha, the others under Holm's correction. A metric that one side does not have is no
    /// claim and takes no share of it.
    /// </summary>
    public static IReadOnlyList<Difference> Of(ComparedFamily a, ComparedFamily b, double alpha)
    {
        var both = ComparedMetric.All.ToDictionary(metric => metric, metric => (A: Values(a, metric), B: Values(b, metric)));
        var first = ComparedMetric.All[0];
        List<ComparedMetric> others = [.. ComparedMetric.All.Skip(1).Where(metric => both[metric] is { A.Length: > 0, B.Length: > 0 })];
        double P(ComparedMetric metric) => both[metric] is { A.Length: > 0, B.Length: > 0 } values ? RankSum.Of(values.A, values.B).PTwoSided : 1;
        double[] p = [.. others.Select(P)];
        var (adjusted, levels) = (Holm.Adjust(p), Holm.Levels(p, alpha));
        return [.. ComparedMetric.All.Select(metric =>
        {
            var at = others.IndexOf(metric);
            var (adjustedP, level) = at >= 0 ? (adjusted[at], levels[at]) : (P(metric), alpha);
            var needed = ShiftEstimate.EachNeeded(metric == first ? alpha : alpha / Math.Max(1, others.Count));
            return Of(metric, both[metric].A, both[metric].B, adjustedP, level, alpha, needed);
        })];
    }

    private static Difference Of(ComparedMetric metric, double[] a, double[] b, double adjustedP, double level, double alpha, int needed)
    {
        var shift = a.Length > 0 && b.Length > 0 ? ShiftEstimate.Of(a, b, level) : null;
        var observed = shift?.Interval is not { } interval ? Observed.CannotTell
            : interval.Excludes(0) && adjustedP < alpha ? Observed.Differs
            : Observed.NoDifferenceSeen;
        return new Difference(metric, Quantile.Median(a), Quantile.Median(b), shift, adjustedP, level, observed, needed);
    }

    /// <summary>Empty as soon as one worker's is not known: those that can be read may be another kind than those that cannot.</summary>
    private static double[] Values(ComparedFamily family, ComparedMetric metric)
    {
        double[] values = [.. family.Workers.Select(metric.Of).OfType<double>()];
        return values.Length == family.Workers.Count ? values : [];
    }
}
