using Lowtide.Analysis;

namespace Lowtide.Tests.Pure;

public sealed class UnitTests
{
    [Theory]
    [InlineData("bytes", 0, "0")]
    [InlineData("bytes", 20, "0.0 KiB")]
    [InlineData("bytes/s", 0, "0")]
    [InlineData("bytes", 10_188, "9.9 KiB")]
    [InlineData("bytes", 10_189, "10 KiB")]
    [InlineData("bytes", (1 << 20) - 1, "1024 KiB")]
    [InlineData("bytes", 1 << 20, "1.0 MiB")]
    [InlineData("bytes", -5_000_000_000, "-4.7 GiB")]
    [InlineData("seconds", 0, "0 s")]
    [InlineData("seconds", 0.0005, "0.50 ms")]
    [InlineData("seconds", 0.0333, "33.3 ms")]
    [InlineData("seconds", 0.03165, "31.7 ms")]
    [InlineData("seconds", 0.1, "0.10 s")]
    [InlineData("1/s", 9.94, "9.9/s")]
    [InlineData("1/s", 1234.5, "1235/s")]
    [InlineData("1", 0.5, "50.0%")]
    [InlineData("share", 0.5, "+50.0%")]
    [InlineData("share", -0.5, "-50.0%")]
    [InlineData("share", -0.0001, "0.0%")]
    [InlineData("share", 0.0001, "0.0%")]
    [InlineData("points", 0.617, "+61.7 points")]
    [InlineData("points", -0.617, "-61.7 points")]
    [InlineData("bytes/s", 100_000, "5.7 MiB")]
    public void An_amount_has_three_digits_or_so(string unit, double amount, string text) =>
        Assert.Equal(text, Unit.All.Single(each => each.Name == unit).Text(amount));

    [Theory]
    [InlineData(48, 87, "48 to 87 MiB")]
    [InlineData(48, 48, "48 MiB")]
    [InlineData(0, 9, "0 to 9.0 MiB")]
    [InlineData(-5, 0, "-5.0 MiB to 0")]
    [InlineData(706, 2_867, "706 MiB to 2.8 GiB")]
    public void A_unit_that_both_ends_have_is_written_once(int low, int high, string text) =>
        Assert.Equal(text, Amount.Range(low * Amount.MiB, high * Amount.MiB));

    [Theory]
    [InlineData(0, "0%")]
    [InlineData(0.004, "<1%")]
    [InlineData(0.006, "1%")]
    [InlineData(0.994, "99%")]
    [InlineData(0.9999, ">99%")]
    [InlineData(1, "100%")]
    public void What_is_not_nothing_is_not_zero_percent(double share, string text) => Assert.Equal(text, Amount.Percent(share));

    [Theory]
    [InlineData(58, 61, "58% to 61%")]
    [InlineData(61, 61, "61%")]
    public void One_whole_for_both_ends(long low, long high, string text) => Assert.Equal(text, Amount.PercentRange(low, high, 100));
}
