using Lowtide.Analysis.Causes;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Causes;

public sealed class ReadShareTests
{
    /// <summary>
    /// Wilson's interval of 10 in 20 is 0.299 to 0.701: (0.5 + z^2/40 -+ z sqrt(0.25/20 + z^2/1600)) / (1 + z^2/20) with z = 1.96;
    /// then in odds half and twice that.
    /// </summary>
    [Fact]
    public void The_interval_is_wilsons_widened_by_twice_the_odds()
    {
        var share = ReadShare.Of(new ReadSample(20, 10, 1, 0.5));
        Assert.Equal(0.5, share.Estimate);
        Assert.Equal(0.299 / (2 - 0.299), share.Low, 3);
        Assert.Equal(2 * 0.701 / (1 + 0.701), share.High, 3);
    }

    /// <summary>Where kinds of leaves were read unlike, the interval begins at the least and ends at the most.</summary>
    [Fact]
    public void Unlike_leaves_widen_it()
    {
        var share = ReadShare.Of(new ReadSample(1_000_000, 500_000, 1, 0.5) { LeastShare = 0.2, MostShare = 0.8 });
        Assert.Equal(0.2 / (2 - 0.2), share.Low, 2);
        Assert.Equal(0.5, share.Estimate);
        Assert.Equal(2 * 0.8 / (1 + 0.8), share.High, 2);
    }

    [Theory]
    [InlineData(100, 0)]
    [InlineData(100, 100)]
    [InlineData(8, 3)]
    public void It_stays_between_nothing_and_all(int pages, int copied)
    {
        var share = ReadShare.Of(new ReadSample(pages, copied, 1, copied / (double)pages));
        Assert.InRange(share.Low, 0, share.Estimate);
        Assert.InRange(share.High, share.Estimate, 1);
    }

    [Fact]
    public void Few_pages_tell_little()
    {
        Assert.Equal(ReadShare.Untold, ReadShare.Of(null));
        Assert.Equal(ReadShare.Untold, ReadShare.Of(new ReadSample(0, 0, 0, 0)));
        Assert.True(ReadShare.Of(new ReadSample(2, 2, 1, 1)).Low < 0.25);
    }
}
