using System.Diagnostics;
using System.Net.Http.Json;
using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Monitoring;

/// <summary>Debian's Zabbix 6.0 on a PostgreSQL of its own (targets/zabbix), and its API. It ends with this process, however that ends.</summary>
public sealed class ZabbixStack : IDisposable
{
    private static readonly string[] Needs =
        ["/usr/sbin/zabbix_server", "/usr/share/zabbix/api_jsonrpc.php", "/usr/bin/php", "/usr/lib/postgresql", "/usr/bin/ruby"];

    private readonly HttpClient _client = new() { Timeout = Patience.Limit };
    private Process? _guard;
    private string? _session;

    /// <summary>Skips the test where it is not installed; the first who asks starts it.</summary>
    public void Start()
    {
        var missing = Array.FindAll(Needs, path => !Path.Exists(path));
        Assert.SkipWhen(missing.Length > 0, $"not there: {string.Join(", ", missing)} (eng/install-packages test)");
        if (_session is not null)
            return;
        _guard = Process.Start(new ProcessStartInfo(
            "ruby", [Path.Combine(Built.Root, "studies", "services", "guard.rb"), Path.Combine(Built.Root, "tests", "Live", "targets", "zabbix", "wanted.rb")])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            WorkingDirectory = Ran.Folder,
        })!;
        var said = Patience.Line(_guard, "where its API answers", Patience.OfCommand) ?? throw new InvalidOperationException("the guard ended");
        _client.BaseAddress = new Uri(
            JsonDocument.Parse(said).RootElement.TryGetProperty("ZABBIX_API", out var api) ? api.GetString()! : throw new InvalidOperationException(said));
        _session = Ask("user.login", new { username = "Admin", password = "zabbix" }).GetString();
    }

    /// <summary>https://www.zabbix.com/documentation/6.0/en/manual/api</summary>
    public JsonElement Ask(string method, object parameters)
    {
        var request = new { jsonrpc = "2.0", method, @params = parameters, auth = _session, id = 1 };
        using var response = _client.PostAsJsonAsync("", request).GetAwaiter().GetResult();
        var said = JsonDocument.Parse(response.Content.ReadAsStringAsync().GetAwaiter().GetResult()).RootElement;
        return said.TryGetProperty("result", out var result) ? result : throw new InvalidOperationException($"{method}: {said}");
    }

    /// <summary>A host that has a template and nothing else.</summary>
    /// <returns>Its id.</returns>
    public string AddHost(string name, string template, params (string Name, string Value)[] macros)
    {
        var group = Ask("hostgroup.create", new { name = $"of {name}" }).GetProperty("groupids")[0].GetString();
        var templates = Ask("template.get", new { output = new[] { "templateid" }, filter = new { host = template } });
        return Ask("host.create", new
        {
            host = name,
            groups = new[] { new { groupid = group } },
            templates = templates.EnumerateArray().Select(each => new { templateid = each.GetProperty("templateid").GetString() }),
            macros = macros.Select(each => new { macro = each.Name, value = each.Value }),
        }).GetProperty("hostids")[0].GetString()!;
    }

    /// <summary>Names of what is wrong with a host now, and how bad: 0 to 5.</summary>
    public IReadOnlyDictionary<string, int> Problems(string host) => Ask("problem.get", new { hostids = host, output = new[] { "name", "severity" } })
        .EnumerateArray().DistinctBy(Name).ToDictionary(Name, each => int.Parse(each.GetProperty("severity").GetString()!));

    private static string Name(JsonElement problem) => problem.GetProperty("name").GetString()!;

    public void Dispose()
    {
        _client.Dispose();
        if (_guard is null)
            return;
        _guard.StandardInput.Close();
        Patience.ForEnd(_guard);
        _guard.Dispose();
    }
}
