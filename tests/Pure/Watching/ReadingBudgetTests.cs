using Lowtide.Capture.Watching;

namespace Lowtide.Tests.Pure.Watching;

public sealed class ReadingBudgetTests
{
    private static readonly TimeSpan Reading = TimeSpan.FromMilliseconds(5);

    /// <summary>Over a day of wanting to read always.</summary>
    [Theory]
    [InlineData(0.004)]
    [InlineData(0.05)]
    public void It_keeps_to_its_share(double share)
    {
        var (budget, spent) = (new ReadingBudget(share), TimeSpan.Zero);
        for (var now = TimeSpan.Zero; now < TimeSpan.FromDays(1); now += TimeSpan.FromSeconds(10))
            for (; budget.Allows(now, isFirst: false); budget.Spend(Reading, isFirst: false))
                spent += Reading;
        Assert.InRange(spent / TimeSpan.FromDays(1), 0.99 * share, 1.01 * share);
    }

    [Fact]
    public void A_quiet_day_saves_no_more_than_a_minutes_share()
    {
        var budget = new ReadingBudget(0.01);
        Assert.False(budget.Allows(TimeSpan.Zero, isFirst: false));
        var (day, spent) = (TimeSpan.FromDays(1), TimeSpan.Zero);
        for (; budget.Allows(day, isFirst: false); budget.Spend(Reading, isFirst: false))
            spent += Reading;
        Assert.InRange(spent.TotalMilliseconds, 595, 605);
    }

    /// <summary>Of a few nobody waits; fifty of 2 ms each are let be for 45 s, and a thousand no longer than that: the share is what they wait for.</summary>
    [Theory]
    [InlineData(3, 6)]
    [InlineData(10, 20)]
    [InlineData(50, 45)]
    [InlineData(1000, 45)]
    public void Who_was_read_is_let_be(int processes, int seconds) =>
        Assert.Equal(seconds, new ReadingBudget(0.002).Rest(processes * TimeSpan.FromMilliseconds(2)).TotalSeconds, 3);

    /// <summary>All that is there when it starts is read at once, and who comes later in the same way as long as that lasts.</summary>
    [Fact]
    public void Who_was_never_read_has_two_seconds_beside_it()
    {
        var (budget, spent) = (new ReadingBudget(0.001), TimeSpan.Zero);
        for (; budget.Allows(TimeSpan.Zero, isFirst: true); budget.Spend(Reading, isFirst: true))
            spent += Reading;
        Assert.Equal(TimeSpan.FromSeconds(2), spent);
        Assert.False(budget.Allows(TimeSpan.Zero, isFirst: false));
        Assert.True(budget.Allows(TimeSpan.FromSeconds(1), isFirst: false));
    }
}
