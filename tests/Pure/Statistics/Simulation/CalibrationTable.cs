using Lowtide.Analysis.Statistics.Verdicts;
using MathNet.Numerics.Distributions;

namespace Lowtide.Tests.Pure.Statistics.Simulation;

/// <summary>What is promised of simulated trials of some kind.</summary>
/// <param name="Counts">What is counted, as the table says it.</param>
/// <param name="In">Whether a trial counts.</param>
/// <param name="Rate">The rate promised.</param>
/// <param name="IsMost">Whether it is the most allowed; otherwise it is the least.</param>
internal sealed record Promise(string Counts, Func<Outcome, bool> In, double Rate, bool IsMost)
{
    /// <summary>A rate as promised is beyond the bound by chance in one row of 10,000.</summary>
    private const double Implausible = 1e-4;

    /// <summary>Of how memory is read no more is allowed beyond the rate, where there are trials enough to see so little: half a point.</summary>
    private const double Beyond = 0.005;

    public CalibrationRow Judge(SimulatedTrial trial, IReadOnlyList<Outcome> outcomes)
    {
        var count = outcomes.Count(In);
        var bound = Bound(trial, outcomes.Count);
        return new CalibrationRow(
            trial, this, outcomes.Count, count, bound, IsMost ? count <= bound : count >= bound, outcomes.Average(outcome => outcome.Pairs));
    }

    /// <summary>The most of so many trials that may count, or the least that must.</summary>
    public int Bound(SimulatedTrial trial, int trials) =>
        !IsMost ? trials - Most(trials, 1 - Rate)
        : trial.ReadsMemory && trials >= CalibrationTable.OfMemory ? (int)(trials * (Rate + Beyond))
        : Most(trials, Rate);

    private static int Most(int trials, double rate)
    {
        var count = (int)(trials * rate);
        while (1 - Binomial.CDF(rate, trials, count) >= Implausible) count++;
        return count;
    }
}

/// <summary>What came out.</summary>
/// <param name="Trials">That there were.</param>
/// <param name="Bound">The most, or the least, that chance explains if the promise is kept.</param>
internal sealed record CalibrationRow(
    SimulatedTrial Trial, Promise Promise, int Trials, int Counted, int Bound, bool Holds, double MeanPairs);

/// <summary>All that is promised of how trials decide.</summary>
internal static class CalibrationTable
{
    /// <summary>Trials of each kind where nobody says how many; and of those that read memory, whose rate is to be known to half a point.</summary>
    public const int Usual = 4000, OfMemory = 10_000;

    /// <summary>
    /// The widest spread of the family's PSS that the Django study showed: four starts of each arm between -66.3% and
    /// -65.9% (studies/instagram-django/README.md), so log 0.341/0.337 = 1.2% over 2.06, the mean range of four normal
    /// values. Its six-pair trial varied by about 0.1%.
    /// </summary>
    private const double StudySd = 0.006;

    private static readonly SimulatedTrial[] Same =
    [
        new("6 pairs") { Pairs = 6, Others = 8 },
        new("6 pairs, behind 3 that move") { Pairs = 6, Others = 8, Moving = 3 },
        new("3 arms, 14 pairs, 2 looks, behind 2 that move") { Arms = 3, Pairs = 14, Looks = 2, Others = 5, Moving = 2 },
        new("12 pairs, skewed") { Pairs = 12, Shape = "skewed", Others = 8 },
        new("12 pairs, whole seconds") { Pairs = 12, Shape = "whole seconds", Sd = 1.7, Margin = 0.1, Others = 2 },
        new("20 pairs, 4 looks") { Pairs = 20, Looks = 4, Others = 2 },
        new("20 pairs, 4 looks, skewed") { Pairs = 20, Looks = 4, Shape = "skewed" },
        new("14 pairs, 2 looks, whole seconds, futility")
            { Pairs = 14, Looks = 2, Shape = "whole seconds", Sd = 1.7, Margin = 0.1, Futility = true },
        new("3 arms, 10 pairs") { Arms = 3, Pairs = 10, Others = 4 },
        new("3 arms, 10 pairs, heavy tails") { Arms = 3, Pairs = 10, Shape = "heavy", Others = 4 },
        new("3 arms, 20 pairs, 3 looks") { Arms = 3, Pairs = 20, Looks = 3, Others = 2 },
        new("3 arms, 14 pairs, 2 looks, skewed, futility")
            { Arms = 3, Pairs = 14, Looks = 2, Shape = "skewed", Others = 2, Futility = true },
        new("6 pairs, a heap that breathes") { Pairs = 6, Shape = "breathes", Margin = 0.01, Others = 2 },
        new("3 arms, 14 pairs, 2 looks, a heap that breathes") { Arms = 3, Pairs = 14, Looks = 2, Shape = "breathes", Margin = 0.01, Others = 2 },
        new("6 pairs, memory that rises") { Pairs = 6, Shape = "drifts", Margin = 0.01, Others = 2 },
        new("3 arms, 14 pairs, 2 looks, memory that rises") { Arms = 3, Pairs = 14, Looks = 2, Shape = "drifts", Margin = 0.01, Others = 2 },
        new("pilot, 3 looks, futility") { Looks = 3, Sd = 0.012, Margin = 0.01, Others = 2, Futility = true, MostPairs = 20 },
        new("pilot, 3 looks, futility, skewed")
            { Looks = 3, Sd = 0.012, Margin = 0.01, Shape = "skewed", Futility = true, MostPairs = 20 },
    ];

