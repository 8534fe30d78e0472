namespace Lowtide.Analysis.Statistics.Verdicts;

/// <summary>A verdict as people and documents write it.</summary>
public static class VerdictNames
{
    public static readonly IReadOnlyList<string> All = ["better", "worse", "equivalent", "undecided"];

    public static string Of(Verdict verdict) => verdict switch
    {
        Verdict.Better => "better",
        Verdict.Worse => "worse",
        Verdict.Equivalent => "equivalent",
        _ => "undecided",
    };
}
