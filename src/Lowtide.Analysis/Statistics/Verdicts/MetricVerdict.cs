using Lowtide.Analysis.Statistics.Effects;

namespace Lowtide.Analysis.Statistics.Verdicts;

/// <summary>One metric's verdict and what it rests on.</summary>
/// <param name="Name">The metric's id.</param>
/// <param name="Verdict">What is claimed.</param>
/// <param name="IsNotWorse">Claimed by <see cref="VerdictRule.IsNotWorse"/>; false wherever nothing may be claimed.</param>
/// <param name="Effect">Estimate and interval, at the alpha of <paramref name="Level"/>.</param>
/// <param name="AdjustedP">
/// Two-sided p after the family's correction and that for looks; under alpha exactly where Holm, or the sequence, claims.
/// </param>
/// <param name="Level">
/// The two-sided level this metric was tested at: its share of the family's alpha, of which a look among several may
/// use a part.
/// </param>
/// <param name="LeastPairs">The least number of pairs with which a family of this size can claim anything.</param>
public sealed record MetricVerdict(
    string Name, Verdict Verdict, bool IsNotWorse, PairedEffect Effect, double AdjustedP, double Level, int LeastPairs)
{
    /// <summary>False behind one of its sequence that was not told from no change: better or worse is not claimed, however clear it looks.</summary>
    public bool IsTested { get; init; } = true;
}
