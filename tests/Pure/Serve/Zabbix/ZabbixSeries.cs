using Lowtide.Analysis;
using Lowtide.Analysis.Alerts;
using Lowtide.Serve.Metrics;

namespace Lowtide.Tests.Pure.Serve.Zabbix;

/// <summary>One series of a metric as an item of Zabbix's: in which unit, and by which steps it comes out of /metrics.</summary>
/// <param name="Name">As /metrics has it; the item's key begins with it.</param>
internal sealed record ZabbixSeries(Metric Metric, string Name)
{
    /// <summary>What stands for a time that never comes: Zabbix keeps no infinite number.</summary>
    public const string Never = "-1";

    /// <summary>Of a histogram the sum and the number: buckets would be an item each.</summary>
    public static IEnumerable<ZabbixSeries> Of(Metric metric) => metric.Type == MetricType.Histogram
        ? [new(metric, $"{metric.Name}_sum"), new(metric, $"{metric.Name}_count")] : [new(metric, metric.SeriesName)];

    private bool Counts => Metric.Type is MetricType.Counter or MetricType.Histogram;

    /// <summary>Seconds that are counted: so many within a second are a share.</summary>
    private bool CountsSeconds => Counts && Metric.Name.EndsWith("_seconds", StringComparison.Ordinal) && !Name.EndsWith("_count", StringComparison.Ordinal);

    private bool IsShare => Name.EndsWith("_ratio", StringComparison.Ordinal);

    private bool IsTime => Name.EndsWith("_time_seconds", StringComparison.Ordinal);

    /// <summary>Figures of alerts alone tell of what may never come.</summary>
    public bool MayNeverCome => AlertFigure.All.Any(figure => figure.Metric == Name && figure.Unit == Unit.Seconds);

    /// <summary>Zabbix's own words: https://www.zabbix.com/documentation/6.0/en/manual/config/items/item#units.</summary>
    public string? Units => CountsSeconds || IsShare ? "%" : Counts ? "/min" : IsTime ? "unixtime"
        : Name.EndsWith("_bytes", StringComparison.Ordinal) ? "B" : Name.EndsWith("_seconds", StringComparison.Ordinal) ? "s" : null;

    /// <param name="selector">What of /metrics it is: "{family="{#FAMILY}"}", or "".</param>
    public IEnumerable<ZabbixStep> Steps(string selector)
    {
        var found = Metric.Type == MetricType.Info ? ZabbixStep.Label(Name, Metric.Labels[0]) : ZabbixStep.Value(Name + selector);
        // A line that is not there is no error: what was never read has none.
        yield return found with { ErrorHandler = "DISCARD_VALUE" };
        if (MayNeverCome)
            yield return new("NOT_MATCHES_REGEX", "Inf") { ErrorHandler = "CUSTOM_VALUE", ErrorHandlerParams = Never };
        if (Counts)
            yield return new("CHANGE_PER_SECOND", "");
        if (CountsSeconds || IsShare)
            yield return new("MULTIPLIER", "100");
        else if (Counts)
            yield return new("MULTIPLIER", "60");
    }

    /// <summary>"pss" of a server, "process pss", "dotnet collections".</summary>
    public string Title
    {
        get
        {
            var name = Starts.Aggregate(Name, (left, start) => left.StartsWith(start, StringComparison.Ordinal) ? left[start.Length..] : left);
            var end = Ends.FirstOrDefault(end => name.EndsWith(end.Suffix, StringComparison.Ordinal));
            return (end.Suffix is null ? name : name[..^end.Suffix.Length] + end.Word).Replace('_', ' ');
        }
    }

    private static readonly string[] Starts = ["lowtide_", "family_"];

    /// <summary>Units have a field of their own.</summary>
    private static readonly (string Suffix, string Word)[] Ends =
    [
        ("_seconds_sum", "_time"), ("_seconds_count", "s"), ("_seconds_total", ""), ("_time_seconds", "_time"), ("_total", ""), ("_bytes", ""),
        ("_usual_ratio", "_by_usual"), ("_ratio", "_share"), ("_seconds", ""), ("build_info", "version"),
    ];

    /// <summary>What its number is, where that is not what /metrics says.</summary>
    public string Help => Metric.Help
        + (CountsSeconds ? " Here: of each second, the part." : Counts ? " Here: in a minute." : MayNeverCome ? $" {Never}: never." : "");
}

/// <summary>A step of preprocessing: https://www.zabbix.com/documentation/6.0/en/manual/xml_export_import/templates.</summary>
internal sealed record ZabbixStep(string Type, params string[] Parameters)
{
    public string? ErrorHandler { get; init; }

    public string? ErrorHandlerParams { get; init; }

    public static ZabbixStep Value(string pattern) => new("PROMETHEUS_PATTERN", pattern, "value", "");

    public static ZabbixStep Label(string pattern, string label) => new("PROMETHEUS_PATTERN", pattern, "label", label);
}
