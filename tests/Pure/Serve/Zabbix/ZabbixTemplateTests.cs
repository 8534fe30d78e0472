using System.Text.RegularExpressions;
using Lowtide.Analysis.Alerts;
using Lowtide.Serve.Metrics;

namespace Lowtide.Tests.Pure.Serve.Zabbix;

public sealed class ZabbixTemplateTests
{
    private static readonly string Made = ZabbixTemplate.Text();

    /// <summary>packaging/zabbix/lowtide.yaml is made of the tables: ZabbixTests imports it into a Zabbix server.</summary>
    [Fact]
    public void The_template_is_made_of_the_tables() => Assert.True(
        Made == Golden.Text("packaging/zabbix/lowtide.yaml", Made),
        $"packaging/zabbix/lowtide.yaml is not made of MetricTable and AlertRules. {Golden.Renew}");

    /// <summary>Left out are the servers' names, which the names of items have, and buckets of histograms.</summary>
    [Fact]
    public void Every_metric_has_an_item_or_more()
    {
        var keys = Regex.Matches(Made, @" key: '?([a-z0-9_]+)(?:\[|'?\n)").Select(match => match.Groups[1].Value).ToHashSet(StringComparer.Ordinal);
        Assert.Equal(["lowtide_family_info"], MetricTable.All.SelectMany(ZabbixSeries.Of).Select(series => series.Name).Where(name => !keys.Contains(name)));
    }

    [Fact]
    public void Every_alert_has_an_item_and_a_trigger_of_its_severity() => Assert.All(AlertRules.All, rule =>
    {
        Assert.Single(Regex.Matches(Made, $@"alert=\\?""{rule.Id}\\?"""));
        Assert.Matches($@"expression: last\(/Lowtide by HTTP/lowtide_alert\[{{#FAMILY}},{rule.Id}\]\)=1\n +name: .*{Regex.Escape(rule.Title)}.*\n"
            + $@" +url: .*/alerts#{rule.Id}.*\n +priority: {ZabbixAlert.Priority(rule.Severity)}\n", Made);
    });

    /// <summary>The same one twice, or one of another version, and Zabbix refuses the file.</summary>
    [Fact]
    public void Every_uuid_is_its_own_and_of_version_4()
    {
        var uuids = Regex.Matches(Made, @" uuid: (\S+)").Select(match => match.Groups[1].Value.Trim('"', '\'')).ToList();
        Assert.True(uuids.Count > MetricTable.All.Count);
        Assert.Distinct(uuids);
        Assert.All(uuids, uuid => Assert.Matches("^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$", uuid));
    }

    [Fact]
    public void What_Pyrus_watched_is_an_alert() =>
        Assert.All(ZabbixAlert.OfPyrus, id => Assert.Contains(id, AlertRules.All.Select(rule => rule.Id)));
}
