using Lowtide.Analysis;
using Lowtide.Analysis.Alerts;
using Lowtide.Reports.Blocks;

namespace Lowtide.Serve.Alerts;

/// <summary>What each alert means and what to do: docs/alerts.md, which the watch itself shows too. Nothing of a target is in it: it asks for no
/// password.</summary>
internal static class AlertsPage
{
    public const string Path = "/alerts";

    public static ReportDocument Document => new()
    {
        Title = "Alerts",
        Answer = "What each alert of 'lowtide serve' means, and what to do first.",
        Sections = [.. AlertRules.All.Select(rule => new ReportSection(rule.Id, rule.Id, rule.Means,
        [
            new TextBlock("What to do", rule.ToDo.Replace("`", "'", StringComparison.Ordinal), []),
            TableBlock.Of("", ["how soon", "figure", "raised", "over"],
                [[rule.SeverityWord, rule.Figure.Metric, When(rule), rule.ClearBound]]),
        ]))],
    };

    /// <summary>"below 5.0% for 60 s".</summary>
    public static string When(AlertRule rule) => rule.Bound + (rule.Hold > TimeSpan.Zero ? $" for {Amount.Time(rule.Hold.TotalSeconds)}" : "");
}
