using Lowtide.Analysis.Alerts;
using Lowtide.Analysis.Findings;
using Lowtide.Reports.Blocks;
using Lowtide.Serve.Alerts;

namespace Lowtide.Tests.Pure.Alerts;

public sealed class AlertRulesTests
{
    [Fact]
    public void Every_rule_has_two_thresholds_apart_and_a_figure_of_its_own()
    {
        Assert.Distinct(AlertRules.All.Select(rule => rule.Id));
        Assert.Equal(AlertFigure.All, AlertRules.All.Select(rule => rule.Figure));
        Assert.All(AlertRules.All, rule =>
        {
            Assert.Matches("^[a-z]+[0-9]?(-[a-z]+)*$", rule.Id);
            Assert.False(rule.IsRaised(rule.Clear), rule.Id);
            Assert.False(rule.IsCleared(rule.Raise), rule.Id);
            Assert.Matches("^lowtide_(family|dotnet)_[a-z0-9_]+_(ratio|seconds|hour)$", rule.Figure.Metric);
        });
    }

    [Fact]
    public void Causes_are_findings_that_there_are()
    {
        var ids = FindingRules.All.Select(rule => rule.Id).ToList();
        Assert.All(AlertRules.All.SelectMany(rule => rule.Causes), cause => Assert.Contains(cause, ids));
    }

    [Fact]
    public void Thresholds_are_said_as_people_say_them()
    {
        Assert.Equal("below 5.0% for 60 s, below 4 h for 15 min, at least 1", string.Join(", ", AlertRules.All.Take(3).Select(AlertsPage.When)));
        Assert.Equal("above 10.0%, above 8 h", string.Join(", ", AlertRules.All.Take(2).Select(rule => rule.ClearBound)));
    }

    /// <summary>docs/alerts.md is what the watch itself shows under /alerts.</summary>
    [Fact]
    public void The_page_has_an_entry_for_each()
    {
        var page = MarkdownReport.Text(AlertsPage.Document);
        Assert.All(AlertRules.All, rule => Assert.Contains($"\n## {rule.Id}\n", page, StringComparison.Ordinal));
        Assert.True(page == Golden.Text("docs/alerts.md", page), $"docs/alerts.md is not made of AlertRules. {Golden.Renew}");
    }
}
