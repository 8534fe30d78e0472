using Lowtide.Analysis.Statistics.Effects;

namespace Lowtide.Analysis.Statistics.Verdicts;

/// <summary>From the interval of an effect to a verdict.</summary>
/// <remarks>
/// One interval of confidence 1 - alpha serves every question, so that the reader sees the very interval that decided.
/// "Equivalent" is two one-sided tests (TOST; Schuirmann 1987, doi:10.1007/BF01068419), each at alpha/2. That is
/// stricter than the usual TOST with each at alpha, for which the 1 - 2 alpha interval is enough: a false "equivalent"
/// comes at most alpha/2 of the time. "Not worse" (non-inferiority) is one of the two, at alpha/2 as well.
/// </remarks>
/// <param name="Margin">
/// The largest change still called the same, in the unit of the interval: a fraction for ratios (0.01 is 1%).
/// </param>
/// <param name="BetterWhen">Which way the metric improves.</param>
/// <param name="Alpha">The error a claim of better or worse may have over its family of metrics.</param>
public sealed record VerdictRule(double Margin, BetterWhen BetterWhen, double Alpha = 0.05)
{
    /// <summary>
    /// Inside the margin: equivalent, even where 0 is excluded, since a difference that small was declared not to
    /// matter. Otherwise better or worse if 0 is excluded and the p-value, adjusted for the family, agrees.
    /// Otherwise, and without an interval, undecided.
    /// </summary>
    /// <param name="change">The interval about 0: <see cref="PairedEffect.Change"/>.</param>
    /// <param name="adjustedP">The p from <see cref="Holm.Adjust"/> over the metric's family; the plain p in a family of one.</param>
    public Verdict Decide(Interval? change, double adjustedP)
    {
        if (change is null) return Verdict.Undecided;
        if (change.IsWithin(Margin)) return Verdict.Equivalent;
        if (!change.Excludes(0) || !(adjustedP < Alpha)) return Verdict.Undecided;
        return change.High < 0 == (BetterWhen == BetterWhen.Lower) ? Verdict.Better : Verdict.Worse;
    }

    /// <summary>
    /// Whether the arm is not worse by more than the margin: the end of the interval that means harm lies inside it.
    /// How much better it may be is open. False without an interval: no data never pass.
    /// </summary>
    /// <param name="change">The interval about 0: <see cref="PairedEffect.Change"/>.</param>
    public bool IsNotWorse(Interval? change) =>
        change is not null && (BetterWhen == BetterWhen.Lower ? change.High <= Margin : change.Low >= -Margin);
}
