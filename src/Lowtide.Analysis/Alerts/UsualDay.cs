using Lowtide.Analysis.Statistics;

namespace Lowtide.Analysis.Alerts;

/// <summary>A figure of the last day, held against the median of the fourteen days before it.</summary>
/// <param name="least">A median that is less counts as this: of nearly nothing it is soon many times as much.</param>
internal sealed class UsualDay(double least)
{
    private const int Day = 24, DaysBefore = 14;

    private readonly TimeBuckets _hours = new(TimeSpan.FromHours(1), Day * (DaysBefore + 1));

    /// <param name="at">Not before the one added last.</param>
    public void Add(TimeSpan at, double value) => _hours.Add(at, value);

    /// <summary>Null before fifteen days.</summary>
    public double? MostByUsual => ByUsual(hours => hours.Max(hour => (double)hour.Most), median => median);

    /// <summary>
    /// Likewise of a number of events. Few differ by chance from day to day: of a Poisson distribution four deviations above the median count as half as much
    /// again as usual.
    /// </summary>
    public double? SumByUsual => ByUsual(
        hours => hours.Sum(hour => (double)hour.Sum), median => Math.Max(median, (median + (4 * Math.Sqrt(median + 1))) / 1.5));

    private double? ByUsual(Func<IEnumerable<TimeBuckets.Bucket>, double> ofDay, Func<double, double> usualOf)
    {
        var hours = _hours.All.ToList();
        if (hours.Count == 0 || hours[^1].Number - hours[0].Number < (Day * (DaysBefore + 1)) - 1)
            return null;
        var days = hours.GroupBy(hour => (hours[^1].Number - hour.Number) / Day).ToDictionary(day => day.Key, day => ofDay(day));
        return days.Count > DaysBefore && Quantile.Median(days.Where(day => day.Key > 0).Select(day => day.Value)) is { } median
            && Math.Max(usualOf(median), least) is > 0 and var usual ? days[0] / usual : null;
    }
}
