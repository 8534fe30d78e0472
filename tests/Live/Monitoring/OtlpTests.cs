using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text.RegularExpressions;
using Lowtide.Serve.Metrics;
using Lowtide.Tests.Live.Record;
using Lowtide.Tests.Live.Serve;

namespace Lowtide.Tests.Live.Monitoring;

/// <summary>What a collector gets of <c>lowtide serve</c>, and what becomes of one that does not answer.</summary>
public sealed class OtlpTests : IDisposable
{
    private const string OftenEnough = "OTEL_METRIC_EXPORT_INTERVAL=500";

    private readonly TempFolder _folder = new();

    private string History => _folder.File("history");

    public void Dispose() => _folder.Dispose();

    /// <summary>Between two answers for Prometheus; histograms are left out.</summary>
    [Fact]
    public void A_collector_gets_what_Prometheus_gets()
    {
        using var receiver = new OtlpReceiver();
        using var family = new ToldFamily(workers: 1);
        // Sent again and again between two looks.
        using var serve = new ServeProcess([OftenEnough], History, ["--interval", "4s", "--cpu-share", "100%", "--otlp", receiver.Address]);
        var label = serve.Label(family.Pid);
        Patience.Until(() => serve.Metrics.Contains($"lowtide_look_age_seconds{{family=\"{label}\"}}", StringComparison.Ordinal) ? this : null, "a look");
        var differs = "";
        try
        {
            // Again where a look came in between.
            Patience.Until(() => (differs = Difference(serve, receiver)).Length == 0 ? this : null, "the same by both");
        }
        catch (TimeoutException)
        {
            Assert.Fail(differs);
        }
        var points = receiver.Received.Last().Points;
        Assert.All(points, point => Assert.Equal(UnitOf(point.Name), point.Unit));
        Assert.Equal(
            MetricTable.All.Where(metric => metric.Type == MetricType.Counter).Select(metric => metric.Name)
                .Intersect(points.Select(point => point.Name)).Order(StringComparer.Ordinal),
            points.Where(point => point.IsCounter).Select(point => point.Name).Distinct().Order(StringComparer.Ordinal));
    }

    /// <summary>It is sent once a minute where nothing else is asked for, and at the end.</summary>
    [Fact]
    public void What_is_known_at_the_end_is_sent_once()
    {
        using var receiver = new OtlpReceiver();
        using var serve = new ServeProcess([], History, ["--otlp", receiver.Address]);
        Assert.Equal(0, serve.End("TERM"));
        Assert.Contains(Assert.Single(receiver.Received).Points, point => point.Name == "lowtide_own_cpu_seconds");
    }

    [Fact]
    public void It_says_who_it_is_by_the_conventions()
    {
        var first = Resource(History);
        Assert.Equal("lowtide", first["service.name"]);
        Assert.Matches(@"^\d+\.\d+\.\d+", first["service.version"]);
        // RFC 9562: version 5, the variant of the RFC.
        Assert.Matches("^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$", first["service.instance.id"]);
        Assert.Equal(("linux", "amd64", Environment.MachineName), (first["os.type"], first["host.arch"], first["host.name"]));
        Assert.Equal("opentelemetry", first["telemetry.sdk.name"]);
        var machine = File.Exists("/etc/machine-id") ? File.ReadAllText("/etc/machine-id").Trim() : "";
        Assert.Equal(machine.Length > 0 ? machine : null, first.GetValueOrDefault("host.id"));
        var again = Resource(History);
        Assert.Equal(first["service.instance.id"], again["service.instance.id"]);
        Assert.NotEqual(first["process.pid"], again["process.pid"]);
        Assert.NotEqual(first["service.instance.id"], Resource(_folder.File("other"))["service.instance.id"]);
    }

    [Fact]
    public void What_its_user_calls_it_wins()
    {
        var resource = Resource(History, "OTEL_SERVICE_NAME=watch",
            "OTEL_RESOURCE_ATTRIBUTES=service.name=less,service.instance.id=mine,host.name=shop,deployment.environment.name=production");
        Assert.Equal(("watch", "mine", "shop", "production"),
            (resource["service.name"], resource["service.instance.id"], resource["host.name"], resource["deployment.environment.name"]));
        Assert.Equal("linux", resource["os.type"]);
    }

    [Fact]
    public void One_that_is_down_is_told_once_and_again_when_it_answers()
    {
        var port = ServeProcess.FreePort();
        using var serve = new ServeProcess([OftenEnough], History, ["--otlp", $"http://127.0.0.1:{port}"]);
        var failed = serve.WaitForLine(line => line.StartsWith("metrics are not delivered", StringComparison.Ordinal));
        Assert.Equal($"metrics are not delivered to 127.0.0.1:{port} (Connection refused); it is tried again with the next", failed);
        Patience.Until(() => serve.Metrics.Contains("lowtide_looks_total 4", StringComparison.Ordinal) ? this : null, "four looks");
        using (var receiver = new OtlpReceiver(port))
        {
            serve.WaitForLine(line => line == $"metrics are delivered to 127.0.0.1:{port} again");
            receiver.Answer = HttpStatusCode.TooManyRequests;
            serve.WaitForLine(line => line.EndsWith("(it answered 429); it is tried again with the next", StringComparison.Ordinal));
        }
        Assert.Single(serve.Said, failed);
        Assert.Equal(0, serve.End());
    }

