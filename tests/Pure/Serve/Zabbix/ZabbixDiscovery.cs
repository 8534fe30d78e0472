using Lowtide.Serve.Metrics;

namespace Lowtide.Tests.Pure.Serve.Zabbix;

/// <summary>A rule of low-level discovery: the series of one metric say of what there are items, by their labels.</summary>
/// <param name="Key">Of the rule.</param>
/// <param name="Pattern">Of /metrics.</param>
/// <param name="Labels">That tell one item from another.</param>
/// <param name="Holds">Whether it makes items of a metric with these labels.</param>
/// <param name="IsOn">Else whoever wants them switches it on: they are many.</param>
internal sealed record ZabbixDiscovery(string Key, string Name, string Pattern, IReadOnlyList<string> Labels, Func<Metric, bool> Holds, bool IsOn)
{
    private static readonly ZabbixDiscovery DotNet =
        new("lowtide.dotnet", ".NET servers", "lowtide_family_info{runtime=\"dotnet\"}", ["family"], metric => IsDotNet(metric.Name), IsOn: true);

    /// <summary>Of several that could hold a metric the first does.</summary>
    public static readonly IReadOnlyList<ZabbixDiscovery> All =
    [
        DotNet,
        new("lowtide.families", "Servers", "lowtide_family_info", ["family"], _ => true, IsOn: true),
        Of("lowtide.dotnet.heaps", ".NET heaps", "lowtide_dotnet_heap_bytes", isOn: true, "family", "generation"),
        new("lowtide.dotnet.generations", ".NET generations", "lowtide_dotnet_collections_total", ["family", "generation"], metric => IsDotNet(metric.Name),
            IsOn: true),
        Of("lowtide.cpython.generations", "CPython generations", "lowtide_cpython_collections_total", isOn: true, "family", "generation"),
        new("lowtide.processes", "Processes", "lowtide_process_resident_bytes", ["family", "slot"], _ => true, IsOn: false),
        new("lowtide.inherited", "Parts of what workers inherited", "lowtide_inherited_ratio", ["family", "part"], _ => true, IsOn: false),
        Of("lowtide.findings", "Findings", "lowtide_finding_bytes", isOn: false, "family", "finding"),
        new("lowtide.savings", "What remedies would save", "lowtide_remedy_saving_low_bytes", ["family", "remedy"],
            metric => metric.Name.StartsWith("lowtide_remedy_saving_", StringComparison.Ordinal), IsOn: false),
        Of("lowtide.remedies", "Remedies in effect", "lowtide_remedy_in_effect", isOn: false, "family", "remedy"),
    ];

    /// <summary>Null of what a watch has once, and of alerts: each has an item of its own.</summary>
    public static ZabbixDiscovery? For(Metric metric) => metric.Labels.Count == 0 || metric.Type == MetricType.Info ? null
        : All.FirstOrDefault(each => each.Labels.SequenceEqual(metric.Labels, StringComparer.Ordinal) && each.Holds(metric));

    /// <summary>Where the alerts of a figure are.</summary>
    public static ZabbixDiscovery ForAlertsBy(string figure) => IsDotNet(figure) ? DotNet : All.First(each => each.Key == "lowtide.families");

    /// <summary>{#FAMILY}</summary>
    public static string Macro(string label) => $"{{#{label.ToUpperInvariant()}}}";

    /// <summary>"{#FAMILY},{#GENERATION}": an item's key has these as parameters.</summary>
    public string Parameters => string.Join(',', Labels.Select(Macro));

    /// <summary>What of /metrics is one item's.</summary>
    public string Selector => $"{{{string.Join(',', Labels.Select(label => $"{label}=\"{Macro(label)}\""))}}}";

    private static bool IsDotNet(string metric) => metric.StartsWith("lowtide_dotnet_", StringComparison.Ordinal);

    /// <summary>Of one metric alone.</summary>
    private static ZabbixDiscovery Of(string key, string name, string series, bool isOn, params string[] labels) =>
        new(key, name, series, labels, metric => metric.SeriesName == series, isOn);
}
