using Lowtide.Analysis.Statistics;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class PoissonIntervalTests
{
    /// <summary>Ulm 1990, doi:10.1093/oxfordjournals.aje.a115507, from Pearson and Hartley's table 40.</summary>
    [Theory]
    [InlineData(0, 0, 3.689)]
    [InlineData(1, 0.0253, 5.572)]
    [InlineData(5, 1.623, 11.668)]
    [InlineData(10, 4.795, 18.390)]
    [InlineData(50, 37.11, 65.92)]
    public void Its_ends_are_the_published_ones(long count, double low, double high)
    {
        var interval = PoissonInterval.Of(count);
        Assert.Equal(low, interval.Low, 0.006);
        Assert.Equal(high, interval.High, 0.006);
    }
}
