using Lowtide.Analysis.Alerts;

namespace Lowtide.Tests.Pure.Serve.Zabbix;

/// <summary>When Zabbix has a problem.</summary>
internal static class ZabbixTriggers
{
    private static readonly string Family = ZabbixDiscovery.Macro("family");

    private static readonly AlertRule Pauses = Alert("pauses-long"), Induced = Alert("collections-induced");

    /// <param name="root">Where the watch answers.</param>
    public static object Of(AlertRule rule, string root) => new
    {
        Uuid = ZabbixTemplate.Uuid($"trigger {rule.Id}"),
        Expression = ZabbixAlert.Expression(rule, ZabbixTemplate.Name),
        Name = ZabbixAlert.TriggerName(rule),
        Url = $"{root}/alerts#{rule.Id}",
        Priority = ZabbixAlert.Priority(rule.Severity),
        Description = ZabbixAlert.Description(rule),
        Tags = new[] { ZabbixTemplate.Tag("alert", rule.Id), ZabbixTemplate.Tag("family", Family) },
    };

    /// <summary>What Pyrus put a number to, as it comes: the alerts are of a whole hour. Null of other series.</summary>
    public static IEnumerable<object>? OfSeries(ZabbixSeries series) => series.Name switch
    {
        "lowtide_dotnet_pause_seconds_sum" => [OfPyrus(series, "{$LOWTIDE.PAUSE.MAX}", "time in collections over {$LOWTIDE.PAUSE.MAX}%", Pauses,
            "Within the last five minutes .NET's collections stopped all threads for more. 5% is the number that Pyrus published; the macro changes it.")],
        "lowtide_dotnet_induced_collections_total" => [OfPyrus(series, "{$LOWTIDE.INDUCED.MAX}", "induced collections", Induced,
            "Within the last five minutes the program asked for collections. 'Over 0' is what Pyrus published; the macro changes it.")],
        _ => null,
    };

    /// <summary>Null of other series.</summary>
    public static IEnumerable<object>? OfWatch(ZabbixSeries series) => series.Name switch
    {
        "lowtide_looks_total" =>
        [
            OfWatch("no data", $"nodata(/{ZabbixTemplate.Name}/{series.Name},{{$LOWTIDE.NODATA}})=1", "AVERAGE",
                "Lowtide: nothing came for {$LOWTIDE.NODATA}", "'lowtide serve' does not run, or this Zabbix server does not reach it."),
            OfWatch("no looks", $"max(/{ZabbixTemplate.Name}/{series.Name},{{$LOWTIDE.NODATA}})=0", "AVERAGE",
                "Lowtide: no look for {$LOWTIDE.NODATA}", "It answers, and does not look at the machine: its service manager is to start it anew."),
        ],
        "lowtide_history_written" =>
        [
            OfWatch("no history", $"last(/{ZabbixTemplate.Name}/{series.Name})=0", "WARNING",
                "Lowtide: the history cannot be written", "Its log says why: most often a disk is full."),
        ],
        _ => null,
    };

    private static object OfWatch(string named, string expression, string priority, string name, string description) => new
    {
        Uuid = ZabbixTemplate.Uuid($"trigger {named}"),
        Expression = expression,
        Name = name,
        Priority = priority,
        Description = description,
        Tags = new[] { ZabbixTemplate.Tag("scope", "availability") },
    };

    /// <param name="alert">Where that is raised this says nothing new.</param>
    private static object OfPyrus(ZabbixSeries series, string macro, string what, AlertRule alert, string description) => new
    {
        Uuid = ZabbixTemplate.Uuid($"trigger {series.Name}"),
        Expression = $"avg(/{ZabbixTemplate.Name}/{series.Name}[{Family}],5m)>{macro}",
        Name = $"Lowtide: {Family}: {what}",
        Priority = "WARNING",
        Description = description,
        Dependencies = new[] { new { Name = ZabbixAlert.TriggerName(alert), Expression = ZabbixAlert.Expression(alert, ZabbixTemplate.Name) } },
        // By their names, as Zabbix gives them back.
        Tags = new[] { ZabbixTemplate.Tag("family", Family), ZabbixTemplate.Tag("scope", "performance") },
    };

    private static AlertRule Alert(string id) => AlertRules.All.First(rule => rule.Id == id);
}
