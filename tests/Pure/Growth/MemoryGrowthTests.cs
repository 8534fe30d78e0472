using Lowtide.Analysis.Growth;

namespace Lowtide.Tests.Pure.Growth;

public sealed class MemoryGrowthTests(ITestOutputHelper output)
{
    /// <summary>The first 200 were looked at while the rule was made; the others are only ever scored.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1000)]
    public void Generated_courses_are_told(int first) =>
        AreTold(Enumerable.Range(first, 200).Select(number => (number, series: LabelledSeries.Of(number))), mostMissed: 4, mostWrong: 4);

    /// <summary>
    /// Of real programs, which counted themselves what they kept. What malloc keeps of each day's load fills up first, so that rising steadily
    /// and on the way to a plateau look alike for longer: a fifth is told to be watched for longer. Again only the first half was looked at.
    /// </summary>
    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    public void Courses_of_real_programs_are_told(int first) =>
        AreTold(RealSeries.All().Select((series, number) => (number, series)).Skip(first).Take(100), mostMissed: 25, mostWrong: 2);

    [Fact]
    public void What_was_watched_too_short_says_how_long_to_watch()
    {
        var minutes = MemoryGrowth.Of([.. Enumerable.Range(0, 600).Select(second => new GrowthPoint(second, 1e8 + second, 0))], MemoryGrowth.Day);
        Assert.Equal((GrowthShape.TooEarly, 2 * 86400.0), (minutes.Shape, minutes.WatchSeconds));
        var few = MemoryGrowth.Of([.. Enumerable.Range(0, 60).Select(second => new GrowthPoint(second, 1e8, 0))], TimeSpan.FromSeconds(1));
        Assert.Equal(120, few.WatchSeconds!.Value, 5.0);
    }

    /// <summary>A number a second and an hour's worth of it.</summary>
    [Fact]
    public void The_rate_is_the_programs()
    {
        var growth = MemoryGrowth.Of(
            [.. Enumerable.Range(0, 3600).Select(second => new GrowthPoint(second, 1e8 + (5e4 * second) + (1e6 * Math.Sin(second)), 0))],
            TimeSpan.FromSeconds(60));
        Assert.Equal(GrowthShape.Linear, growth.Shape);
        Assert.InRange(growth.BytesASecond!.Value, 5e4 - (4 * growth.Error!.Value) - 1, 5e4 + (4 * growth.Error.Value) + 1);
        Assert.InRange(growth.RiseBytes!.Value / (5e4 * 3600), 0.97, 1.03);
    }

    private void AreTold(IEnumerable<(int Number, LabelledSeries Series)> labelled, int mostMissed, int mostWrong)
    {
        var told = labelled.Select(one => (number: one.Number, series: one.Series))
            .Select(one => (one.number, one.series, growth: MemoryGrowth.Of(one.series.Points, MemoryGrowth.Day))).ToList();
        var missed = told.Where(one => !one.series.Right.Contains(one.growth.Shape)).ToList();
        foreach (var (number, series, growth) in missed)
            output.WriteLine($"{number}: {series.Course}, right: {string.Join(" or ", series.Right)}, told: {growth.Shape} {growth.Why}");
        var wrong = missed.Count(one => one.growth.Shape != GrowthShape.TooEarly);
        output.WriteLine($"{told.Count - missed.Count} of {told.Count} told, {wrong} told wrong");
        Assert.InRange(missed.Count, 0, mostMissed);
        Assert.InRange(wrong, 0, mostWrong);
    }
}
