using Lowtide.Analysis.DotNet;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>What comes at regular times.</summary>
public sealed class PeriodTests
{
    [Theory]
    [InlineData(new double[] { 0, 60, 121, 180, 240 }, 60.0)]
    [InlineData(new double[] { 0, 60, 120 }, null)] // too few
    [InlineData(new double[] { 0, 1, 50, 60, 300 }, null)]
    public void A_period_is_told_of_what_is_regular(double[] times, double? period) =>
        Assert.Equal(period, Period.Of(times) is { } found ? Math.Round(found) : null);
}
