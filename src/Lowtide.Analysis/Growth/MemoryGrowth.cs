
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
    /// <summary>Of the rate: half the width of its 95% interval, in bytes a second; null where there is none.</summary>
    public double? Margin { get; init; }

    /// <summary>The course that fits best, the load with it; empty where it is too early.</summary>
    public IReadOnlyList<GrowthPoint> Fitted { get; init; } = [];

    /// <summary>Load goes up and down by the day where nobody says otherwise.</summary>
    public static readonly TimeSpan Day = TimeSpan.FromDays(1);

    /// <summary>Below that the load's own course cannot be told from growth.</summary>
    private const double LeastPeriods = 2;

    /// <summary>A difference of Schwarz's criterion that counts as positive evidence (Kass and Raftery, doi:10.1080/01621459.1995.10476572).</summary>
    private const double Positive = 2;

    /// <param name="points">In order of time.</param>
    /// <param name="loadPeriod">After which the load begins again.</param>
    /// <param name="inBin">Points of which a median is made: one where none is of a single request's moment.</param>
    /// <param name="level">Against which a rise matters; the series' own where null.</param>
    public static MemoryGrowth Of(
        IReadOnlyList<GrowthPoint> points, TimeSpan loadPeriod, int inBin = GrowthSeries.OfSpikes, double? level = null)
    {
        var span = points.Count == 0 ? 0 : points[^1].Seconds - points[0].Seconds;
        var wanted = LeastPeriods * loadPeriod.TotalSeconds;
        if (span < wanted || points.Count < GrowthSeries.LeastPoints(inBin))
            return TooEarly(
                Math.Max(wanted, points.Count == 0 ? 0 : span / points.Count * GrowthSeries.LeastPoints(inBin)),
                "the load's own course is not yet told from growth");
        if (points.Select(point => point.Life).Distinct().Count() > GrowthSeries.MostLives)
            return TooEarly(span * 2, "no process lives long enough");
        var series = GrowthSeries.Of(points, inBin, level);
        if (series.Count < GrowthSeries.LeastMedians || series.LongestLife <= 0)
            return TooEarly(span * 2, "it was told at too few times, or of too short lives");
        var models = new GrowthModels(series, loadPeriod.TotalSeconds);
        GrowthCourse Course(GrowthShape shape, GrowthFit fit) => new(shape, fit, models.Own, series);
        List<GrowthCourse> lines = [Course(GrowthShape.Linear, models.Linear()), Course(GrowthShape.Linear, models.LinearAfterWarmUp())];
        List<GrowthCourse> courses =
        [
            Course(GrowthShape.Settled, models.Level()), .. lines,
            Course(GrowthShape.Plateau, models.Plateau()), Course(GrowthShape.Plateau, models.PlateauAfterWarmUp()),
            Course(GrowthShape.Plateau, models.Logarithmic()), Course(GrowthShape.Plateau, models.LogarithmicAfterWarmUp()),
        ];
        var independent = courses.MinBy(course => course.Fit.SquaredResiduals)!.Fit.IndependentShare(series.Lives);
        courses.Add(Course(GrowthShape.Steps, models.Steps(independent)));
        var least = courses.Min(course => course.Fit.Criterion(independent));
        var answers = courses.Where(course => course.IsAnswer && course.Fit.Criterion(independent) - least < Positive).ToList();
        if (answers.Count == 0)
            return TooEarly(span * 2, $"it may as well be {GrowthWords.Guess(GrowthShape.Linear)} or {GrowthWords.Guess(GrowthShape.Plateau)}");
        // A plateau and what has settled lie on both sides of the least rise that counts: neither leaks, and the better fit says which.
        if (answers.Select(answer => answer.Shape).Distinct().ToList() is { Count: > 1 } shapes
            && shapes.Exists(shape => shape is not (GrowthShape.Settled or GrowthShape.Plateau)))
            return TooEarly(span * 2, $"it may as well be {string.Join(" or ", shapes.Select(GrowthWords.Guess))}");
        var answer = answers.MinBy(course => course.Fit.Criterion(independent))!;
        // Of lines too far plateaus may fit best, which have no rate.
        var line = answer.Shape == GrowthShape.Linear ? lines.MinBy(course => course.Fit.Criterion(independent)) : null;
        var best = line ?? answer;
        var uncertain = line?.Fit.Uncertainty(models.Own, series.Lives);
        return new MemoryGrowth(answer.Shape, best.Rise, line?.Fit.Coefficients[models.Own], uncertain?.Error, null, null)
        {
            Margin = uncertain?.Margin,
            Fitted = [.. series.Seconds.Select((seconds, at) =>
                new GrowthPoint(points[0].Seconds + seconds, best.Fit.Values[at] - best.Fit.Residuals[at], series.Lives[at]))],
        };
    }

    private static MemoryGrowth TooEarly(double watch, string why) => new(GrowthShape.TooEarly, null, null, null, watch, why);
}
