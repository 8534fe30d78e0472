using Lowtide.Analysis.Statistics;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class ScoreIntervalTests
{
    /// <summary>Table I of Newcombe 1998, doi:10.1002/(SICI)1097-0258(19980430)17:8&lt;857::AID-SIM777&gt;3.0.CO;2-E, method 3.</summary>
    [Theory]
    [InlineData(81, 263, 0.2553, 0.3662)]
    [InlineData(15, 148, 0.0624, 0.1605)]
    [InlineData(0, 20, 0, 0.1611)]
    [InlineData(1, 29, 0.0061, 0.1718)]
    public void A_shares_interval_is_the_published_one(int seen, int of, double low, double high)
    {
        var interval = ScoreInterval.Of(seen / (double)of, of);
        Assert.Equal(low, interval.Low, 4);
        Assert.Equal(high, interval.High, 4);
    }
}
