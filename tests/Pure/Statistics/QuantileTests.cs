using Lowtide.Analysis.Statistics;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class QuantileTests
{
    [Theory]
    // quantile(c(1, 2, 4, 8, 16), p) in R
    [InlineData(0, 1)]
    [InlineData(0.1, 1.4)]
    [InlineData(0.5, 4)]
    [InlineData(0.75, 8)]
    [InlineData(0.99, 15.68)]
    [InlineData(1, 16)]
    public void Is_type_seven(double fraction, double expected) =>
        Assert.Equal(expected, Quantile.OfSorted([1, 2, 4, 8, 16], fraction), 1e-12);

    [Fact]
    public void The_median_of_an_even_number_lies_between() => Assert.Equal(3, Quantile.OfSorted([1, 2, 4, 8], 0.5));

    [Fact]
    public void A_request_that_never_ended_does_not_spoil_the_median() =>
        Assert.Equal(2, Quantile.OfSorted([1, 2, double.PositiveInfinity], 0.5));

    [Fact]
    public void What_has_no_quantile_is_refused()
    {
        Assert.Throws<ArgumentException>(() => Quantile.OfSorted([], 0.5));
        Assert.Throws<ArgumentOutOfRangeException>(() => Quantile.OfSorted([1], double.NaN));
        Assert.Throws<ArgumentOutOfRangeException>(() => Quantile.OfSorted([1], 1.01));
    }
}
