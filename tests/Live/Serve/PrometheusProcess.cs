using System.Diagnostics;
using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Serve;

/// <summary>Debian's Prometheus on a loopback port of its own.</summary>
internal sealed class PrometheusProcess : IDisposable
{
    private readonly HttpClient _client = new() { Timeout = Patience.Limit };
    private readonly Process _process;
    private readonly Uri _root;

    /// <param name="settings">The file.</param>
    public PrometheusProcess(TempFolder folder, string settings)
    {
        _root = new Uri($"http://127.0.0.1:{ServeProcess.FreePort()}/");
        _process = Quiet("prometheus", $"--config.file={settings}", $"--storage.tsdb.path={folder.File("tsdb")}", $"--web.listen-address={_root.Authority}");
        Patience.Until(() => Text("-/ready") is not null ? this : null, "Prometheus");
    }

    public static void SkipWithout() => Assert.SkipWhen(
        Ran.Command(["sh", "-c", "command -v prometheus && command -v promtool"]).ExitCode != 0, "prometheus is not installed");

    /// <summary>What a query gives now: each series by its labels.</summary>
    /// <exception cref="InvalidOperationException">Prometheus cannot read it.</exception>
    public IReadOnlyList<(string Labels, string Value)> Ask(string query)
    {
        using var answer = _client.GetAsync(new Uri(_root, $"api/v1/query?query={Uri.EscapeDataString(query)}")).GetAwaiter().GetResult();
        using var document = JsonDocument.Parse(ServeProcess.Text(answer));
        if (document.RootElement.GetProperty("status").GetString() != "success")
            throw new InvalidOperationException($"{document.RootElement.GetProperty("error").GetString()}: {query}");
        return [.. document.RootElement.GetProperty("data").GetProperty("result").EnumerateArray()
            .Select(series => (series.GetProperty("metric").GetRawText(), series.GetProperty("value")[1].GetString()!))];
    }

    private string? Text(string path)
    {
        try
        {
            return _client.GetStringAsync(new Uri(_root, path)).GetAwaiter().GetResult();
        }
        catch (HttpRequestException)
        {
            return null;
        }
    }

    /// <summary>What it says goes nowhere.</summary>
    public static Process Quiet(string program, params string[] arguments)
    {
        string[] call = ["-c", "exec \"$@\" > \"$0\" 2>&1", "/dev/null", program, .. arguments];
        return Process.Start(new ProcessStartInfo("sh", call) { UseShellExecute = false })!;
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        _client.Dispose();
    }
}
