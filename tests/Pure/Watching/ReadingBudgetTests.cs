using Lowtide.Capture.Watching;

namespace Lowtide.Tests.Pure.Watching;

public sealed class ReadingBudgetTests
{
    private static readonly TimeSpan Reading = TimeSpan.FromMilliseconds(5);

    /// <summary>Over a day of wanting to read always, no more than the share beyond what it began with.</summary>
    [Theory]
    [InlineData(0.004)]
    [InlineData(0.05)]
    public void It_keeps_to_its_share(double share)
    {
        var (budget, spent) = (new ReadingBudget(share), TimeSpan.Zero);
        for (var now = TimeSpan.Zero; now < TimeSpan.FromDays(1); now += TimeSpan.FromSeconds(10))
            for (; budget.Allows(now); budget.Spend(Reading))
                spent += Reading;
        Assert.InRange((spent - TimeSpan.FromSeconds(2)) / TimeSpan.FromDays(1), 0.99 * share, 1.01 * share);
    }

    [Fact]
    public void A_quiet_day_saves_no_more_than_half_a_minutes_share()
    {
        var budget = new ReadingBudget(0.01);
        budget.Spend(TimeSpan.FromSeconds(2));
        Assert.False(budget.Allows(TimeSpan.Zero));
        var (day, spent) = (TimeSpan.FromDays(1), TimeSpan.Zero);
        for (; budget.Allows(day); budget.Spend(Reading))
            spent += Reading;
        Assert.InRange(spent.TotalMilliseconds, 295, 305);
    }
}
