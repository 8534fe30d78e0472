using Lowtide.Load;

namespace Lowtide.Tests.Pure.Load;

public sealed class LatencyHistogramTests
{
    /// <summary>Against the sorted list itself: 20,000 durations from 100 ns to 100 s, evenly over the decades.</summary>
    [Theory]
    [InlineData(0.001)]
    [InlineData(0.5)]
    [InlineData(0.9)]
    [InlineData(0.99)]
    [InlineData(0.9999)]
    [InlineData(1)]
    public void A_quantile_is_within_the_stated_precision_of_the_sorted_list(double share)
    {
        var random = new Random(7);
        var durations = Enumerable.Range(0, 20_000).Select(_ => (long)Math.Pow(10, 2 + (9 * random.NextDouble()))).ToArray();
        var histogram = new LatencyHistogram();
        Array.ForEach(durations, histogram.Record);
        Array.Sort(durations);
        var exact = durations[(int)Math.Ceiling(share * durations.Length) - 1] / 1e9;
        Assert.Equal(exact, histogram.Quantile(share)!.Value, exact * LatencyHistogram.Precision);
        Assert.True(LatencyHistogram.Precision <= 0.001);
    }

    [Fact]
    public void Small_durations_and_the_longest_are_exact()
    {
        var histogram = new LatencyHistogram();
        foreach (var each in new[] { 1023, 3, 0, 123_456_789L })
            histogram.Record(each);
        Assert.Equal([0, 3e-9, 1023e-9, 0.123456789], new[] { 0.25, 0.5, 0.75, 1 }.Select(share => histogram.Quantile(share)!.Value));
    }

    [Fact]
    public void What_never_ended_is_longer_than_all_that_did()
    {
        var histogram = new LatencyHistogram();
        for (var each = 0; each < 98; each++)
            histogram.Record(1000);
        Assert.Equal(1000e-9, histogram.Quantile(0.98, endless: 2));
        Assert.Null(histogram.Quantile(0.99, endless: 2));
        Assert.Null(new LatencyHistogram().Quantile(0.5));
        Assert.Null(new LatencyHistogram().Quantile(0.5, endless: 3));
    }

    [Fact]
    public void Added_ones_are_as_if_recorded_in_one()
    {
        var (one, other, both) = (new LatencyHistogram(), new LatencyHistogram(), new LatencyHistogram());
        for (long each = 1; each < 1000; each++)
        {
            (each % 3 == 0 ? one : other).Record(each * each * 1000);
            both.Record(each * each * 1000);
        }
        one.Add(other);
        foreach (var share in new[] { 0.1, 0.5, 0.99, 1 })
            Assert.Equal(both.Quantile(share), one.Quantile(share));
        Assert.Equal(both.Count, one.Count);
    }

    [Fact]
    public void What_is_too_long_counts_as_the_longest()
    {
        var histogram = new LatencyHistogram();
        histogram.Record(long.MaxValue);
        histogram.Record(-5);
        Assert.Equal((2, 0.0), (histogram.Count, histogram.Quantile(0.5)!.Value));
        Assert.InRange(histogram.Quantile(1)!.Value, 4000, 5000);
    }
}
