namespace Lowtide.Analysis.Statistics.Verdicts;

/// <summary>What a trial says about one metric.</summary>
public enum Verdict
{
    /// <summary>The data do not tell; also where there are none.</summary>
    Undecided,

    /// <summary>Whatever difference there is, it is within the margin.</summary>
    Equivalent,

    /// <summary>The arm is better than its baseline.</summary>
    Better,

    /// <summary>The arm is worse than its baseline.</summary>
    Worse,
}
