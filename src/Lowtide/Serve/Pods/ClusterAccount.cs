using System.Globalization;
using System.Net.Http.Headers;
using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;

namespace Lowtide.Serve.Pods;

/// <summary>
/// The account that a pod of Kubernetes has in its cluster (https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/), for one question: which
/// pods its node runs.
/// </summary>
internal sealed class ClusterAccount : IDisposable
{
    /// <summary>A node has 110 pods unless told otherwise, of some 10 KiB each.</summary>
    private const int MostBytes = 16 << 20;

    public const string Usual = "/var/run/secrets/kubernetes.io/serviceaccount";

    private readonly HttpClient _client;
    private readonly Uri _pods;
    private readonly string _token;

    private ClusterAccount(string folder, Uri pods)
    {
        (_pods, _token) = (pods, Path.Combine(folder, "token"));
        var trusted = new X509ChainPolicy { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck };
        trusted.CustomTrustStore.ImportFromPemFile(Path.Combine(folder, "ca.crt"));
        _client = new HttpClient(new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            UseProxy = false,
            UseCookies = false,
            SslOptions = new SslClientAuthenticationOptions { CertificateChainPolicy = trusted },
        })
        {
            Timeout = TimeSpan.FromSeconds(10),
            MaxResponseContentBufferSize = MostBytes,
        };
    }

    /// <param name="variables">Of the environment. The node's name comes from the pod's specification (the downward API).</param>
    /// <param name="folder">Of its token, and of who vouches for the cluster.</param>
    /// <param name="why">What is missing; null where nothing is, and outside of a cluster.</param>
    /// <returns>Null where there is none.</returns>
    public static ClusterAccount? Find(Func<string, string?> variables, string folder, out string? why)
    {
        why = null;
        if (variables("KUBERNETES_SERVICE_HOST") is not { Length: > 0 } host || !File.Exists(Path.Combine(folder, "token")))
            return null;
        if (variables("NODE_NAME") is not { Length: > 0 } node)
            why = "NODE_NAME is not set";
        else if (!ushort.TryParse(variables("KUBERNETES_SERVICE_PORT"), NumberStyles.None, CultureInfo.InvariantCulture, out var port)
            || Uri.CheckHostName(host) == UriHostNameType.Unknown)
            why = "KUBERNETES_SERVICE_HOST or KUBERNETES_SERVICE_PORT is none";
        else
            try
            {
                // resourceVersion=0: as the server has it in memory.
                var query = $"fieldSelector={Uri.EscapeDataString($"spec.nodeName={node}")}&resourceVersion=0";
                return new ClusterAccount(folder, new UriBuilder("https", host, port, "/api/v1/pods") { Query = query }.Uri);
            }
            catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or CryptographicException)
            {
                why = $"{folder}/ca.crt is no certificate: {failure.Message.TrimEnd('.')}";
            }
        return null;
    }

    /// <exception cref="HttpRequestException">It says no, or nothing that can be read; of more than it may say too.</exception>
    public async Task<PodList> PodsAsync(CancellationToken cancellation)
    {
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, _pods);
            // Read each time: a node puts a new one there before the old one ends.
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", (await File.ReadAllTextAsync(_token, cancellation)).Trim());
            request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue("application/json"));
            using var answer = await _client.SendAsync(request, cancellation);
            if (!answer.IsSuccessStatusCode)
                throw new HttpRequestException($"{_pods.Authority} answered {(int)answer.StatusCode}");
            return JsonSerializer.Deserialize(await answer.Content.ReadAsByteArrayAsync(cancellation), PodLists.Default.PodList)
                ?? throw new HttpRequestException($"{_pods.Authority} answered nothing");
        }
        catch (Exception failure) when (failure is JsonException or IOException or UnauthorizedAccessException or FormatException)
        {
            throw new HttpRequestException(failure.Message, failure);
        }
        catch (TaskCanceledException late) when (!cancellation.IsCancellationRequested)
        {
            throw new HttpRequestException($"no answer for {_client.Timeout.TotalSeconds:0} s", late);
        }
    }

    public void Dispose() => _client.Dispose();
}
