using Lowtide.Analysis.Statistics;

namespace Lowtide.Analysis.DotNet;

/// <summary>A counter's figure of its last day beside those of the fourteen days before it.</summary>
/// <param name="Last">Of the last 24 hours, or of all there is where that is less; null where it was not read then.</param>
/// <param name="Median">Of the fourteen days before; null where they were not recorded, or one of them has no figure.</param>
internal sealed record DailyFigures(double? Last, double? Median)
{
    /// <summary>Two weeks, as Pyrus takes them, and the day that is held against them.</summary>
    public const int DaysBefore = 14, DaysNeeded = DaysBefore + 1;

    public const double Day = 86_400;

    /// <param name="points">In any order, within <paramref name="from"/> to <paramref name="to"/>.</param>
    public static DailyFigures Maxima(IEnumerable<(double At, double Value)> points, double from, double to)
    {
        var days = new double?[DaysNeeded];
        foreach (var (at, value) in points)
            if (DayOf(at, to) is var day && day < DaysNeeded)
                days[day] = Math.Max(days[day] ?? value, value);
        return Of(days, from, to);
    }

    /// <summary>A day on which nothing happened has 0.</summary>
    public static DailyFigures Counts(IEnumerable<double> times, double from, double to)
    {
        var days = new double?[DaysNeeded];
        Array.Fill(days, 0);
        foreach (var at in times)
            if (DayOf(at, to) is var day && day < DaysNeeded)
                days[day]++;
        return Of(days, from, to);
    }

    public static bool IsLongEnough(double seconds) => seconds >= DaysNeeded * Day;

    private static DailyFigures Of(double?[] days, double from, double to)
    {
        var before = days[1..].OfType<double>().Order().ToArray();
        return new DailyFigures(days[0], IsLongEnough(to - from) && before.Length == DaysBefore ? Quantile.OfSorted(before, 0.5) : null);
    }

    /// <summary>0 is the last.</summary>
    private static int DayOf(double at, double to) => (int)Math.Max(0, (to - at) / Day);
}
