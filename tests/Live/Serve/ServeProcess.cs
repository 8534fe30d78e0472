using System.Diagnostics;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
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
        : this([], history, options)
    {
    }

    /// <param name="variables">Of its environment: "NAME=value"; then, if need be, a command that becomes the one that follows it.</param>
    public ServeProcess(string[] variables, string history, string[] options)
    {
        Port = FreePort();
        var scheme = options.Contains("--tls-certificate") || options.Contains("--tls-self-signed") ? "https" : "http";
        _process = Process.Start(new ProcessStartInfo(
            "env",
            [
                "--default-signal=INT", "--default-signal=HUP", .. variables, Built.Lowtide, "serve", "--listen", $"127.0.0.1:{Port}", "--history", history,
                .. options.Contains("--interval") ? Array.Empty<string>() : ["--interval", "1s"], .. options,
            ])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        _client = new HttpClient(Trusting(options)) { BaseAddress = new Uri($"{scheme}://127.0.0.1:{Port}"), Timeout = Patience.Limit };
        WaitForLine(line => line.StartsWith($"{scheme}://", StringComparison.Ordinal));
        Patience.Until(() => Get("/-/ready").IsSuccessStatusCode ? this : null, "the first look");
    }

    /// <summary>Of the certificate that it is started with, which is the test's own.</summary>
    private static SocketsHttpHandler Trusting(string[] options)
    {
        var handler = new SocketsHttpHandler();
        if (Array.IndexOf(options, "--tls-certificate") is >= 0 and var at)
            handler.SslOptions.CertificateChainPolicy = new X509ChainPolicy
            {
                TrustMode = X509ChainTrustMode.CustomRootTrust,
                CustomTrustStore = { X509Certificate2.CreateFromPem(File.ReadAllText(options[at + 1])) },
                RevocationMode = X509RevocationMode.NoCheck,
            };
        // Nobody vouches for it: as kubelet's probes do, and who scrapes it.
        else if (options.Contains("--tls-self-signed"))
            handler.SslOptions.RemoteCertificateValidationCallback = (_, given, _, _) => given is not null;
        return handler;
    }

    public int Port { get; }

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

    /// <summary>What it sends from now on, as it comes.</summary>
    public StreamReader Follow(string path, string password)
    {
        var request = new HttpRequestMessage(HttpMethod.Get, path);
        request.Headers.Authorization = new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes($"any:{password}")));
        return new StreamReader(_client.Send(request, HttpCompletionOption.ResponseHeadersRead).EnsureSuccessStatusCode().Content.ReadAsStream());
    }

    public void Signal(string signal) => Ran.Command(["kill", $"-{signal}", $"{Pid}"]);

    public string Metrics => Text(Get("/metrics"));

    public static string Text(HttpResponseMessage response) => response.Content.ReadAsStringAsync().GetAwaiter().GetResult();

    /// <summary>The lines up to the last one that was waited for.</summary>
    public IReadOnlyList<string> Said => _said;

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
        Signal(signal);
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

    public static int FreePort()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }
}
