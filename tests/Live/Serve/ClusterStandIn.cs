using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace Lowtide.Tests.Live.Serve;

/// <summary>The part of a cluster's API server that is asked: a list of pods, by TLS, for who has the token; on loopback.</summary>
internal sealed class ClusterStandIn : IDisposable
{
    public const string Token = "a-token-of-the-test";

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly X509Certificate2 _certificate;
    private readonly List<string> _asked = [];

    public ClusterStandIn()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=kubernetes", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        using var made = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        Pem = made.ExportCertificatePem();
        _certificate = X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), password: null);
        _listener.Start();
        _ = AnswerAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Who vouches for it.</summary>
    public string Pem { get; }

    /// <summary>The list of pods; null: it says no.</summary>
    public string? Pods { get; set; }

    /// <summary>The first line of each request.</summary>
    public IReadOnlyList<string> Asked
    {
        get
        {
            lock (_asked)
                return [.. _asked];
        }
    }

    private async Task AnswerAsync()
    {
        try
        {
            while (true)
            {
                using var client = await _listener.AcceptTcpClientAsync();
                await AnswerAsync(client);
            }
        }
        catch (Exception ended) when (ended is SocketException or ObjectDisposedException)
        {
            // Closed by whoever made it.
        }
    }

    private async Task AnswerAsync(TcpClient client)
    {
        try
        {
            await using var stream = new SslStream(client.GetStream());
            await stream.AuthenticateAsServerAsync(_certificate);
            using var reader = new StreamReader(stream, Encoding.ASCII);
            var lines = new List<string>();
            while (await reader.ReadLineAsync() is { Length: > 0 } line)
                lines.Add(line);
            lock (_asked)
                _asked.Add(lines[0]);
            var (status, body) = Pods is { } pods && lines.Contains($"Authorization: Bearer {Token}") ? ("200 OK", pods) : ("403 Forbidden", "{}");
            var head = $"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {Encoding.UTF8.GetByteCount(body)}\r\nConnection: close";
            await stream.WriteAsync(Encoding.UTF8.GetBytes($"{head}\r\n\r\n{body}"));
        }
        catch (Exception refused) when (refused is IOException or AuthenticationException)
        {
            // Who does not trust it goes.
        }
    }

    public void Dispose()
    {
        _listener.Dispose();
        _certificate.Dispose();
    }
}
