using System.Text.RegularExpressions;
using Lowtide.Analysis.Alerts;
using Lowtide.Serve.Alerts;
using Lowtide.Serve.Metrics;

namespace Lowtide.Tests.Pure.Serve;

public sealed class PrometheusRulesTests
{
    private const string Path = "packaging/prometheus/lowtide.rules.yaml";

    /// <summary>Metrics of Prometheus itself.</summary>
    private static readonly string[] Foreign = ["up", "ALERTS"];

    private static readonly Regex Names = new(@"\b(?:[a-z_]+:)?lowtide_[a-z0-9_]+(?::[a-z0-9]+)?", RegexOptions.None, TimeSpan.FromSeconds(5));

    /// <summary>For who cannot run the program where Prometheus is.</summary>
    [Fact]
    public void What_is_checked_in_is_what_the_program_writes()
    {
        var rules = PrometheusRules.Text("http");
        Assert.True(rules == Golden.Text(Path, rules), $"{Path} is not made of PrometheusRules. {Golden.Renew}");
    }

    /// <summary>promtool runs them (PrometheusMixinTests).</summary>
    [Fact]
    public void Every_alert_is_tried_on_series()
    {
        var folder = System.IO.Path.Combine(SourceTree.Root(), "packaging", "prometheus", "tests");
        var tests = string.Concat(Directory.EnumerateFiles(folder).Select(File.ReadAllText));
        Assert.All(AlertRules.All.Select(PrometheusRules.Name).Concat(OwnRule.All.Select(rule => rule.Name)).Concat(RecordedRule.All.Select(rule => rule.Name)),
            name => Assert.Contains(name, tests, StringComparison.Ordinal));
    }

    [Fact]
    public void Rules_ask_for_metrics_that_there_are() => Assert.All(
        RecordedRule.All.Select(rule => rule.Expression).Concat(OwnRule.All.Select(rule => rule.Expression)).SelectMany(Asked),
        name => Assert.Contains(name, Series));

    [Fact]
    public void Dashboards_ask_for_metrics_that_there_are() => Assert.All(
        Dashboard.All.SelectMany(board => board.Queries).SelectMany(query => Asked(query.Text)),
        name => Assert.Contains(name, Series.Concat(RecordedRule.All.Select(rule => rule.Name))));

    /// <summary>What nobody asks for need not be kept.</summary>
    [Fact]
    public void What_is_recorded_is_asked_for_by_a_dashboard() => Assert.All(
        RecordedRule.All, rule => Assert.Contains(Dashboard.All.SelectMany(board => board.Queries), query => Asked(query.Text).Contains(rule.Name)));

    [Fact]
    public void Panels_say_what_they_show_and_in_which_unit() => Assert.All(Dashboard.All, board =>
    {
        Assert.Distinct(board.Panels.Select(panel => panel.Title));
        Assert.All(board.Panels, panel =>
        {
            Assert.NotEqual("", panel.Title);
            Assert.EndsWith(".", panel.About, StringComparison.Ordinal);
            Assert.Contains(panel.Unit, new[] { "bytes", "percentunit", "s", "short" });
        });
    });

    /// <summary>Whoever imports one chooses where it asks.</summary>
    [Fact]
    public void Dashboards_name_no_source_of_their_own() => Assert.All(Dashboard.All, board =>
        Assert.All(board.Sources, source => Assert.Equal("${source}", source)));

    private static readonly HashSet<string> Series =
    [
        .. Foreign,
        .. MetricTable.All.SelectMany(metric => metric.Type == MetricType.Histogram
            ? [$"{metric.Name}_bucket", $"{metric.Name}_sum", $"{metric.Name}_count"] : new[] { metric.SeriesName }),
    ];

    private static IEnumerable<string> Asked(string query) => Names.Matches(query).Select(match => match.Value);
}
