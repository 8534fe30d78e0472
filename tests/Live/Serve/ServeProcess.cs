using System.Diagnostics;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Serve;

/// <summary>A <c>lowtide serve</c> with a port and a history of its own.</summary>
internal sealed class ServeProcess : IDisposable
{
    private readonly HttpClient _client;
    private readonly Process _process;
    private readonly List<string> _said = [];

    public ServeProcess(string history, params string[] options)
    {
        var port = FreePort();
        _process = Process.Start(new ProcessStartInfo(
            "env", ["--default-signal=INT", Built.Lowtide, "serve", "--listen", $"127.0.0.1:{port}", "--history", history, "--interval", "1s", .. options])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        _client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{port}"), Timeout = Patience.Limit };
        WaitForLine(line => line.StartsWith("http://", StringComparison.Ordinal));
        Patience.Until(() => Get("/-/ready").IsSuccessStatusCode ? this : null, "the first look");
    }

    public int Pid => _process.Id;

    public HttpResponseMessage Get(string path, string? password = null, string? accept = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        if (password is not null)
            request.Headers.Authorization = new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes($"any:{password}")));
        if (accept is not null)
            request.Headers.Add("Accept", accept);
        return _client.Send(request);
    }

    public string Metrics => Text(Get("/metrics"));

    public static string Text(HttpResponseMessage response) => response.Content.ReadAsStringAsync().GetAwaiter().GetResult();

    /// <summary>What it logs, from the beginning on.</summary>
    public string WaitForLine(Func<string, bool> isIt)
    {
        while (true)
        {
            if (_said.Find(line => isIt(line)) is { } found)
                return found;
            _said.Add(Patience.Line(_process, "its log") ?? throw new InvalidOperationException(_process.StandardError.ReadToEnd()));
        }
    }

    /// <summary>Its label for the family with this head.</summary>
    public string Label(int pid) => WaitForLine(line => line.EndsWith($"found (pid {pid})", StringComparison.Ordinal)).Split(':')[0];

    public int End(string signal = "INT")
    {
        Ran.Command(["kill", $"-{signal}", $"{Pid}"]);
        Patience.ForEnd(_process, TimeSpan.FromSeconds(30));
        return _process.ExitCode;
    }

    public void Dispose()
    {
        if (!_process.HasExited)
            _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        _client.Dispose();
    }

    private static int FreePort()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }
}
