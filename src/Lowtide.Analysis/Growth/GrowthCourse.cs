namespace Lowtide.Analysis.Growth;

/// <summary>One course that a series is held against, as it fits best, and what it shows over the time that was watched.</summary>
internal sealed class GrowthCourse
{
    /// <summary>A rise of less than this share of the level, over the whole time, is none.</summary>
    public const double LeastRise = 0.02;

    /// <summary>
    /// What the last third of a life rises by, to the middle one, of a course that is straight there: 1 of a line, 0.58 of a logarithm, 0.72 at
    /// most of what fills up within the life.
    /// </summary>
    private const double Straight = 0.85;

    /// <param name="shape">What such courses are called.</param>
    /// <param name="own">The first column of what it adds to level and load.</param>
    public GrowthCourse(GrowthShape shape, GrowthFit fit, int own, GrowthSeries series)
    {
        Fit = fit;
        var parts = series.Ages.Select((age, at) => (Age: age, Bytes: fit.Part(own.., at))).ToList();
        Rise = parts.Max(part => part.Bytes) - parts.Min(part => part.Bytes);
        var life = parts.OrderBy(part => part.Age).ToList();
        var (first, second) = (life.First(part => part.Age >= series.LongestLife / 3), life.First(part => part.Age >= series.LongestLife * 2 / 3));
        var (middle, late) = (second.Bytes - first.Bytes, life[^1].Bytes - second.Bytes);
        var least = LeastRise * series.Level;
        var stays = shape switch
        {
            GrowthShape.Plateau => late < least,
            GrowthShape.Linear => fit.Coefficients[own] * series.LongestLife < least,
            _ => parts[^1].Bytes - parts[0].Bytes < least,
        };
        var isStraight = late >= Straight * middle;
        Shape = stays || Rise < least ? GrowthShape.Settled : shape == GrowthShape.Plateau && isStraight ? GrowthShape.Linear : shape;
        IsAnswer = Shape != GrowthShape.Linear || isStraight;
    }

    public GrowthFit Fit { get; }

    /// <summary>
    /// What it says of the time that was watched: a rise that is too small to matter, or long over, is none; a plateau so far away that it does
    /// not bend there is a line until then.
    /// </summary>
    public GrowthShape Shape { get; }

    /// <summary>From the least to the most of what it adds to level and load.</summary>
    public double Rise { get; }

    /// <summary>A line after a beginning so long that it bends all through the life may as well be on its way to a plateau.</summary>
    public bool IsAnswer { get; }
}
