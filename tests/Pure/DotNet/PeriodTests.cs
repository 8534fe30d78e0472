using Lowtide.Analysis.DotNet;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>What comes at regular times.</summary>
public sealed class PeriodTests
{
    [Theory]
    [InlineData(new double[] { 0, 60, 121, 180, 240 }, 60.0)]
    [InlineData(new double[] { 0, 60, 120 }, null)] // too few
    [InlineData(new double[] { 0, 1, 50, 60, 300 }, null)]
    [InlineData(new double[] { 0, 5, 10, 15, 50, 55, 60, 65, 100, 105, 110, 115 }, 5.0)] // a timer that skips six times of ten
    [InlineData(new double[] { 0, 60, 120, 180, 7200, 7260, 7320, 7380, 7440, 7500, 7560, 7620, 7680, 7740, 7800 }, 60.0)] // and one pause for long
    [InlineData(new double[] { 0, .05, 600, 600.05 }, null)] // a pair, twice
    [InlineData(new double[] { 0, 1, 5, 6, 10, 11 }, null)] // pairs whose first takes long
    [InlineData(new double[] { 0, .05, .1, 60, 60.05, 60.1, 120, 120.05, 120.1 }, null)] // three at once
    public void A_period_is_told_of_what_is_regular(double[] times, double? period) =>
        Assert.Equal(period, Period.Of(times) is { } found ? Math.Round(found) : null);

    /// <summary>GC.Collect, WaitForPendingFinalizers, GC.Collect by a timer: what lies between two of a pair is no period.</summary>
    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(10)]
    [InlineData(100)]
    public void Pairs_do_not_come_as_often_as_their_second_behind_their_first(int pairs) =>
        Assert.Null(Period.Of(Enumerable.Range(0, pairs).SelectMany(pair => new[] { 60.0 * pair, (60.0 * pair) + 0.05 })));

    /// <summary>GC.Collect in a row: each begins as the one before it is done.</summary>
    [Theory]
    [InlineData(0.05, null)]
    [InlineData(0.02, 0.06)]
    public void One_collection_right_after_the_other_is_no_period(double seconds, double? period) =>
        Assert.Equal(period, Period.Of([.. Enumerable.Range(1, 5).Select(number => Collection(number, 2, 0.06 * number) with { Seconds = seconds })])
            is { } found ? Math.Round(found, 2) : null);
}
