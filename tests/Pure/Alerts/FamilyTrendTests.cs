using Lowtide.Analysis.Alerts;

namespace Lowtide.Tests.Pure.Alerts;

public sealed class FamilyTrendTests
{
    private const long MiB = 1 << 20;

    [Fact]
    public void What_is_left_and_until_when_it_lasts()
    {
        var trend = new FamilyTrend();
        // 100 MiB an hour of 1,000; three hours in.
        for (var minute = 0; minute <= 180; minute++)
            trend.Add(Point(minute) with { LimitBytes = 1000 * MiB, LeftBytes = (1000 * MiB) - (100 * MiB * minute / 60) });
        Assert.Equal(0.7, trend.LeftShare!.Value, 0.001);
        Assert.InRange(trend.UntilFullSeconds!.Value, 7 * 3600 * 0.99, 7 * 3600 * 1.01);
    }

    [Fact]
    public void What_has_been_as_full_within_a_day_is_no_end()
    {
        var trend = new FamilyTrend();
        // A sawtooth of six hours.
        for (var minute = 0; minute <= 17 * 60; minute++)
            trend.Add(Point(minute) with { LimitBytes = 1000 * MiB, LeftBytes = (900 * MiB) - (MiB * (minute % 360)) });
        Assert.Equal(double.PositiveInfinity, trend.UntilFullSeconds);
    }

    [Fact]
    public void One_that_has_just_begun_says_nothing_of_its_end()
    {
        var trend = new FamilyTrend();
        for (var minute = 0; minute < 100; minute++)
            trend.Add(Point(minute) with { LimitBytes = 1000 * MiB, LeftBytes = (1000 * MiB) - (5 * MiB * minute) });
        Assert.Null(trend.UntilFullSeconds);
        Assert.Null(new FamilyTrend().UntilFullSeconds);
    }

    [Fact]
    public void Sharing_that_is_lost_is_told_by_the_day_and_of_all_workers()
    {
        var trend = new FamilyTrend();
        for (var minute = 0; minute < 600; minute++)
            trend.Add(Point(minute) with { SharedBytes = minute < 590 ? 200 * MiB : 50 * MiB, Workers = 4 });
        Assert.Equal((0.75, 600.0 * MiB), trend.SharingLost);
    }

    /// <summary>A worker that was just forked shares everything for a moment.</summary>
    [Fact]
    public void Moments_after_a_fork_are_not_what_is_usual()
    {
        var trend = new FamilyTrend();
        for (var minute = 0; minute < 600; minute++)
            trend.Add(Point(minute) with { SharedBytes = minute < 10 ? 400 * MiB : 100 * MiB, Workers = 4 });
        Assert.Equal((0, 0), trend.SharingLost);
    }

    [Fact]
    public void The_most_of_a_day_is_held_against_two_weeks()
    {
        var trend = new FamilyTrend();
        for (var hour = 0; hour < 24 * 15; hour++)
        {
            Assert.Null(trend.ByUsual);
            trend.Add(Point(hour * 60) with { PssBytes = (hour < 24 * 14 ? 100 : 220) * MiB });
        }
        Assert.Equal(2.2, trend.ByUsual!.Value, 0.001);
    }

    [Fact]
    public void Ends_of_workers_are_held_against_the_day()
    {
        var trend = new FamilyTrend();
        for (var minute = 0; minute < 600; minute++)
            trend.Add(Point(minute) with { Workers = 2, Ends = minute >= 545 ? 2 : minute % 10 == 0 ? 1 : 0 });
        // 110 and more within the hour; six in each before.
        Assert.InRange(trend.EndsByUsual!.Value, 110.0 / 18, 116.0 / 18);
    }

    private static FamilyPoint Point(int minute) => new(TimeSpan.FromMinutes(minute));
}
