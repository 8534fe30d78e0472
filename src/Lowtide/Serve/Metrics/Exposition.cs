using System.Globalization;
using System.Text;

namespace Lowtide.Serve.Metrics;

/// <summary>
/// Writes metrics as Prometheus's text format and as OpenMetrics 1.0
/// (https://prometheus.io/docs/instrumenting/exposition_formats/, https://prometheus.io/docs/specs/om/open_metrics_spec/).
/// </summary>
internal static class Exposition
{
    public const string PrometheusType = "text/plain; version=0.0.4; charset=utf-8";
    public const string OpenMetricsType = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    /// <summary>Of a value that a program chose, such as its own name.</summary>
    private const int LongestValue = 64;

    public static string Text(ServeState state, DateTimeOffset now, bool openMetrics)
    {
        var text = new StringBuilder();
        foreach (var metric in MetricTable.All)
        {
            // Only Prometheus's own format names a counter by its series.
            var family = openMetrics ? metric.Name : metric.SeriesName;
            var type = metric.Type == MetricType.Info && !openMetrics ? MetricType.Gauge : metric.Type;
            text.Append(CultureInfo.InvariantCulture, $"# HELP {family} {Escaped(metric.Help)}\n# TYPE {family} {type.ToString().ToLowerInvariant()}\n");
            foreach (var point in metric.Points(state, now))
                Write(text, metric, point);
        }
        return (openMetrics ? text.Append("# EOF\n") : text).ToString();
    }

    private static void Write(StringBuilder text, Metric metric, MetricPoint point)
    {
        if (point.Histogram is not var (bounds, counts, sum))
        {
            Line(text, metric.SeriesName, metric.Labels, point.Values, point.Value);
            return;
        }
        var (total, labels) = (0L, metric.Labels.Append("le").ToList());
        for (var at = 0; at < counts.Count; at++)
        {
            total += counts[at];
            var bound = at < bounds.Count ? Number(bounds[at]) : "+Inf";
            Line(text, $"{metric.Name}_bucket", labels, [.. point.Values, bound], total);
        }
        Line(text, $"{metric.Name}_sum", metric.Labels, point.Values, sum);
        Line(text, $"{metric.Name}_count", metric.Labels, point.Values, total);
    }

    private static void Line(StringBuilder text, string name, IReadOnlyList<string> labels, IReadOnlyList<string> values, double value)
    {
        text.Append(name);
        if (labels.Count > 0)
            text.Append('{').AppendJoin(',', labels.Zip(values, (label, one) => $"{label}=\"{Quoted(one)}\"")).Append('}');
        text.Append(' ').Append(Number(value)).Append('\n');
    }

    private static string Number(double value) => double.IsPositiveInfinity(value) ? "+Inf" : value.ToString("R", CultureInfo.InvariantCulture);

    private static string Escaped(string text) => text.Replace("\\", @"\\", StringComparison.Ordinal).Replace("\n", @"\n", StringComparison.Ordinal);

    /// <summary>Nothing that would end the value or drive a terminal.</summary>
    private static string Quoted(string value)
    {
        var shown = string.Concat(value.Take(LongestValue).Select(letter => char.IsControl(letter) || char.IsSurrogate(letter) ? '?' : letter));
        return Escaped(shown).Replace("\"", "\\\"", StringComparison.Ordinal);
    }
}
