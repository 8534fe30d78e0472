using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.Json;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Record;

namespace Lowtide.Tests.Live.Serve;

/// <summary><c>lowtide serve</c> as a service manager and a browser that follows it have it.</summary>
public sealed class ServiceTests : IDisposable
{
    private readonly TempFolder _folder = new();

    private string History => _folder.File("history");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void After_each_look_the_page_is_told_anew()
    {
        using var family = new ToldFamily(workers: 1);
        using var serve = new ServeProcess(History);
        var label = serve.Label(family.Pid);
        Assert.Equal(HttpStatusCode.Unauthorized, serve.Get("/events").StatusCode);
        using var events = serve.Follow("/events", File.ReadAllText(Path.Combine(History, "token")).Trim());
        for (var look = 0; look < 2; look++)
        {
            using var document = JsonDocument.Parse(events.ReadLine()!["data: ".Length..]);
            Assert.Contains(label, document.RootElement.GetProperty("sections").ToString(), StringComparison.Ordinal);
            Assert.Equal("", events.ReadLine());
        }
        Assert.Equal(0, serve.End());
    }

    [Fact]
    public void By_TLS_it_answers_as_in_clear()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=lowtide", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        using var certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        var (pem, secret) = (_folder.File("cert.pem", certificate.ExportCertificatePem()), _folder.File("key.pem", key.ExportPkcs8PrivateKeyPem()));
        using (var serve = new ServeProcess(History, "--tls-certificate", pem, "--tls-key", secret))
            Assert.Contains("lowtide_build_info", serve.Metrics, StringComparison.Ordinal);
        var wrong = Ran.Lowtide("serve", "--history", History, "--tls-certificate", secret, "--tls-key", secret);
        Assert.Equal(1, wrong.ExitCode);
        Assert.Contains("is no certificate with its key", wrong.ErrorLine, StringComparison.Ordinal);
    }

    [Fact]
    public void With_a_certificate_of_its_own_it_answers_by_TLS_alone()
    {
        using var serve = new ServeProcess(History, "--tls-self-signed", "on");
        Assert.Contains("lowtide_build_info", serve.Metrics, StringComparison.Ordinal);
        using var clear = new HttpClient();
        Assert.Throws<HttpRequestException>(() => clear.Send(new HttpRequestMessage(HttpMethod.Get, $"http://127.0.0.1:{serve.Port}/metrics")));
        var told = Ran.Lowtide("serve", "--history", History, "--password");
        Assert.Equal(File.ReadAllText(Path.Combine(History, "token")), told.Output);
        Assert.Equal(1, Ran.Lowtide("serve", "--history", _folder.File("none"), "--password").ExitCode);
    }

    [Fact]
    public void A_service_manager_is_told_that_it_is_ready_and_alive_and_ends()
    {
        using var manager = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
        var path = _folder.File("notify");
        manager.Bind(new UnixDomainSocketEndPoint(path));
        manager.ReceiveTimeout = (int)Patience.Limit.TotalMilliseconds;
        using var serve = new ServeProcess([$"NOTIFY_SOCKET={path}", "WATCHDOG_USEC=1000000"], History, []);
        // That it is alive it tells from the beginning on.
        Assert.StartsWith("READY=1", Other(manager), StringComparison.Ordinal);
        Assert.StartsWith("WATCHDOG=1", Received(manager), StringComparison.Ordinal);
        Assert.Equal(0, serve.End("TERM"));
        Assert.StartsWith("STOPPING=1", Other(manager), StringComparison.Ordinal);
    }

    /// <summary>What takes less of its memory and time, but where the caller says otherwise. What is meant for a target's runtime does nothing here.</summary>
    [Theory]
    [InlineData("A=1", "MALLOC_ARENA_MAX=1")]
    [InlineData("MALLOC_ARENA_MAX=4", "MALLOC_ARENA_MAX=4")]
    public void It_runs_with_little_memory(string variable, string arenas)
    {
        using var serve = new ServeProcess([variable, "DOTNET_GCgen0size=4000000"], History, []);
        var given = File.ReadAllText($"/proc/{serve.Pid}/environ").Split('\0').Where(one =>
            one.StartsWith("MALLOC_", StringComparison.Ordinal) || one.StartsWith("DOTNET_GC", StringComparison.Ordinal)
                || one.StartsWith("DOTNET_T", StringComparison.Ordinal));
        Assert.Equal(
            [
                arenas, "DOTNET_ThreadPool_UnfairSemaphoreSpinLimit=0", "DOTNET_GCgen0size=400000",
                "DOTNET_GCGen0MaxBudget=400000",
            ],
            given.OrderByDescending(one => one, StringComparer.Ordinal));
    }

    /// <summary>The first that says something else.</summary>
    private static string Other(Socket manager)
    {
        string said;
        do
            said = Received(manager);
        while (said.StartsWith("WATCHDOG=1", StringComparison.Ordinal));
        return said;
    }

    [Fact]
    public void Settings_are_read_again_and_wrong_ones_are_not_taken_over()
    {
        using var family = new ToldFamily(workers: 1);
        var settings = _folder.File("serve.yaml", "interval: 1s\n");
        using var serve = new ServeProcess(History, "--config", settings);
        var label = serve.Label(family.Pid);
        File.WriteAllText(settings, "intervall: 1s\n");
        serve.Signal("HUP");
        serve.WaitForLine(line => line.EndsWith("serve.yaml:1: no setting 'intervall': 'interval'?", StringComparison.Ordinal));
        File.WriteAllText(settings, $"exclude:\n  - name: {Path.GetFileName(Pythons.Paths[0])}*\n");
        serve.Signal("HUP");
        serve.WaitForLine(line => line == "the settings were read again");
        serve.WaitForLine(line => line == $"{label}: no longer watched (pid {family.Pid})");
        Assert.Equal(0, serve.End());
    }

    [Theory]
    [InlineData("interval: 10s\n", 0, "nothing is wrong in it")]
    [InlineData("interval: 10s\nlisten: x\n", 2, "serve.yaml:2: listen takes an address and a port")]
    public void A_file_is_checked_by_line(string text, int status, string said)
    {
        var ran = Ran.Lowtide("serve", "--config", _folder.File("serve.yaml", text), "--check");
        Assert.Equal(status, ran.ExitCode);
        Assert.Contains(said, ran.Output, StringComparison.Ordinal);
    }

    private static string Received(Socket socket)
    {
        var buffer = new byte[4096];
        return Encoding.UTF8.GetString(buffer, 0, socket.Receive(buffer));
    }
}
