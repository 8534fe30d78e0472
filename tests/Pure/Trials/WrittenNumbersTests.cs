using Lowtide.Trials;

namespace Lowtide.Tests.Pure.Trials;

public sealed class WrittenNumbersTests
{
    [Theory]
    [InlineData("5%", 0.05)]
    [InlineData("0.05", 0.05)]
    [InlineData("2.5%", 0.025)]
    [InlineData(".5", 0.5)]
    public void AShareIsPercentOrAFraction(string text, double expected) =>
        Assert.Equal(expected, Share.Parse("--margin", text), 1e-12);

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
    public void AnythingElseIsAWrongCall(string text)
    {
        var wrong = Assert.Throws<Failure>(() => Share.Parse("--margin", text));
        Assert.Equal(Failure.WrongCall, wrong.ExitCode);
        Assert.StartsWith("--margin takes a share", wrong.Message);
    }

    [Theory]
    [InlineData("stop_seconds", "1.5", 1.5)]
    [InlineData("slow_share", "2%", 0.02)]
    [InlineData("pss_bytes", "2%", 0.02)]
    public void AMarginIsInTheUnitThatIsCompared(string metric, string text, double expected) =>
        Assert.Equal(expected, Share.ParseMargin("--margin", text, TrialMetrics.Find(metric)!), 1e-12);

    [Theory]
    [InlineData("5%")]
    [InlineData("0")]
    [InlineData("-1")]
    public void SecondsTakeNoPercent(string text)
    {
        var wrong = Assert.Throws<Failure>(() => Share.ParseMargin("--margin", text, TrialMetrics.Find("stop_seconds")!));
        Assert.Contains("number of seconds", wrong.Message);
    }
}
