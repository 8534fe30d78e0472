using System.Diagnostics;

namespace Lowtide.Tests.Live.Serve;

/// <summary>Debian's Prometheus and Alertmanager, on loopback ports of their own.</summary>
internal sealed class PrometheusStack : IDisposable
{
    private readonly HttpClient _client = new();
    private readonly Process _manager;
    private readonly PrometheusProcess _prometheus;
    private readonly int _alertmanager = ServeProcess.FreePort();

    /// <param name="scraped">The port of what is scraped.</param>
    public PrometheusStack(TempFolder folder, int scraped, string rules)
    {
        var routes = folder.File("alertmanager.yaml", "route: {receiver: none, group_wait: 1s}\nreceivers: [{name: none}]\n");
        var settings = folder.File("prometheus.yaml", $"""
            global: {"{"}scrape_interval: 1s, evaluation_interval: 1s{"}"}
            rule_files: ["{rules}"]
            alerting: {"{"}alertmanagers: [{"{"}static_configs: [{"{"}targets: ["127.0.0.1:{_alertmanager}"]{"}"}]{"}"}]{"}"}
            scrape_configs: [{"{"}job_name: lowtide, static_configs: [{"{"}targets: ["127.0.0.1:{scraped}"]{"}"}]{"}"}]
            """);
        _manager = PrometheusProcess.Quiet("prometheus-alertmanager", $"--config.file={routes}", $"--storage.path={folder.File("am")}",
            $"--web.listen-address=127.0.0.1:{_alertmanager}", "--cluster.listen-address=");
        _prometheus = new PrometheusProcess(folder, settings);
        Patience.Until(() => Text("-/ready") is not null ? this : null, "Alertmanager");
    }

    /// <summary>What Alertmanager has, as JSON.</summary>
    public string Alerts() => Text("api/v2/alerts") ?? "[]";

    private string? Text(string path)
    {
        try
        {
            return _client.GetStringAsync(new Uri($"http://127.0.0.1:{_alertmanager}/{path}")).GetAwaiter().GetResult();
        }
        catch (HttpRequestException)
        {
            return null;
        }
    }

    public void Dispose()
    {
        _prometheus.Dispose();
        _manager.Kill();
        _manager.WaitForExit();
        _manager.Dispose();
        _client.Dispose();
    }
}
