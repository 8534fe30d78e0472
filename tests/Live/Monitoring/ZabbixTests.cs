using System.Globalization;
using System.Text.Json;
using Lowtide.Tests.Live.DotNet;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Serve;

namespace Lowtide.Tests.Live.Monitoring;

/// <summary>packaging/zabbix/lowtide.yaml in a Zabbix server that runs.</summary>
public sealed class ZabbixTests(ZabbixStack zabbix) : IClassFixture<ZabbixStack>, IDisposable
{
    private const string Template = "Lowtide by HTTP";

    /// <summary>Of Zabbix's severities, 0 to 5.</summary>
    private const int Information = 1, Warning = 2, Average = 3, High = 4;

    private static readonly TimeSpan Long = TimeSpan.FromMinutes(3);

    private static readonly string Source = File.ReadAllText(Path.Combine(Built.Root, "packaging", "zabbix", "lowtide.yaml"));

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>By its UUIDs Zabbix knows what it has.</summary>
    [Fact, Trait("Scope", "Full")]
    public void Imported_again_it_changes_nothing()
    {
        Import();
        Assert.Equal("[]", zabbix.Ask("configuration.importcompare", Rules()).GetRawText());
        Import();
    }

    [Fact, Trait("Scope", "Full")]
    public void What_serve_tells_is_shown_and_its_alerts_are_problems()
    {
        Import();
        using var family = new SharingFamily();
        using var program = DotNetTarget.Start("induced");
        // Others work on this machine, too.
        var settings = _folder.File("serve.yaml", "include:\n  - name: loses_sharing*\n  - name: dotnet-target*\n");
        using var serve = new ServeProcess(_folder.File("history"), "--cpu-share", "100%", "--config", settings);
        var (python, dotnet) = (serve.Label(family.Pid), serve.Label(program.Pid));
        var host = AddHost("watched", serve.Port);
        SwitchOn(host, "lowtide.processes");
        ValuesAgree(serve, host, python, dotnet);
        Assert.Equal(family.Workers.Count, Value(host, $"lowtide_family_workers[{python}]"));
        Patience.Until(() => Value(host, $"lowtide_dotnet_induced_collections_total[{dotnet}]") > 0 ? zabbix : null, "induced collections a minute", Long);
        // Of what is no .NET nothing of .NET.
        Assert.DoesNotContain(Items(host), item => Text(item, "key_").StartsWith($"lowtide_dotnet_pause_ratio[{python}", StringComparison.Ordinal));
        AllIsRead(host);

        var asked = $"Lowtide: {dotnet}: the program asks for collections";
        Until(host, asked, Warning);
        // Of a server that has ended nothing is wrong any more.
        program.Dispose();
        Patience.Until(() => zabbix.Problems(host).ContainsKey(asked) ? null : zabbix, "the problem's end", Long);
        family.Tell("collect");
        Until(host, $"Lowtide: {python}: workers share less", Warning);
        Assert.Equal(0, serve.End());
        Until(host, "Lowtide: nothing came for 30s", Average);
    }

    /// <summary>A name that a program gave itself is data; a time that never comes is no number of Zabbix's.</summary>
    [Fact, Trait("Scope", "Full")]
    public void What_is_hard_to_read_is_read()
    {
        Import();
        using var told = new ToldMetrics("""
            lowtide_family_info{family="uw\"s\\gi, [1]",program="x",runtime="dotnet"} 1
            lowtide_family_info{family="uwsgi",program="x",runtime=""} 1
            lowtide_family_until_full_seconds{family="uw\"s\\gi, [1]"} +Inf
            lowtide_family_until_full_seconds{family="uwsgi"} 7200
            lowtide_family_limit_left_ratio{family="uw\"s\\gi, [1]"} 0.03
            lowtide_alert{family="uw\"s\\gi, [1]",alert="memory-limit-near",severity="page"} 1
            lowtide_alert{family="uwsgi",alert="saving-possible",severity="info"} 1

            """);
        var host = AddHost("told", told.Port);
        const string Hard = "\"uw\\\"s\\gi, [1]\"";
        foreach (var (key, value) in new[]
        {
            ($"lowtide_family_until_full_seconds[{Hard}]", -1.0),
            ("lowtide_family_until_full_seconds[uwsgi]", 7200),
            ($"lowtide_family_limit_left_ratio[{Hard}]", 3),
            ($"lowtide_alert[{Hard},memory-limit-near]", 1),
            ($"lowtide_alert[{Hard},memory-full-soon]", 2),
        })
            Patience.Until(() => Value(host, key) == value ? zabbix : null, $"{key} to be {value}", Long);
        Until(host, "Lowtide: uw\"s\\gi, [1]: memory limit is near", High);
        Until(host, "Lowtide: uwsgi: memory can be saved", Information);
    }

