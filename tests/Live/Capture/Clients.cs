using System.Net.Sockets;

namespace Lowtide.Tests.Live.Capture;

/// <summary>Three clients of serving.py, each with one request after the other until they are to end.</summary>
internal sealed class Clients : IAsyncDisposable
{
    /// <summary>Requests of each.</summary>
    private const int Fewest = 100;

    /// <summary>Between two of them: the server is busy, and there is some time left to look at it.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(2);

    private readonly CancellationTokenSource _enough = new();
    private readonly List<Task<(int Sent, int Answered)>> _clients;

    public Clients(int port) => _clients = [.. Enumerable.Range(0, 3).Select(_ => Task.Run(() => RequestAsync(port)))];

    public async Task<(int Sent, int Answered)> EndAsync()
    {
        await _enough.CancelAsync();
        var all = await Task.WhenAll(_clients);
        return (all.Sum(each => each.Sent), all.Sum(each => each.Answered));
    }

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _enough.Dispose();
    }

    private async Task<(int Sent, int Answered)> RequestAsync(int port)
    {
        var (sent, answered) = (0, 0);
        var answer = new byte[16];
        while (sent < Fewest || !_enough.IsCancellationRequested)
        {
            sent++;
            try
            {
                using var connection = new TcpClient();
                await connection.ConnectAsync("127.0.0.1", port, CancellationToken.None);
                await connection.GetStream().WriteAsync("please\n"u8.ToArray(), CancellationToken.None);
                var length = await connection.GetStream().ReadAtLeastAsync(answer, 7, throwOnEndOfStream: false, CancellationToken.None);
                if (answer.AsSpan(0, length).SequenceEqual("served\n"u8))
                    answered++;
            }
            catch (Exception failed) when (failed is SocketException or IOException)
            {
                // Not answered.
            }
            await Task.Delay(Pause, CancellationToken.None);
        }
        return (sent, answered);
    }
}
