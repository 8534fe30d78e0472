using Lowtide.Analysis.Growth;
using Lowtide.Analysis.Statistics;

namespace Lowtide.Tests.Pure.Growth;

/// <summary>
/// Series of known courses, under a daily load, noise that goes on for a while, requests that need much for a moment, and restarts.
/// A number makes the same series at any time.
/// </summary>
/// <param name="Course">By which it was made.</param>
/// <param name="Right">The answers that are right: two, where a course that fills up rises by 1 to 4% of the level in the last third.</param>
public sealed record LabelledSeries(GrowthShape Course, IReadOnlyList<GrowthShape> Right, IReadOnlyList<GrowthPoint> Points)
{
    private const double Hour = 3600, Day = 24 * Hour, MiB = 1 << 20;

    /// <summary>In the order that makes the series what they were scored as.</summary>
    private static readonly GrowthShape[] Courses = [GrowthShape.Settled, GrowthShape.Plateau, GrowthShape.Linear, GrowthShape.Steps];

    public static LabelledSeries Of(int number)
    {
        var random = new SplitMix64((ulong)number + 1);
        double Next() => (random.Next() >> 11) / (double)(1UL << 53);
        double Between(double low, double high) => low + ((high - low) * Next());
        double LogBetween(double low, double high) => low * Math.Pow(high / low, Next());
        double Normal() => Math.Sqrt(-2 * Math.Log(1 - Next())) * Math.Cos(2 * Math.PI * Next());

        var shape = Courses[number % Courses.Length];
        var tooShort = number % 10 == 9;
        var span = tooShort ? LogBetween(0.05, 1.9) * Day : Between(2.2, 10) * Day;
        var level = LogBetween(60, 3000) * MiB;
        var lives = shape != GrowthShape.Steps && !tooShort && Next() < 0.4 ? 1 + (int)Between(1, 4) : 1;
        var life = span / lives;
        var size = Between(0.1, 1.0) * level;
        var load = Between(0, 0.15) * size;
        var phase = Between(0, Day);
        var noise = LogBetween(0.002, 0.03) * level;
        var goesOn = Between(0, 0.8);
        var warmUp = Next() < 0.5 ? Between(0.05, 0.5) * level : 0;
        var warmTime = LogBetween(life / 100, life / 20);
        var constant = LogBetween(life / 10, life / 3);
        var logarithm = LogBetween(life / 100, life / 12);
        var filling = Next() < 0.5;
        var jumps = Enumerable.Range(0, 1 + (int)Between(0, 4)).Select(_ => (At: Between(0.08, 0.92) * span, Size: Between(0.1, 0.4) * level)).ToList();

        double Course(double seconds, double age) => shape switch
        {
            GrowthShape.Linear => size * age / life,
            GrowthShape.Plateau when filling => size * (1 - Math.Exp(-age / constant)),
            GrowthShape.Plateau => size * Math.Log(1 + (age / logarithm)) / Math.Log(1 + (life / logarithm)),
            GrowthShape.Steps => jumps.Where(jump => jump.At <= seconds).Sum(jump => jump.Size),
            _ => 0,
        };

        var points = new List<GrowthPoint>();
        var every = span / LogBetween(150, 3000);
        var drift = 0.0;
        for (var seconds = 0.0; seconds <= span; seconds += every)
        {
            var number_ = Math.Min(lives - 1, (int)(seconds / life));
            var age = seconds - (number_ * life);
            drift = (goesOn * drift) + (Math.Sqrt(1 - (goesOn * goesOn)) * Normal());
            var value = level + Course(seconds, age) + (warmUp * (1 - Math.Exp(-age / warmTime))) + (noise * drift)
                + (load * Math.Sin(2 * Math.PI * (seconds + phase) / Day)) + (Next() < 0.01 ? 0.5 * level : 0);
            points.Add(new GrowthPoint(seconds, value, number_));
        }
        var late = (Course(span, life) - Course(span, life * 2 / 3)) / level;
        return new LabelledSeries(shape, tooShort ? [GrowthShape.TooEarly] : RightFor(shape, late), points);
    }

    /// <param name="late">What it rises by in the last third of a life, as a share of the level.</param>
    public static IReadOnlyList<GrowthShape> RightFor(GrowthShape course, double late) => (course, late) switch
    {
        (GrowthShape.Plateau, < 0.01) => [GrowthShape.Settled],
        (GrowthShape.Plateau, < 0.04) => [GrowthShape.Settled, GrowthShape.Plateau],
        _ => [course],
    };
}