    private string AddHost(string name, int port) => zabbix.AddHost(
        name, Template, ("{$LOWTIDE.PORT}", $"{port}"), ("{$LOWTIDE.INTERVAL}", "1s"), ("{$LOWTIDE.NODATA}", "30s"));

    private void AllIsRead(string host) => Assert.Equal("", string.Join('\n', Items(host)
        .Where(item => Text(item, "state") != "0").Select(item => $"{Text(item, "key_")}: {Text(item, "error")}")));

    /// <summary>What changes meanwhile agrees a moment later; another series never would.</summary>
    private void ValuesAgree(ServeProcess serve, string host, string python, string dotnet)
    {
        foreach (var (key, line, times) in new[]
        {
            ($"lowtide_family_workers[{python}]", $"lowtide_family_workers{{family=\"{python}\"}}", 1),
            ($"lowtide_family_pss_bytes[{python}]", $"lowtide_family_pss_bytes{{family=\"{python}\"}}", 1),
            ($"lowtide_family_sharing_lost_ratio[{python}]", $"lowtide_family_sharing_lost_ratio{{family=\"{python}\"}}", 100),
            ($"lowtide_process_private_bytes[{python},0]", $"lowtide_process_private_bytes{{family=\"{python}\",slot=\"0\"}}", 1),
            ($"lowtide_family_start_time_seconds[{dotnet}]", $"lowtide_family_start_time_seconds{{family=\"{dotnet}\"}}", 1),
            ($"lowtide_dotnet_heap_bytes[{dotnet},2]", $"lowtide_dotnet_heap_bytes{{family=\"{dotnet}\",generation=\"2\"}}", 1),
            ($"lowtide_dotnet_heap_bytes[{dotnet},large]", $"lowtide_dotnet_heap_bytes{{family=\"{dotnet}\",generation=\"large\"}}", 1),
        })
            Patience.Until(() => Value(host, key) is { } value && Said(serve, line) * times is { } said && Math.Abs(value - said) <= 1e-6 * said
                ? zabbix : null, $"{key} as it is in /metrics", Long);
    }

    private void Until(string host, string problem, int severity) => Assert.Equal(severity,
        Patience.Until(() => zabbix.Problems(host) is var problems && problems.ContainsKey(problem) ? problems : null, $"'{problem}'", Long)[problem]);

    private void Import()
    {
        zabbix.Start();
        Assert.True(zabbix.Ask("configuration.import", Rules()).GetBoolean());
    }

    private static object Rules()
    {
        var both = new { createMissing = true, updateExisting = true };
        return new
        {
            format = "yaml",
            source = Source,
            rules = new { groups = both, templates = both, items = both, triggers = both, discoveryRules = both, valueMaps = both },
        };
    }

    /// <summary>A rule that the template has off.</summary>
    private void SwitchOn(string host, string rule)
    {
        var id = Text(zabbix.Ask("discoveryrule.get", new { hostids = host, output = new[] { "itemid" }, filter = new { key_ = rule } })[0], "itemid");
        zabbix.Ask("discoveryrule.update", new { itemid = id, status = 0 });
    }

    private IReadOnlyList<JsonElement> Items(string host, string? key = null) =>
    [
        .. zabbix.Ask("item.get", new
        {
            hostids = host,
            output = new[] { "key_", "lastvalue", "lastclock", "state", "error" },
            filter = key is null ? null : new { key_ = key },
        }).EnumerateArray(),
    ];

    /// <summary>Null where there is no such item, or it has none yet.</summary>
    private double? Value(string host, string key) => Items(host, key) is [var item] && Text(item, "lastclock") != "0"
        ? double.Parse(Text(item, "lastvalue"), CultureInfo.InvariantCulture) : null;

    private static double? Said(ServeProcess serve, string line) => serve.Metrics.Split('\n')
        .Where(each => each.StartsWith($"{line} ", StringComparison.Ordinal))
        .Select(each => (double?)double.Parse(each[line.Length..], CultureInfo.InvariantCulture))
        .FirstOrDefault();

    private static string Text(JsonElement element, string name) => element.GetProperty(name).GetString()!;
}