    private static readonly SimulatedTrial[] AtTheMargin =
    [
        new("6 pairs, changed by the margin") { Pairs = 6, Sd = 0.006, Change = 0.01, Margin = 0.01 },
        new("20 pairs, 4 looks, changed by the margin")
            { Pairs = 20, Looks = 4, Sd = 0.012, Change = 0.01, Margin = 0.01 },
    ];

    private static readonly SimulatedTrial[] Better =
    [
        new("2% less, study's spread 0.6%, pilot, 3 looks, futility")
            { Change = -0.02, Margin = 0.01, Sd = StudySd, Looks = 3, Futility = true },
        new("2% less, spread 1.2%, margin 2%, pilot, 3 looks, futility")
            { Change = -0.02, Margin = 0.02, Sd = 0.012, Looks = 3, Futility = true },
        new("3 arms, one 2% less, study's spread 0.6%, pilot, 3 looks")
            { Arms = 3, Change = -0.02, Margin = 0.01, Sd = StudySd, Looks = 3 },
        new("2% less, spread 1.2%, pilot") { Change = -0.02, Margin = 0.01, Sd = 0.012 },
        new("2% less, spread 1.2%, pilot, 3 looks, futility")
            { Change = -0.02, Margin = 0.01, Sd = 0.012, Looks = 3, Futility = true },
    ];

    public static readonly Promise NoPrimary =
        new("a primary metric claimed", outcome => outcome.ClaimsPrimary, SimulatedTrial.Alpha, IsMost: true);

    private static readonly Promise NoOther =
        new("another metric claimed", outcome => outcome.ClaimsOther, SimulatedTrial.Alpha, IsMost: true);

    private static readonly Promise NotEquivalent =
        new("called equivalent", outcome => outcome.First == Verdict.Equivalent, SimulatedTrial.Alpha / 2, IsMost: true);

    private static readonly Promise Seen =
        new("the change seen", outcome => outcome.First == Verdict.Better, Rate: 0.9, IsMost: false);

    public static IReadOnlyList<SimulatedTrial> Trials { get; } = [.. Same, .. AtTheMargin, .. Better];

    /// <summary>How many of it are run where nobody says.</summary>
    public static int TrialsOf(SimulatedTrial trial) => trial.ReadsMemory ? OfMemory : Usual;

    /// <summary>A row for each promise of each kind of trial.</summary>
    public static IEnumerable<CalibrationRow> Rows(SimulatedTrial trial, int trials, ulong seed)
    {
        var draws = new Draws(seed);
        var outcomes = Enumerable.Range(0, trials).Select(_ => trial.Run(draws)).ToList();
        return PromisesOf(trial).Select(promise => promise.Judge(trial, outcomes));
    }

    private static Promise[] PromisesOf(SimulatedTrial trial) =>
        Better.Contains(trial) ? [Seen]
        : AtTheMargin.Contains(trial) ? [NotEquivalent]
        : trial.Others > 0 ? [NoPrimary, NoOther]
        : [NoPrimary];
}
