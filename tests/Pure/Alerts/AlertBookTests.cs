using Lowtide.Analysis.Alerts;

namespace Lowtide.Tests.Pure.Alerts;

public sealed class AlertBookTests
{
    private static readonly DateTimeOffset Began = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly AlertBook _book = new();

    [Fact]
    public void It_is_raised_once_it_has_held_and_over_by_another_threshold()
    {
        Assert.Equal(AlertState.Quiet, Left(0, 0.2).State);
        Assert.Equal(AlertState.Pending, Left(10, 0.04).State);
        Assert.Equal(AlertState.Pending, Left(60, 0.04).State);
        var raised = Left(70, 0.03);
        Assert.Equal((AlertState.Raised, Began.AddSeconds(70), 0.03), (raised.State, raised.Since, Math.Round(raised.Value!.Value, 3)));
        // Between the two thresholds it stays.
        Assert.Equal((AlertState.Raised, Began.AddSeconds(70)), (Left(80, 0.08).State, Left(90, 0.06).Since));
        Assert.Equal(AlertState.Quiet, Left(100, 0.2).State);
        Assert.Equal(AlertState.Quiet, Left(110, 0.08).State);
    }

    [Fact]
    public void A_moment_below_the_threshold_begins_anew()
    {
        Left(0, 0.04);
        Left(50, 0.06);
        Assert.Equal(AlertState.Pending, Left(61, 0.04).State);
    }

    [Fact]
    public void A_figure_that_is_not_known_for_a_while_changes_nothing()
    {
        Left(0, 0.04);
        Left(60, 0.04);
        Assert.Equal(AlertState.Raised, Left(70, null).State);
        Assert.Equal(AlertState.Unknown, Left(70 + (15 * 60), null).State);
        Assert.Equal(AlertState.Unknown, new AlertBook().Take(new AlertFacts(new FamilyTrend(), null, null), TimeSpan.Zero, Began)[0].State);
    }

    /// <summary>Of a watch before: since then, until its figure is known.</summary>
    [Fact]
    public void One_that_was_raised_before_stays_so()
    {
        var near = AlertRules.All.Single(rule => rule.Id == "memory-limit-near");
        _book.Remember(near, Began.AddHours(-3), TimeSpan.Zero);
        Assert.Equal((AlertState.Raised, Began.AddHours(-3)), (Left(10, null).State, Left(20, 0.06).Since));
        Assert.Equal(AlertState.Quiet, Left(30, 0.2).State);
        _book.Remember(near, Began.AddHours(-3), TimeSpan.FromSeconds(30));
        Assert.Equal(AlertState.Unknown, Left(31 + (15 * 60), null).State);
    }

    /// <summary>An hour's sum says nothing of it within the hour.</summary>
    [Fact]
    public void One_whose_figure_takes_an_hour_is_not_over_before()
    {
        var rule = AlertRules.All.Single(one => one.Id == "collections-induced");
        _book.Remember(rule, Began.AddHours(-3), TimeSpan.Zero);
        var trend = new FamilyTrend();
        trend.Add(new FamilyPoint(TimeSpan.FromMinutes(1)) { DotNet = new DotNetPoint(60, 0, [], 0, 0) });
        Assert.Equal([AlertState.Raised, AlertState.Raised, AlertState.Quiet], new[] { 1, 59, 61 }.Select(minute => _book
            .Take(new AlertFacts(trend, null, null), TimeSpan.FromMinutes(minute), Began.AddMinutes(minute)).Single(alert => alert.Rule == rule).State));
    }

    private Alert Left(int second, double? share)
    {
        var trend = new FamilyTrend();
        trend.Add(new FamilyPoint(TimeSpan.FromSeconds(second)) { LimitBytes = 1_000_000, LeftBytes = (long?)(share * 1_000_000) });
        return _book.Take(new AlertFacts(trend, null, null), TimeSpan.FromSeconds(second), Began.AddSeconds(second))
            .Single(alert => alert.Rule.Id == "memory-limit-near");
    }
}
