using Lowtide.Analysis.Statistics.Effects;

namespace Lowtide.Analysis.Statistics.Verdicts;

/// <summary>One metric of one arm on one class of machines.</summary>
/// <param name="Class">What names the class.</param>
/// <param name="Metric">Null where the class gave no trial or the trial did not have the metric.</param>
public sealed record ClassVerdict(string Class, MetricVerdict? Metric)
{
    /// <summary>Whether there is an effect at all. "Undecided" with data is another thing than without.</summary>
    public bool HasData => Metric?.Effect.Estimate is not null;
}

/// <summary>The same trial on several classes of machines: every class's verdict, and the worst of them.</summary>
/// <remarks>
/// Never an average: a remedy that saves memory on large machines and wastes it on small ones is not "better". Better
/// everywhere is an intersection-union test, no more often wrong than each class's own (Berger 1982,
/// doi:10.1080/00401706.1982.10487790). A false "worse" is as likely as in all the classes together.
/// </remarks>
/// <param name="Verdict">
/// The worst class's, from worse through undecided and equivalent to better; undecided where a class has no data.
/// </param>
/// <param name="Worst">
/// The class to look at first: of the worst verdict and, among those, with the most harm that its interval leaves open.
/// Null where there is no class.
/// </param>
/// <param name="Why">For a person: why the verdict is no other.</param>
/// <param name="Classes">All, in the order given.</param>
public sealed record CombinedVerdict(
    Verdict Verdict, ClassVerdict? Worst, string Why, IReadOnlyList<ClassVerdict> Classes)
{
    /// <summary>Combines the verdicts of one metric of one arm.</summary>
    /// <param name="classes">In any order; a class from which a trial was wanted and is missing belongs in as well.</param>
    /// <param name="betterWhen">Which way the metric improves.</param>
    public static CombinedVerdict Of(IReadOnlyList<ClassVerdict> classes, BetterWhen betterWhen)
    {
        ArgumentNullException.ThrowIfNull(classes);
        if (classes.Count == 0) return new CombinedVerdict(Verdict.Undecided, Worst: null, "there is no trial", classes);
        var worst = classes
            .OrderBy(one => Badness(VerdictOf(one)))
            .ThenBy(one => one.HasData)
            .ThenByDescending(one => Harm(one, betterWhen))
            .First();
        var said = $"{VerdictNames.Of(VerdictOf(worst))} on {worst.Class}";
        var without = classes.Where(one => !one.HasData).Select(one => one.Class).ToList();
        if (without.Count == 0) return new CombinedVerdict(VerdictOf(worst), worst, said, classes);
        var missing = $"no data from {string.Join(", ", without)}";
        return new CombinedVerdict(
            Verdict.Undecided, worst, VerdictOf(worst) == Verdict.Worse ? $"{missing}; {said}" : missing, classes);
    }

    private static Verdict VerdictOf(ClassVerdict one) => one.Metric?.Verdict ?? Verdict.Undecided;

    private static int Badness(Verdict verdict) => verdict switch
    {
        Verdict.Worse => 0,
        Verdict.Undecided => 1,
        Verdict.Equivalent => 2,
        _ => 3,
    };

    /// <summary>How far the interval reaches to the bad side; without an interval as far as can be.</summary>
    private static double Harm(ClassVerdict one, BetterWhen betterWhen) =>
        one.Metric?.Effect.Change is not { } change ? double.PositiveInfinity
        : betterWhen == BetterWhen.Lower ? change.High : -change.Low;
}
