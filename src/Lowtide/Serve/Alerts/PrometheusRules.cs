using System.Globalization;
using System.Text;
using Lowtide.Analysis;
using Lowtide.Analysis.Alerts;

namespace Lowtide.Serve.Alerts;

/// <summary>
/// The same alerts as rules of Prometheus (https://prometheus.io/docs/prometheus/latest/configuration/alerting_rules/), those of the watch itself, which it
/// cannot raise, and what the dashboards ask for.
/// </summary>
internal static class PrometheusRules
{
    /// <summary>What a rule means and what to do is told by the watch that raised it.</summary>
    /// <param name="root">Where it answers: "http://127.0.0.1:9923/".</param>
    public static string Runbook(AlertRule rule, string root) => $"{root}{AlertsPage.Path.TrimStart('/')}#{rule.Id}";

    /// <param name="scheme">By which the watches answer that Prometheus scrapes.</param>
    public static string Text(string scheme) =>
        "# Written by 'lowtide serve --write-rules'; docs/alerts.md explains each.\ngroups:\n  - name: lowtide\n    rules:\n"
        + string.Concat(AlertRules.All.Select(rule => Rule(rule, scheme)))
        + "  - name: lowtide-itself\n    rules:\n" + string.Concat(OwnRule.All.Select(Rule))
        + "  - name: lowtide-recorded\n    rules:\n" + string.Concat(RecordedRule.All.Select(Rule));

    /// <summary>"LowtideMemoryLimitNear": as Prometheus's own alerts are named.</summary>
    public static string Name(AlertRule rule) =>
        "Lowtide" + string.Concat(rule.Id.Split('-').Select(word => char.ToUpperInvariant(word[0]) + word[1..]));

    private static string Rule(AlertRule rule, string scheme)
    {
        var (name, metric, sign) = (Name(rule), rule.Figure.Metric, rule.IsBelow ? '<' : '>');
        var text = new StringBuilder();
        // One that is raised stays until the second threshold is passed, too.
        text.Append(CultureInfo.InvariantCulture, $"""
                  - alert: {name}
                    expr: >-
                      {metric} {sign} {Number(rule.Raise)}
                      or ({metric} {sign}= {Number(rule.Clear)}
                      and on (job, instance, family) ALERTS{"{"}alertname="{name}",alertstate="firing"{"}"})
                    for: {rule.Hold.TotalSeconds:0}s
                    labels:
                      severity: {rule.SeverityWord}
                    annotations:
                      summary: "{"{{ $labels.family }}"} on {"{{ $labels.instance }}"}: {rule.Title} ({Shown(rule.Figure.Unit)})"
                      description: "{rule.Means.Replace("\"", "\\\"", StringComparison.Ordinal)}"
                      runbook_url: "{Runbook(rule, $"{scheme}://{Instance}/")}"

            """);
        return text.ToString();
    }

    private static string Rule(OwnRule rule) => $"""
              - alert: {rule.Name}
                expr: {rule.Expression}
                for: {rule.Hold.TotalSeconds:0}s
                labels:
                  severity: ticket
                annotations:
                  summary: "{Instance}: {rule.Title}"
                  description: "{rule.Means}"

        """;

    private static string Rule(RecordedRule rule) => $"""
              - record: {rule.Name}
                expr: >-
                  {rule.Expression}

        """;

    private const string Instance = "{{ $labels.instance }}";

    private static string Shown(Unit unit) =>
        "{{ $value | " + (unit == Unit.Share ? "humanizePercentage" : unit == Unit.Seconds ? "humanizeDuration" : "humanize") + " }}";

    private static string Number(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}
