using Lowtide.Load;

namespace Lowtide.Tests.Pure.Load;

public sealed class ArrivalScheduleTests
{
    [Theory]
    [InlineData(0, 1)]
    [InlineData(1_999_999, 1)]
    [InlineData(2_000_000, 2)]
    [InlineData(1_000_000_000, 501)]
    [InlineData(3_600_000_000_000, 1000)]
    [InlineData(-1, 0)]
    public void Five_hundred_a_second_are_due_every_two_milliseconds(long elapsed, long due) =>
        Assert.Equal(due, new ArrivalSchedule(500, 1000).DueBy(elapsed));

    /// <summary>At every rate the instant at which a request starts is the first at which it is due.</summary>
    [Theory]
    [InlineData(0.01)]
    [InlineData(3)]
    [InlineData(333.3)]
    [InlineData(7777)]
    [InlineData(200_000)]
    public void A_request_is_due_from_its_start_on(double rate)
    {
        var schedule = new ArrivalSchedule(rate, 1_000_000);
        for (long request = 1; request < 1_000_000; request += 997)
        {
            var start = schedule.StartOf(request);
            Assert.Equal((request, request + 1), (schedule.DueBy(start - 1), schedule.DueBy(start)));
        }
    }

    [Fact]
    public void Without_a_rate_all_are_due_at_once()
    {
        var schedule = new ArrivalSchedule(double.PositiveInfinity, 64);
        Assert.Equal((64, 0), (schedule.DueBy(0), schedule.StartOf(63)));
    }
}
