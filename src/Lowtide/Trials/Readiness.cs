using System.Net.Http;
using System.Net.Sockets;
using Lowtide.Launch;

namespace Lowtide.Trials;

/// <summary>Waits until a server answers, and makes sure that it is this server that does.</summary>
internal sealed class Readiness(Uri url, TimeSpan timeout, TimeProvider time) : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <summary>A server may open its port long before it accepts (uWSGI preloads in between): ask again.</summary>
    private readonly HttpClient _client = new(new SocketsHttpHandler { PooledConnectionLifetime = TimeSpan.Zero })
    {
        Timeout = TimeSpan.FromSeconds(5),
    };

    /// <exception cref="Failure">Something answers there already.</exception>
    public async Task MustBeFreeAsync(CancellationToken cancellation)
    {
        using var socket = new TcpClient();
        try
        {
            await socket.ConnectAsync(url.Host, url.Port, cancellation);
        }
        catch (SocketException)
        {
            return;
        }
        throw new Failure($"port {url.Port} of {url.Host} is in use already: stop what listens there, or use another port");
    }

    /// <returns>Seconds from <paramref name="started"/> (a timestamp of the clock) to the first answer.</returns>
    /// <exception cref="Failure">The server ended, or did not answer in time; with its last log lines.</exception>
    public async Task<double> WaitAsync(GuardedServer server, long started, CancellationToken cancellation)
    {
        while (true)
        {
            if (await AnswersAsync(cancellation))
                return time.GetElapsedTime(started).TotalSeconds;
            if (server.Gone.IsCompleted)
                throw new Failure($"the server ended before it was ready; its last words:{Log(server)}");
            if (time.GetElapsedTime(started) > timeout)
                throw new Failure(
                    $"the server did not answer at {url} within {timeout.TotalSeconds:0} s (--ready-timeout gives it longer); its last words:{Log(server)}");
            await Task.Delay(Pause, time, cancellation);
        }
    }

    /// <summary>A few requests over several connections, so that every worker has likely served.</summary>
    public async Task WarmAsync(int requests, int connections, CancellationToken cancellation) =>
        await Parallel.ForEachAsync(
            Enumerable.Range(0, requests),
            new ParallelOptions { MaxDegreeOfParallelism = connections, CancellationToken = cancellation },
            async (_, token) => await AnswersAsync(token));

    private async Task<bool> AnswersAsync(CancellationToken cancellation)
    {
        try
        {
            using var answer = await _client.GetAsync(url, cancellation);
            return (int)answer.StatusCode < 500;
        }
        catch (HttpRequestException)
        {
            return false;
        }
        catch (TaskCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return false;
        }
    }

    private static string Log(GuardedServer server) =>
        server.LastLogLines(5) is { Count: > 0 } lines
            ? string.Concat(lines.Select(line => $"\n    {line}")) + $"\n  (all of it: {server.LogFile})"
            : " none";

    public void Dispose() => _client.Dispose();
}
