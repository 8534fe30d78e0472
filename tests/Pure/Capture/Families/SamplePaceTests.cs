using Lowtide.Capture.Families;

namespace Lowtide.Tests.Pure.Capture.Families;

public sealed class SamplePaceTests
{
    private static readonly SamplePace EverySecond = new(TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(1));

    [Theory]
    [InlineData(0, 1.0)]
    [InlineData(0.999, 1.0)]
    [InlineData(1, 2.0)]
    [InlineData(1.9, 2.0)]
    [InlineData(3.2, 4.0)]
    [InlineData(4, null)]
    [InlineData(60, null)]
    public void Samples_stand_on_whole_intervals(double elapsed, double? due) =>
        Assert.Equal(due, EverySecond.NextAfter(TimeSpan.FromSeconds(elapsed))?.TotalSeconds);

    [Fact]
    public void An_interval_longer_than_the_recording_has_only_its_ends() =>
        Assert.Null((EverySecond with { Interval = TimeSpan.FromHours(1) }).NextAfter(TimeSpan.Zero));

    [Fact]
    public void Reading_takes_no_more_than_its_share()
    {
        var budget = new StallBudget();
        var clock = TimeSpan.Zero;
        var reading = TimeSpan.Zero;
        var took = TimeSpan.FromMilliseconds(70);
        for (; clock < TimeSpan.FromMinutes(10); clock += TimeSpan.FromSeconds(1))
        {
            if (!budget.Allows(clock))
                continue;
            budget.Spend(clock, took);
            reading += took;
        }
        Assert.InRange(reading / clock, 0.01, StallBudget.Share);
    }

    [Fact]
    public void A_quick_reading_is_made_every_second()
    {
        var budget = new StallBudget();
        for (var second = 0; second < 60; second++)
        {
            Assert.True(budget.Allows(TimeSpan.FromSeconds(second)));
            budget.Spend(TimeSpan.FromSeconds(second), TimeSpan.FromMilliseconds(20));
        }
    }

    [Theory]
    [InlineData(CostBudget.MemoryShare)]
    [InlineData(CostBudget.BesideListeningShare)]
    [InlineData(CostBudget.HeapShare)]
    public void A_large_family_is_read_within_its_share(double share)
    {
        var budget = new CostBudget(processors: 2, share);
        var took = TimeSpan.FromMilliseconds(7);
        var (clock, readings) = (TimeSpan.FromSeconds(1), 0);
        for (; clock < TimeSpan.FromMinutes(10); clock += TimeSpan.FromSeconds(1))
            for (var member = 0; member < 100 && budget.Allows(clock); member++, readings++)
                budget.Spend(took);
        Assert.InRange(readings * took / (clock * 2), share * 0.97, share * 1.01);
    }
}
