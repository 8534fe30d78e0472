namespace Lowtide.Analysis.Statistics;

/// <summary>From the interval of an effect to a verdict.</summary>
/// <remarks>
/// One interval serves both questions. For "equivalent" that is stricter than it needs to be: two one-sided tests at
/// alpha (Schuirmann 1987, doi:10.1007/BF01068419) ask only that the 1 - 2 alpha interval lies inside the margin, and
/// here the 1 - alpha interval must, so a false "equivalent" comes at most alpha/2 of the time. In return the reader
/// sees the very interval that decided.
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
    /// <param name="adjustedP">The p from <see cref="Holm.Adjust"/>; the plain p for the primary metric.</param>
    public Verdict Decide(Interval? change, double adjustedP)
    {
        if (change is null) return Verdict.Undecided;
        if (change.IsWithin(Margin)) return Verdict.Equivalent;
        if (!change.Excludes(0) || !(adjustedP < Alpha)) return Verdict.Undecided;
        return change.High < 0 == (BetterWhen == BetterWhen.Lower) ? Verdict.Better : Verdict.Worse;
    }
}
