using Lowtide.Analysis.Alerts;
using Lowtide.Serve.Metrics;
using YamlDotNet.RepresentationModel;

namespace Lowtide.Tests.Pure.Serve.Zabbix;

public sealed class ZabbixTemplateTests
{
    private static readonly string Made = ZabbixTemplate.Text();

    /// <summary>Every map in it.</summary>
    private static readonly IReadOnlyList<YamlMappingNode> Maps = [.. Read(Made).AllNodes.OfType<YamlMappingNode>()];

    /// <summary>packaging/zabbix/lowtide.yaml is made of the tables: ZabbixTests imports it into a Zabbix server.</summary>
    [Fact]
    public void The_template_is_made_of_the_tables() => Assert.True(
        Made == Golden.Text("packaging/zabbix/lowtide.yaml", Made),
        $"packaging/zabbix/lowtide.yaml is not made of MetricTable and AlertRules. {Golden.Renew}");

    /// <summary>Left out are the servers' names, which the names of items have, and buckets of histograms.</summary>
    [Fact]
    public void Every_metric_has_an_item_or_more()
    {
        var keys = All("key").Select(key => key.Split('[')[0]).ToHashSet(StringComparer.Ordinal);
        Assert.Equal(["lowtide_family_info"], MetricTable.All.SelectMany(ZabbixSeries.Of).Select(series => series.Name).Where(name => !keys.Contains(name)));
    }

    [Fact]
    public void Every_alert_has_a_trigger_of_its_severity() => Assert.All(AlertRules.All, rule =>
    {
        var trigger = Assert.Single(Maps, map => Text(map, "url")?.EndsWith($"/alerts#{rule.Id}", StringComparison.Ordinal) == true);
        Assert.Equal($"last(/Lowtide by HTTP/lowtide_alert[{{#FAMILY}},{rule.Id}])=1", Text(trigger, "expression"));
        Assert.Equal(rule.Severity switch { AlertSeverity.Page => "HIGH", AlertSeverity.Ticket => "WARNING", _ => "INFO" }, Text(trigger, "priority"));
    });

    /// <summary>Two that are the same, or one of another version, and Zabbix refuses the file.</summary>
    [Fact]
    public void Every_uuid_is_its_own_and_of_version_4()
    {
        var uuids = All("uuid").ToList();
        Assert.True(uuids.Count > MetricTable.All.Count);
        Assert.Distinct(uuids);
        Assert.All(uuids, uuid => Assert.Equal((4, true), (Guid.ParseExact(uuid, "N").Version, uuid[16] is '8' or '9' or 'a' or 'b')));
    }

    [Fact]
    public void What_Pyrus_watched_is_an_alert() =>
        Assert.All(ZabbixAlert.OfPyrus, id => Assert.Contains(id, AlertRules.All.Select(rule => rule.Id)));

    private static YamlDocument Read(string text)
    {
        var yaml = new YamlStream();
        yaml.Load(new StringReader(text));
        return yaml.Documents[0];
    }

    private static IEnumerable<string> All(string key) => Maps.Select(map => Text(map, key)).OfType<string>();

    private static string? Text(YamlMappingNode map, string key) => map.Children.TryGetValue(key, out var value) ? (value as YamlScalarNode)?.Value : null;
}
