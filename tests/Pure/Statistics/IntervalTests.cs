using Lowtide.Analysis.Statistics;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class IntervalTests
{
    [Theory]
    [InlineData(-1, false)]
    [InlineData(2, false)]
    [InlineData(-1.001, true)]
    [InlineData(2.001, true)]
    public void The_ends_belong_to_it(double value, bool excluded) =>
        Assert.Equal(excluded, new Interval(-1, 2, 0.95).Excludes(value));

    [Theory]
    [InlineData(1.9, false)]
    [InlineData(2, true)]
    public void A_margin_must_hold_both_ends(double margin, bool within)
    {
        Assert.Equal(within, new Interval(-1, 2, 0.95).IsWithin(margin));
        Assert.Equal(within, new Interval(-2, 1, 0.95).IsWithin(margin));
    }
}
