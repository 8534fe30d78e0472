using System.Net.Http;
using System.Net.Sockets;
using Lowtide.Launch;

namespace Lowtide.Trials;

/// <summary>Waits until a server answers, and makes sure beforehand that nobody else does.</summary>
internal sealed class Readiness(Uri url, TimeSpan timeout, TimeProvider time) : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20), OneTry = TimeSpan.FromSeconds(5);

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

    /// <summary>Whether nobody accepts connections there.</summary>
    public async Task<bool> IsFreeAsync(CancellationToken cancellation)
    {
        using var socket = new TcpClient();
        try
        {
            await socket.ConnectAsync(url.DnsSafeHost, url.Port, cancellation).AsTask().WaitAsync(OneTry, time, cancellation);
            return false;
        }
        catch (Exception refused) when (refused is SocketException or TimeoutException)
        {
            return true;
        }
    }

    /// <returns>Seconds from <paramref name="started"/> (a timestamp of the clock) to the first answer.</returns>
    /// <exception cref="Failure">The server ended, or did not answer in time; with its last log lines.</exception>
    public async Task<double> WaitAsync(GuardedServer server, long started, CancellationToken cancellation)
    {
        while (true)
        {
            var refusal = await AskAsync(cancellation);
            // First of all: were it gone, the answer would be another's.
            if (server.Gone.IsCompleted)
                throw new Failure($"the server ended{ServerWords.End(server)} before it was ready{ServerWords.Last(server)}");
            if (refusal is null && server.Exited.IsCompleted)
                throw new Failure("the server went to the background: start it in the foreground, so that it can be stopped "
                    + "(uWSGI without daemonize, gunicorn without --daemon)");
            if (refusal is null)
                return time.GetElapsedTime(started).TotalSeconds;
            if (time.GetElapsedTime(started) > timeout)
                throw new Failure($"the server was not ready at {url} within {timeout.TotalSeconds:0} s ({refusal}; "
                    + $"--ready-timeout gives it longer){ServerWords.Last(server)}");
            await Task.Delay(Pause, time, cancellation);
        }
    }

    /// <summary>A few requests over several connections, so that every worker has likely served.</summary>
    public async Task WarmAsync(int requests, int connections, CancellationToken cancellation) =>
        await Parallel.ForEachAsync(
            Enumerable.Range(0, requests),
            new ParallelOptions { MaxDegreeOfParallelism = connections, CancellationToken = cancellation },
            async (_, token) => await AskAsync(token));

    public async Task<bool> AnswersAsync(CancellationToken cancellation) => await AskAsync(cancellation) is null;

    /// <returns>Why there was no answer; null if there was one.</returns>
    private async Task<string?> AskAsync(CancellationToken cancellation)
    {
        try
        {
            using var answer = await _client.GetAsync(url, cancellation);
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

    public void Dispose() => _client.Dispose();
}
