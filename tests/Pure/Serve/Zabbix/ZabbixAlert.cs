using Lowtide.Analysis.Alerts;
using Lowtide.Serve.Alerts;

namespace Lowtide.Tests.Pure.Serve.Zabbix;

/// <summary>An alert of <c>lowtide serve</c> as an item and a trigger of Zabbix's. The watch decides, by its own thresholds; Zabbix tells people.</summary>
internal static class ZabbixAlert
{
    /// <summary>What the item has where the alert's figure is not known, or its server has ended.</summary>
    public const string Unknown = "2";

    /// <summary>What Pyrus watched in Zabbix (the article of 2019 on Habr, on garbage collection in a .NET service), by alert.</summary>
    private static readonly Dictionary<string, string> Pyrus = new(StringComparer.Ordinal)
    {
        ["memory-above-usual"] = Unnumbered("private bytes"),
        ["gen2-above-usual"] = Unnumbered("the size of generation 2"),
        ["large-objects-above-usual"] = Unnumbered("the size of the large object heap"),
        ["pauses-long"] = "Pyrus watched the time in collections in Zabbix, and published this number: over 5%.",
        ["collections-induced"] = "Pyrus watched induced collections in Zabbix, and published this number: over 0.",
    };

    public static IEnumerable<string> OfPyrus => Pyrus.Keys;

    /// <summary>https://www.zabbix.com/documentation/6.0/en/manual/config/triggers/severity</summary>
    public static string Priority(AlertSeverity severity) =>
        severity switch { AlertSeverity.Page => "HIGH", AlertSeverity.Ticket => "WARNING", _ => "INFO" };

    public static string Key(AlertRule rule) => $"lowtide_alert[{ZabbixDiscovery.Macro("family")},{rule.Id}]";

    public static string Pattern(AlertRule rule) => $"lowtide_alert{{family=\"{ZabbixDiscovery.Macro("family")}\",alert=\"{rule.Id}\"}}";

    public static string Expression(AlertRule rule, string template) => $"last(/{template}/{Key(rule)})=1";

    public static string TriggerName(AlertRule rule) => $"Lowtide: {ZabbixDiscovery.Macro("family")}: {rule.Title}";

    public static string Description(AlertRule rule) => $"""
        {rule.Means}
        First: {rule.ToDo.Replace('`', '\'')}
        'lowtide serve' raises it where {rule.Figure.Metric} is {AlertsPage.When(rule)}; it is over {rule.ClearBound}.
        {Pyrus.GetValueOrDefault(rule.Id, "These thresholds are Lowtide's own.")}
        """;

    private static string Unnumbered(string what) =>
        $"Pyrus watched {what} in Zabbix: far above the median over two weeks of daily maxima. It published no number; these are Lowtide's own.";
}
