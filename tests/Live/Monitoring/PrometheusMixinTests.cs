using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Serve;

namespace Lowtide.Tests.Live.Monitoring;

/// <summary>packaging/prometheus, as Debian's promtool and Prometheus take it.</summary>
public sealed class PrometheusMixinTests : IDisposable
{
    private static readonly string Mixin = Path.Combine(Built.Root, "packaging", "prometheus");

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("made-up.yaml")]
    [InlineData("studies.yaml")]
    public void Rules_do_what_their_tests_say(string tests)
    {
        PrometheusProcess.SkipWithout();
        var ran = Ran.Command(["promtool", "test", "rules", Path.Combine(Mixin, "tests", tests)]);
        Assert.True(ran.ExitCode == 0, ran.Output + ran.Error);
    }

    /// <summary>In clear and by TLS, with the names of a certificate that the example's authority signed.</summary>
    [Fact]
    public void By_the_example_it_is_scraped()
    {
        PrometheusProcess.SkipWithout();
        var (pem, key) = Certificate();
        using var clear = new ServeProcess(_folder.File("clear"), "--cpu-share", "100%");
        using var secret = new ServeProcess(_folder.File("secret"), "--cpu-share", "100%", "--tls-certificate", pem, "--tls-key", key);
        File.Copy(Path.Combine(Mixin, "lowtide.rules.yaml"), _folder.File("lowtide.rules.yaml"));
        File.Copy(pem, _folder.File("lowtide-ca.pem"));
        var example = File.ReadAllText(Path.Combine(Mixin, "prometheus.yaml"));
        var settings = _folder.File("prometheus.yaml", example);
        var ran = Ran.Command(["promtool", "check", "config", settings]);
        Assert.True(ran.ExitCode == 0, ran.Output + ran.Error);
        File.WriteAllText(settings, example.Replace("15s", "1s", StringComparison.Ordinal)
            .Replace("127.0.0.1:9923", $"127.0.0.1:{clear.Port}", StringComparison.Ordinal)
            .Replace("shop.example.org:9923", $"127.0.0.1:{secret.Port}", StringComparison.Ordinal)
            // Nobody listens there.
            .Replace("127.0.0.1:9093", $"127.0.0.1:{ServeProcess.FreePort()}", StringComparison.Ordinal));
        using var prometheus = new PrometheusProcess(_folder, settings);
        Patience.Until(() => prometheus.Ask("up{job=~\"lowtide.*\"} == 1").Count == 2 && prometheus.Ask("lowtide_build_info").Count == 2 ? this : null,
            "both to be scraped");
    }

    private (string Pem, string Key) Certificate()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=lowtide", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        using var certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        return (_folder.File("cert.pem", certificate.ExportCertificatePem()), _folder.File("key.pem", key.ExportPkcs8PrivateKeyPem()));
    }
}
