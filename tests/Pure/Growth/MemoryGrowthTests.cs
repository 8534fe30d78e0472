using Lowtide.Analysis.Growth;

namespace Lowtide.Tests.Pure.Growth;

public sealed class MemoryGrowthTests(ITestOutputHelper output)
{
    /// <summary>The first 200 were looked at while the rule was made; the others are only ever scored.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1000)]
    public void Courses_are_told(int first)
    {
        var told = Enumerable.Range(first, 200).Select(number => (number, series: LabelledSeries.Of(number)))
            .Select(one => (one.number, one.series, growth: MemoryGrowth.Of(one.series.Points, MemoryGrowth.Day))).ToList();
        var missed = told.Where(one => !one.series.Right.Contains(one.growth.Shape)).ToList();
        foreach (var (number, series, growth) in missed)
            output.WriteLine($"{number}: {series.Course}, right: {string.Join(" or ", series.Right)}, told: {growth.Shape} {growth.Why}");
        output.WriteLine($"{told.Count - missed.Count} of {told.Count} told, {missed.Count(one => one.growth.Shape != GrowthShape.TooEarly)} told wrong");
        Assert.InRange(missed.Count, 0, 4);
    }
}
