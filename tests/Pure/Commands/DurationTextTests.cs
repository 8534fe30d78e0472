using Lowtide.Commands;

namespace Lowtide.Tests.Pure.Commands;

public sealed class DurationTextTests
{
    [Theory]
    [InlineData("500ms", 0.5)]
    [InlineData("30s", 30)]
    [InlineData("0.25s", 0.25)]
    [InlineData("15", 15)]
    [InlineData("0.1", 0.1)]
    [InlineData("5m", 300)]
    [InlineData("1.5m", 90)]
    [InlineData("2h", 7200)]
    [InlineData("8784h", 366 * 86400.0)]
    [InlineData("1.5d", 1.5 * 86400)]
    public void Is_read(string text, double seconds) => Assert.Equal(TimeSpan.FromSeconds(seconds), DurationText.Parse(text));

    [Theory]
    [InlineData("")]
    [InlineData("s")]
    [InlineData("ms")]
    [InlineData("0s")]
    [InlineData("-1s")]
    [InlineData("+1s")]
    [InlineData(" 1s")]
    [InlineData("1 s")]
    [InlineData("1,5s")]
    [InlineData("1e3s")]
    [InlineData("1S")]
    [InlineData("1w")]
    [InlineData("1m30s")]
    [InlineData("0.0000000001s")]
    [InlineData("8785h")]
    [InlineData("99999999999999999999999999999999999999s")]
    [InlineData("\u0663s")]
    public void Is_refused(string text) => Assert.Null(DurationText.Parse(text));

    [Fact]
    public void A_bare_number_is_seconds_only_where_that_is_meant()
    {
        Assert.Null(DurationText.Parse("24", bare: false));
        Assert.Equal(TimeSpan.FromHours(24), DurationText.Parse("24h", bare: false));
    }
}
