using Lowtide.Commands;
using Lowtide.Trials.Metrics;

namespace Lowtide.Tests.Pure.Commands;

public sealed class WrittenMarginTests
{
    [Theory]
    [InlineData("5%", 0.05)]
    [InlineData("0.05", 0.05)]
    [InlineData("2.5%", 0.025)]
    [InlineData(".5", 0.5)]
    public void A_share_is_percent_or_a_fraction(string text, double expected) =>
        Assert.Equal(expected, WrittenMargin.Parse("--margin", text), 1e-12);

    [Theory]
    [InlineData("5")]
    [InlineData("0")]
    [InlineData("0%")]
    [InlineData("100%")]
    [InlineData("-1%")]
    [InlineData("%")]
    [InlineData("")]
    [InlineData("5%%")]
    [InlineData("0,05")]
    [InlineData("1e-2")]
    [InlineData("NaN")]
    public void Anything_else_is_a_wrong_call(string text)
    {
        var wrong = Assert.Throws<Failure>(() => WrittenMargin.Parse("--margin", text));
        Assert.Equal(Failure.WrongCall, wrong.ExitCode);
        Assert.StartsWith("--margin takes a share", wrong.Message);
    }

    [Theory]
    [InlineData("stop_seconds", "1.5", 1.5)]
    [InlineData("slow_share", "2%", 0.02)]
    [InlineData("pss_bytes", "2%", 0.02)]
    public void A_margin_is_in_the_unit_that_is_compared(string metric, string text, double expected) =>
        Assert.Equal(expected, WrittenMargin.ParseMargin("--margin", text, TrialMetrics.Find(metric)!), 1e-12);

    [Theory]
    [InlineData("5%")]
    [InlineData("0")]
    [InlineData("-1")]
    public void Seconds_take_no_percent(string text)
    {
        var wrong = Assert.Throws<Failure>(() => WrittenMargin.ParseMargin("--margin", text, TrialMetrics.Find("stop_seconds")!));
        Assert.Contains("number of seconds", wrong.Message);
    }
}
