namespace Lowtide.Serve.Metrics;

internal enum MetricType
{
    Gauge,
    Counter,
    Histogram,
    Info,
}

/// <summary>A row of docs/metrics.md, and what /metrics says of it.</summary>
/// <param name="Name">Of Prometheus, with its unit; without "_total", "_info" and "_bucket", which the type gives it.</param>
/// <param name="Labels">Names; of a family and a place in it, never of a process.</param>
internal sealed record Metric(
    string Name, MetricType Type, string Help, IReadOnlyList<string> Labels, Func<ServeState, DateTimeOffset, IEnumerable<MetricPoint>> Points)
{
    /// <summary>As it is asked for in queries.</summary>
    public string SeriesName => Type switch
    {
        MetricType.Counter => $"{Name}_total",
        MetricType.Info => $"{Name}_info",
        _ => Name,
    };
}

/// <param name="Values">Of the metric's labels, in their order.</param>
/// <param name="Value">Of a gauge, a counter or an info.</param>
internal sealed record MetricPoint(IReadOnlyList<string> Values, double Value)
{
    /// <summary>Of a histogram: its bounds, and how many were up to each, one more for those above.</summary>
    public (IReadOnlyList<double> Bounds, IReadOnlyList<long> Counts, double Sum)? Histogram { get; init; }
}
