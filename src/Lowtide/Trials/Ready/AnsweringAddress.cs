using System.Net.Sockets;
using Lowtide.Trials.Arms;

namespace Lowtide.Trials.Ready;

/// <summary>A server that is ready once its address answers.</summary>
internal sealed class AnsweringAddress(ReadySign.Address sign, TimeSpan timeout, TimeProvider time) : Readiness(sign, timeout, time)
{
    private const int WarmRequests = 40, WarmConnections = 8;

    private static readonly TimeSpan OneTry = TimeSpan.FromSeconds(5);

    private readonly Uri _url = sign.To;

    private readonly TimeProvider _time = time;

    /// <summary>
    /// A server may open its port long before it accepts (uWSGI preloads in between): ask again. No proxy and no
    /// redirect: the answer must be this server's own.
    /// </summary>
    private readonly HttpClient _client = new(new SocketsHttpHandler
    {
        PooledConnectionLifetime = TimeSpan.Zero,
        UseProxy = false,
        AllowAutoRedirect = false,
    })
    {
        Timeout = OneTry,
    };

    public override async Task<bool> IsFreeAsync(CancellationToken cancellation)
    {
        using var socket = new TcpClient();
        try
        {
            await socket.ConnectAsync(_url.DnsSafeHost, _url.Port, cancellation).AsTask().WaitAsync(OneTry, _time, cancellation);
            return false;
        }
        catch (Exception refused) when (refused is SocketException or TimeoutException)
        {
            return true;
        }
    }

    /// <summary>A guard ends all that a server starts, so that only another's process can hold on to its port.</summary>
    public override string InUse(Arm? last) => last is null
        ? $"port {_url.Port} of {_url.Host} is in use already: stop what listens there, or use another port in --ready and in the server's own settings"
        : $"port {_url.Port} of {_url.Host} is in use after a run of {last.Name}, though all that it started has "
            + $"ended: {last.Name} leaks its port to a process outside, or another took it ('ss -ltnp' as root names it)";

    /// <summary>A few requests over several connections.</summary>
    public override Task WarmAsync(CancellationToken cancellation) =>
        Parallel.ForEachAsync(
            Enumerable.Range(0, WarmRequests),
            new ParallelOptions { MaxDegreeOfParallelism = WarmConnections, CancellationToken = cancellation },
            async (_, token) => await AskAsync(token));

    protected override async Task<string?> AskAsync(CancellationToken cancellation)
    {
        try
        {
            using var answer = await _client.GetAsync(_url, cancellation);
            return (int)answer.StatusCode < 500 ? null : $"it answers with status {(int)answer.StatusCode}";
        }
        catch (HttpRequestException refused)
        {
            return $"the last try: {(refused.InnerException ?? refused).Message}";
        }
        catch (TaskCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return $"it left a request without an answer for {OneTry.TotalSeconds:0} s";
        }
    }

    public override void Dispose()
    {
        _client.Dispose();
        base.Dispose();
    }
}
