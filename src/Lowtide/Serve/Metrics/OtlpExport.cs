using System.Diagnostics.Metrics;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;

namespace Lowtide.Serve.Metrics;

/// <summary>
/// The metrics of <see cref="MetricTable"/> sent to a collector by OTLP over HTTP (https://opentelemetry.io/docs/specs/otlp/): once a minute, or as often as
/// OTEL_METRIC_EXPORT_INTERVAL says. Histograms are left out: what was counted before cannot be handed over as one.
/// </summary>
internal sealed class OtlpExport : IDisposable
{
    private readonly Meter _meter = new(OtlpResource.ServiceName, ProgramVersion.Text);
    private readonly MeterProvider _provider;
    private readonly Func<ServeState> _state;
    private readonly TimeProvider _time;

    /// <param name="collector">Its address without /v1/metrics, with a slash at its end.</param>
    /// <param name="folder">Of the history.</param>
    public OtlpExport(Uri collector, string folder, Func<ServeState> state, TimeProvider time)
    {
        (_state, _time) = (state, time);
        foreach (var metric in MetricTable.All.Where(metric => metric.Type != MetricType.Histogram))
            Add(metric);
        _provider = Sdk.CreateMeterProviderBuilder()
            .AddMeter(_meter.Name)
            .ConfigureResource(resource => OtlpResource.Add(resource, folder))
            .SetMaxMetricStreams(MetricTable.All.Count)
            .AddView(_ => new MetricStreamConfiguration { CardinalityLimit = MostSeries })
            .AddOtlpExporter(exporter =>
            {
                (exporter.Endpoint, exporter.Protocol) = (new Uri(collector, "v1/metrics"), OtlpExportProtocol.HttpProtobuf);
                var usual = exporter.HttpClientFactory;
                exporter.HttpClientFactory = () => new HttpClient(new OtlpDelivery(usual())) { Timeout = Timeout.InfiniteTimeSpan };
            })
            .Build();
    }

    /// <summary>Of one metric: a thousand families of a hundred processes.</summary>
    private const int MostSeries = 100_000;

    private void Add(Metric metric)
    {
        if (metric.Type == MetricType.Counter)
            _meter.CreateObservableCounter(metric.Name, () => Measurements(metric), Unit(metric), metric.Help);
        else
            _meter.CreateObservableGauge(metric.SeriesName, () => Measurements(metric), Unit(metric), metric.Help);
    }

    private IEnumerable<Measurement<double>> Measurements(Metric metric) => metric.Points(_state(), _time.GetUtcNow()).Select(point => new Measurement<double>(
        point.Value, metric.Labels.Zip(point.Values, (label, value) => new KeyValuePair<string, object?>(label, value))));

    /// <summary>As UCUM writes it: https://opentelemetry.io/docs/specs/semconv/general/metrics/#instrument-units.</summary>
    private static string? Unit(Metric metric) => metric.Type == MetricType.Info ? null
        : metric.Name.EndsWith("_bytes", StringComparison.Ordinal) ? "By"
        : metric.Name.EndsWith("_seconds", StringComparison.Ordinal) ? "s" : "1";

    /// <summary>What is known by then is sent once more, for at most five seconds.</summary>
    public void Dispose()
    {
        _provider.Dispose();
        _meter.Dispose();
    }
}
