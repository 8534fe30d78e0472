using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Lowtide.Serve;

/// <summary>A certificate for which nobody vouches: it keeps what is said from those who listen on the way, not from one who poses as this.</summary>
internal static class SelfSigned
{
    /// <summary>Longer than any process lives: there is another at each start.</summary>
    private const int Years = 10;

    public static X509Certificate2 Certificate(IPAddress address)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(Environment.MachineName);
        names.AddDnsName("localhost");
        names.AddIpAddress(address);
        var request = new CertificateRequest("CN=lowtide", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(certificateAuthority: false, false, 0, critical: true));
        // Of a server: RFC 5280, 4.2.1.12.
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid("1.3.6.1.5.5.7.3.1")], critical: false));
        var now = TimeProvider.System.GetUtcNow();
        using var made = request.CreateSelfSigned(now.AddDays(-1), now.AddYears(Years));
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), password: null);
    }
}