    /// <summary>Nobody waits for it but what sends to it; at the end it has ten seconds.</summary>
    [Fact]
    public void One_that_never_answers_holds_nothing_up()
    {
        using var receiver = new OtlpReceiver { Answer = null };
        using var serve = new ServeProcess([OftenEnough, "OTEL_EXPORTER_OTLP_TIMEOUT=1000"], History, ["--otlp", receiver.Address]);
        var line = serve.WaitForLine(line => line.StartsWith("metrics are not delivered", StringComparison.Ordinal));
        Assert.EndsWith("(no answer for 1 s); it is tried again with the next", line, StringComparison.Ordinal);
        Patience.Until(() => serve.Metrics.Contains("lowtide_looks_total 4", StringComparison.Ordinal) ? this : null, "four looks");
        var watch = Stopwatch.StartNew();
        Assert.Equal(0, serve.End("TERM"));
        Assert.InRange(watch.Elapsed, TimeSpan.Zero, TimeSpan.FromSeconds(15));
    }

    private IReadOnlyDictionary<string, string> Resource(string history, params string[] variables)
    {
        using var receiver = new OtlpReceiver();
        using var serve = new ServeProcess([OftenEnough, .. variables], history, ["--otlp", receiver.Address]);
        var resource = receiver.Next().Resource;
        // The front becomes the program: its pid stays.
        Assert.Equal($"{serve.Pid}", resource["process.pid"]);
        return resource;
    }

    /// <returns>"" where each series is in both, with a value between the two that Prometheus got before and after.</returns>
    private static string Difference(ServeProcess serve, OtlpReceiver receiver)
    {
        var before = Series(serve.Metrics);
        var sent = receiver.Next().Points.ToDictionary(point => Key(SeriesName(point.Name), point.Labels), point => point.Value);
        var after = Series(serve.Metrics);
        if (!before.Keys.ToHashSet().SetEquals(sent.Keys))
            return $"only by one: {string.Join(", ", before.Keys.Except(sent.Keys).Concat(sent.Keys.Except(before.Keys)))}";
        return string.Join('\n', sent.Where(one => !after.TryGetValue(one.Key, out var later)
                || one.Value < Math.Min(before[one.Key], later) || one.Value > Math.Max(before[one.Key], later))
            .Select(one => $"{one.Key}: {before[one.Key]}, sent {one.Value}, {after.GetValueOrDefault(one.Key, double.NaN)}"));
    }

    private static string SeriesName(string name) =>
        MetricTable.All.FirstOrDefault(metric => metric.Type == MetricType.Counter && metric.Name == name)?.SeriesName ?? name;

    private static string UnitOf(string name) => name.EndsWith("_info", StringComparison.Ordinal) ? ""
        : name.EndsWith("_bytes", StringComparison.Ordinal) ? "By" : name.EndsWith("_seconds", StringComparison.Ordinal) ? "s" : "1";

    private static readonly Regex Line = new(@"^(?<name>\w+)(\{(?<labels>.*)\})? (?<value>\S+)$", RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(5)),
        Label = new(@"(?<name>\w+)=""(?<value>([^""\\]|\\.)*)""", RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(5));

    private static Dictionary<string, double> Series(string metrics)
    {
        var histograms = MetricTable.All.Where(metric => metric.Type == MetricType.Histogram)
            .SelectMany(metric => new[] { $"{metric.Name}_bucket", $"{metric.Name}_sum", $"{metric.Name}_count" }).ToHashSet(StringComparer.Ordinal);
        return metrics.Split('\n').Select(line => Line.Match(line)).Where(line => line.Success && !histograms.Contains(Part(line, "name"))).ToDictionary(
            line => Key(Part(line, "name"), Label.Matches(Part(line, "labels")).ToDictionary(label => Part(label, "name"), label => Part(label, "value"))),
            line => Part(line, "value") == "+Inf" ? double.PositiveInfinity : double.Parse(Part(line, "value"), CultureInfo.InvariantCulture));
    }

    private static string Part(Match match, string name) => match.Groups[name].Value;

    private static string Key(string name, IReadOnlyDictionary<string, string> labels) =>
        $"{name}{{{string.Join(',', labels.OrderBy(label => label.Key, StringComparer.Ordinal).Select(label => $"{label.Key}={label.Value}"))}}}";
}
