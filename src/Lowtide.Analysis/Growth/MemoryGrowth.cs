using Lowtide.Analysis.Statistics;

namespace Lowtide.Analysis.Growth;

/// <summary>The course of a series and how sure it is.</summary>
/// <param name="RiseBytes">From the least to the most of what is fitted beside level and load; null where it is too early.</param>
/// <param name="BytesASecond">Of a linear course; null of others.</param>
/// <param name="Error">Standard error of that.</param>
/// <param name="WatchSeconds">How long to watch in all until there can be an answer; null where there is one.</param>
/// <param name="Why">Why it is too early; null where there is an answer.</param>
public sealed record MemoryGrowth(
    GrowthShape Shape, double? RiseBytes, double? BytesASecond, double? Error, double? WatchSeconds, string? Why)
{
    /// <summary>The course that fits best, the load with it; empty where it is too early.</summary>
    public IReadOnlyList<GrowthPoint> Fitted { get; init; } = [];

    /// <summary>Load goes up and down by the day where nobody says otherwise.</summary>
    public static readonly TimeSpan Day = TimeSpan.FromDays(1);

    /// <summary>Below that the load's own course cannot be told from growth.</summary>
    private const double LeastPeriods = 2;

    /// <summary>A difference of Schwarz's criterion that counts as positive evidence (Kass and Raftery, doi:10.1080/01621459.1995.10476572).</summary>
    private const double Positive = 2;

    /// <summary>A rise of less than this share of the level, over the whole time, is none.</summary>
    private const double LeastRise = 0.02;

    /// <param name="points">In order of time.</param>
    /// <param name="loadPeriod">After which the load begins again.</param>
    public static MemoryGrowth Of(IReadOnlyList<GrowthPoint> points, TimeSpan loadPeriod)
    {
        var span = points.Count == 0 ? 0 : points[^1].Seconds - points[0].Seconds;
        var wanted = LeastPeriods * loadPeriod.TotalSeconds;
        if (span < wanted || points.Count < GrowthSeries.LeastPoints)
            return TooEarly(
                Math.Max(wanted, points.Count == 0 ? 0 : span / points.Count * GrowthSeries.LeastPoints), "the load's own course is not yet told from growth");
        var series = GrowthSeries.Of(points);
        var models = new GrowthModels(series, loadPeriod.TotalSeconds);
        List<(GrowthShape Shape, GrowthFit Fit)> courses =
        [
            (GrowthShape.Settled, models.Level()),
            (GrowthShape.Linear, models.Linear()), (GrowthShape.Linear, models.LinearAfterWarmUp()),
            (GrowthShape.Plateau, models.Plateau()), (GrowthShape.Plateau, models.PlateauAfterWarmUp()),
            (GrowthShape.Plateau, models.Logarithmic()), (GrowthShape.Plateau, models.LogarithmicAfterWarmUp()),
        ];
        var independent = courses.MinBy(course => course.Fit.SquaredResiduals).Fit.IndependentShare(series.Lives);
        courses.Add((GrowthShape.Steps, models.Steps(independent)));
        var best = courses.MinBy(course => course.Fit.Criterion(independent));
        var answers = courses
            .Where(course => course.Fit.Criterion(independent) - best.Fit.Criterion(independent) < Positive)
            .Select(course => Shown(course.Shape, course.Fit, models.Own, series))
            .Distinct().ToList();
        if (answers is not [var shape])
            return TooEarly(span * 2, $"it may as well be {string.Join(" or ", answers.Select(Name))}");
        var fit = best.Fit;
        var isLinear = shape == GrowthShape.Linear;
        return new MemoryGrowth(
            shape, RiseOf(fit, models.Own, series).Whole,
            isLinear ? fit.Coefficients[models.Own] : null, isLinear ? fit.Error(models.Own, independent) : null, null, null)
        {
            Fitted = [.. series.Seconds.Select((seconds, at) =>
                new GrowthPoint(points[0].Seconds + seconds, fit.Values[at] - fit.Residuals[at], series.Lives[at]))],
        };
    }

    /// <summary>What a course shows over the time that was watched: a rise too small to matter, or long over, is none.</summary>
    private static GrowthShape Shown(GrowthShape shape, GrowthFit fit, int own, GrowthSeries series)
    {
        var (whole, late) = RiseOf(fit, own, series);
        var least = LeastRise * series.Level;
        return whole < least || (shape == GrowthShape.Plateau && late < least)
            || (shape == GrowthShape.Linear && fit.Coefficients[own] * series.LongestLife < least) ? GrowthShape.Settled : shape;
    }

    private static string Name(GrowthShape shape) => shape switch
    {
        GrowthShape.Settled => "settled",
        GrowthShape.Plateau => "on its way to a plateau",
        GrowthShape.Linear => "rising steadily",
        _ => "rising in steps",
    };

    private static MemoryGrowth TooEarly(double watch, string why) => new(GrowthShape.TooEarly, null, null, null, watch, why);

    /// <summary>What the model beside level and load adds from its least to its most, and in the last third of the longest life.</summary>
    private static (double Whole, double Late) RiseOf(GrowthFit fit, int own, GrowthSeries series)
    {
        var parts = Enumerable.Range(0, series.Count).Select(at => fit.Part(own.., at)).ToList();
        var late = Enumerable.Range(0, series.Count).Where(at => series.Ages[at] >= series.LongestLife * 2 / 3).Select(at => parts[at]).ToList();
        return (parts.Max() - parts.Min(), late.Count == 0 ? 0 : late.Max() - late.Min());
    }
}
