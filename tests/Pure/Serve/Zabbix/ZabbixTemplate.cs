using System.Security.Cryptography;
using System.Text;
using Lowtide.Analysis.Alerts;
using Lowtide.Serve.Metrics;
using Lowtide.Serve.Settings;
using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;

namespace Lowtide.Tests.Pure.Serve.Zabbix;

/// <summary>
/// packaging/zabbix/lowtide.yaml, made of the tables of metrics and of alerts (https://www.zabbix.com/documentation/6.0/en/manual/xml_export_import/templates).
/// </summary>
internal static class ZabbixTemplate
{
    public const string Name = "Lowtide by HTTP";

    private const string Master = "lowtide.metrics";

    private const string Root = "{$LOWTIDE.SCHEME}://{$LOWTIDE.ADDRESS}:{$LOWTIDE.PORT}";

    /// <summary>That each Zabbix 6.0 brings, by the UUID that it has there.</summary>
    private static readonly object Group = new { Uuid = "a571c0d144b14fd4a87a9d9b2aa9fcd6", Name = "Templates/Applications" };

    private static readonly object AlertMap = Map("Lowtide alert", ("0", "not raised"), ("1", "raised"), (ZabbixAlert.Unknown, "not known"));

    private static readonly object NeverMap = Map("Lowtide time", (ZabbixSeries.Never, "never"));

    public static string Text() => new SerializerBuilder()
        .WithNamingConvention(UnderscoredNamingConvention.Instance)
        .ConfigureDefaultValuesHandling(DefaultValuesHandling.OmitNull)
        .WithQuotingNecessaryStrings()
        .WithIndentedSequences()
        .DisableAliases()
        .Build()
        .Serialize(new { ZabbixExport = new { Version = "6.0", Groups = new[] { Group }, Templates = new[] { Template() } } });

    private static object Template() => new
    {
        Uuid = Uuid("template"),
        Template = Name,
        Name,
        Description = "What 'lowtide serve' tells of a machine's servers: memory, pauses, alerts. Keys are the names of its metrics (docs/metrics.md). "
            + "It asks for no password at /metrics.",
        Groups = new[] { new { Name = "Templates/Applications" } },
        Items = MetricTable.All.Where(metric => metric.Labels.Count == 0 || metric.Type == MetricType.Info && metric.Labels.Count == 1)
            .SelectMany(ZabbixSeries.Of).Select(OfWatch).Prepend(MasterItem()),
        DiscoveryRules = ZabbixDiscovery.All.Select(Rule),
        Tags = new[] { Tag("class", "software"), Tag("target", "lowtide") },
        Macros = new[]
        {
            Macro("{$LOWTIDE.ADDRESS}", "127.0.0.1", "Where 'lowtide serve' answers (--listen), as this Zabbix server or its proxy reaches it."),
            Macro("{$LOWTIDE.FAMILY.MATCHES}", ".*", "A regular expression: of which servers there are items."),
            Macro("{$LOWTIDE.INDUCED.MAX}", "0", "Collections a minute that a .NET program asks for. Pyrus published: over 0."),
            Macro("{$LOWTIDE.INTERVAL}", "1m", "How often /metrics is asked for."),
            Macro("{$LOWTIDE.NODATA}", "5m", "For so long nothing may come."),
            Macro("{$LOWTIDE.PAUSE.MAX}", "5", "Time in .NET's collections, in percent. Pyrus published: over 5%."),
            Macro("{$LOWTIDE.PORT}", $"{ServeOptions.Usual.Address.Port}", "Its port."),
            Macro("{$LOWTIDE.SCHEME}", "http", "https where it has a certificate."),
        },
        Valuemaps = new[] { AlertMap, NeverMap },
    };

    private static object MasterItem() => new
    {
        Uuid = Uuid(Master),
        Name = "Lowtide: metrics",
        Type = "HTTP_AGENT",
        Key = Master,
        Delay = "{$LOWTIDE.INTERVAL}",
        History = "0",
        Trends = "0",
        ValueType = "TEXT",
        Description = "All that /metrics says. Items are made of it; it is not kept.",
        Timeout = "10s",
        Url = $"{Root}/metrics",
        Tags = new[] { Tag("component", "raw") },
    };

    /// <summary>Of what there is once a watch.</summary>
    private static object OfWatch(ZabbixSeries series) => Item(series, series.Name, "", "watch", ZabbixTriggers.OfWatch(series), prototypes: null);

