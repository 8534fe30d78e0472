using Lowtide.Analysis.Growth;

namespace Lowtide.Tests.Pure.Growth;

/// <summary>What is said "give or take" holds the true rate about as often as it says, also where neighbouring readings go together.</summary>
public sealed class GrowthCoverageTests
{
    private const int Series = 2000, Points = 240;
    private const double Rate = 550;

    /// <summary>Of 95%: at least 93% of the intervals, and not so wide that they say nothing.</summary>
    /// <param name="lag">Of the wander: how far a reading goes on in the next one.</param>
    /// <param name="white">Noise of each reading by itself, in deviations of what drives the wander; it hides the wander from neighbours.</param>
    [Theory]
    [InlineData(0, 0)]
    [InlineData(0.5, 0)]
    [InlineData(0.9, 0)]
    [InlineData(0.9, 3)]
    [InlineData(0.95, 3)]
    public void The_interval_of_a_rate_holds_it(double lag, double white)
    {
        var random = new Random(30);
        var held = 0;
        for (var number = 0; number < Series; number++)
        {
            var (rate, margin) = Fitted(Made(random, lag, white));
            held += Math.Abs(rate - Rate) <= margin ? 1 : 0;
        }
        Assert.InRange(held / (double)Series, 0.93, 0.995);
    }

    /// <summary>A slow swing under noise: a fit said 557 +- 0.75 MiB an hour of a leak of 550.</summary>
    [Fact]
    public void A_slow_swing_that_a_line_takes_for_a_rise_is_in_the_margin()
    {
        var random = new Random(557);
        var (rate, margin) = Fitted([.. Enumerable.Range(0, Points).Select(at => At(
            at, (Rate * at / Points) - (7 * Math.Sin(4 * Math.PI * at / Points)) + (4 * Normal(random))))]);
        Assert.InRange(rate, Rate + 3, Rate + margin);
    }

    /// <returns>A line through an hour, as the pipeline fits it; of a series so short no bin has more than one point.</returns>
    private static (double Rate, double Margin) Fitted(List<GrowthPoint> points)
    {
        var series = GrowthSeries.Of(points, 1, null);
        var models = new GrowthModels(series, 1e-3);
        var fit = models.Linear();
        return (fit.Coefficients[models.Own], fit.Uncertainty(models.Own, series.Lives).Margin);
    }

    private static List<GrowthPoint> Made(Random random, double lag, double white)
    {
        var points = new List<GrowthPoint>();
        var wander = Normal(random) / Math.Sqrt(1 - (lag * lag));
        for (var at = 0; at < Points; at++)
        {
            wander = (lag * wander) + Normal(random);
            points.Add(At(at, (Rate * at / Points) + wander + (white * Normal(random))));
        }
        return points;
    }

    /// <param name="at">Of <see cref="Points"/> in the unit of time that rates here are told in.</param>
    private static GrowthPoint At(int at, double bytes) => new(at / (double)Points, bytes, 0);

    /// <summary>Box and Muller, doi:10.1214/aoms/1177706645.</summary>
    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
