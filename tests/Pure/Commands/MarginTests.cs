using Lowtide.Commands;
using Lowtide.Tests.Pure.Trials;
using Lowtide.Trials.Metrics;

namespace Lowtide.Tests.Pure.Commands;

public sealed class MarginTests
{
    [Fact]
    public void Each_is_of_the_primary_metric_or_of_the_one_named() => Assert.Equal(
        new Dictionary<string, double> { ["pss_bytes"] = 0.02, ["latency_p99_seconds"] = 0.03, ["stop_seconds"] = 0.5 },
        WrittenMargin.ParseMargins("--margin", ["2%", "latency_p99_seconds=0.03", "stop_seconds=0.5"], "pss_bytes"));

    [Fact]
    public void A_plan_has_them_in_the_place_of_the_metrics_own()
    {
        var plan = MadeTrials.Plan() with { Margins = new Dictionary<string, double> { ["ready_seconds"] = 0.2 } };
        Assert.Equal(0.2, plan.Metrics.Single(metric => metric.Name == "ready_seconds").Margin);
        Assert.Equal(TrialMetrics.Find("pss_bytes")!.Margin, plan.PrimaryMetric.Margin);
    }

    [Theory]
    [InlineData("0", "above 0 and below 100%")]
    [InlineData("0%", "above 0 and below 100%")]
    [InlineData("100%", "above 0 and below 100%")]
    [InlineData("5", "above 0 and below 100%, not '5': write 5%")]
    [InlineData("-1%", "not '-1%'")]
    [InlineData("NaN", "not 'NaN'")]
    [InlineData("", "not ''")]
    [InlineData("1e-2", "not '1e-2'")]
    [InlineData("stop_seconds=5%", "--margin of stop_seconds takes a number of seconds")]
    [InlineData("stop_seconds=0", "--margin of stop_seconds takes a number of seconds")]
    [InlineData("nope=1%", "no metric 'nope'")]
    public void What_makes_no_sense_is_a_wrong_call(string text, string how)
    {
        var wrong = Assert.Throws<Failure>(() => WrittenMargin.ParseMargins("--margin", [text], "pss_bytes"));
        Assert.Equal(Failure.WrongCall, wrong.ExitCode);
        Assert.Contains(how, wrong.Message);
    }

    [Fact]
    public void Two_of_one_metric_are_a_wrong_call() => Assert.Contains(
        "given twice", Assert.Throws<Failure>(() => WrittenMargin.ParseMargins("--margin", ["1%", "pss_bytes=2%"], "pss_bytes")).Message);
}