    private static object Rule(ZabbixDiscovery discovery) => new
    {
        Uuid = Uuid(discovery.Key),
        Name = $"Lowtide: {discovery.Name}",
        Type = "DEPENDENT",
        Key = discovery.Key,
        Delay = "0",
        Status = discovery.IsOn ? null : "DISABLED",
        Filter = new { Conditions = new[] { new { Macro = ZabbixDiscovery.Macro("family"), Value = "{$LOWTIDE.FAMILY.MATCHES}", Formulaid = "A" } } },
        Lifetime = "7d",
        Description = discovery.IsOn ? null : "Off, for it makes many items: switch it on at the host that needs them.",
        ItemPrototypes = MetricTable.All.Where(metric => ZabbixDiscovery.For(metric) == discovery).SelectMany(ZabbixSeries.Of)
            .Select(series => Prototype(discovery, series))
            .Concat(AlertRules.All.Where(rule => ZabbixDiscovery.ForAlertsBy(rule.Figure.Metric) == discovery).Select(OfAlert)),
        MasterItem = new { Key = Master },
        LldMacroPaths = discovery.Labels.Select(label => new { LldMacro = ZabbixDiscovery.Macro(label), Path = $"$.{label}" }),
        Preprocessing = new[]
        {
            new ZabbixStep("PROMETHEUS_TO_JSON", discovery.Pattern),
            // Without the values, for by these no two scrapes would be the same.
            new ZabbixStep("JSONPATH", "$[*].labels"),
            new ZabbixStep("DISCARD_UNCHANGED_HEARTBEAT", "1h"),
        },
    };

    private static object Prototype(ZabbixDiscovery discovery, ZabbixSeries series) => Item(
        series, $"{series.Name}[{discovery.Parameters}]", discovery.Selector, series.Name.Split('_')[1], triggers: null,
        ZabbixTriggers.OfSeries(series), discovery.Labels);

    private static object OfAlert(AlertRule rule) => new
    {
        Uuid = Uuid(ZabbixAlert.Key(rule)),
        Name = $"Lowtide: {ZabbixDiscovery.Macro("family")}: alert {rule.Id}",
        Type = "DEPENDENT",
        Key = ZabbixAlert.Key(rule),
        Delay = "0",
        History = "7d",
        Description = rule.Means,
        Valuemap = new { Name = "Lowtide alert" },
        // Each value is kept, also one that is no other: a trigger that Zabbix learns of a moment after its item would wait for the next.
        Preprocessing = new[]
        {
            ZabbixStep.Value(ZabbixAlert.Pattern(rule)) with { ErrorHandler = "CUSTOM_VALUE", ErrorHandlerParams = ZabbixAlert.Unknown },
        },
        MasterItem = new { Key = Master },
        Tags = new[] { Tag("component", "alert"), Tag("family", ZabbixDiscovery.Macro("family")) },
        TriggerPrototypes = new[] { ZabbixTriggers.Of(rule, Root) },
    };

    private static object Item(
        ZabbixSeries series, string key, string selector, string component, IEnumerable<object>? triggers, IEnumerable<object>? prototypes,
        IReadOnlyList<string>? labels = null) => new
        {
            Uuid = Uuid(key),
            Name = "Lowtide: " + (labels is null ? series.Title
                : $"{ZabbixDiscovery.Macro("family")}: {string.Join(' ', labels.Skip(1).Select(ZabbixDiscovery.Macro).Prepend(series.Title))}"),
            Type = "DEPENDENT",
            Key = key,
            Delay = "0",
            History = "7d",
            Trends = series.Metric.Type == MetricType.Info ? "0" : null,
            ValueType = series.Metric.Type == MetricType.Info ? "CHAR" : "FLOAT",
            series.Units,
            Description = series.Help,
            Valuemap = series.MayNeverCome ? new { Name = "Lowtide time" } : null,
            Preprocessing = series.Steps(selector),
            MasterItem = new { Key = Master },
            Tags = (labels ?? []).Select(label => Tag(label, ZabbixDiscovery.Macro(label))).Prepend(Tag("component", component)),
            Triggers = triggers,
            TriggerPrototypes = prototypes,
        };

    public static object Tag(string tag, string value) => new { Tag = tag, Value = value };

    private static object Macro(string macro, string value, string description) => new { Macro = macro, Value = value, Description = description };

    private static object Map(string name, params (string Value, string Shown)[] values) =>
        new { Uuid = Uuid(name), Name = name, Mappings = values.Select(each => new { each.Value, Newvalue = each.Shown }) };

    /// <summary>Zabbix takes those of version 4 alone (RFC 9562), and knows by them what it has imported before: so each is made of what it names.</summary>
    public static string Uuid(string named)
    {
        var bytes = SHA256.HashData(Encoding.UTF8.GetBytes($"lowtide, Zabbix 6.0: {named}"))[..16];
        bytes[6] = (byte)(bytes[6] & 0x0f | 0x40);
        bytes[8] = (byte)(bytes[8] & 0x3f | 0x80);
        return Convert.ToHexStringLower(bytes);
    }
}
