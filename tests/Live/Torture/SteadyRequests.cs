using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Lowtide.Tests.Live.Torture;

/// <summary>
/// Requests that go on beside what is tried: some over a new connection each, every one of which must be answered whole, and some over a kept one. A kept one
/// that was closed may be closed at any time by HTTP/1.1, and every client asks again: that is counted apart.
/// </summary>
internal sealed class SteadyRequests : IAsyncDisposable
{
    public const string Unanswered = "closed before any byte of an answer";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly CancellationTokenSource _end = new();
    private readonly ConcurrentQueue<string> _failed = new();
    private readonly int _port;
    private readonly Task _all;
    private int _answered, _closed;

    private readonly TimeSpan _pause;

    /// <param name="pause">Between one over a new connection and the next: servers that are tried side by side are to have processors left.</param>
    public SteadyRequests(int port, TimeSpan pause = default)
    {
        (_port, _pause) = (port, pause);
        string[] paths = ["/", "/takes/0.02", "/works/0.005"];
        _all = Task.WhenAll([.. paths.Select(AskAnewAsync), AskKeptAsync("/")]);
    }

    /// <summary>So far.</summary>
    public int Answered => Volatile.Read(ref _answered);

    private async Task AskAnewAsync(string path)
    {
        while (!_end.IsCancellationRequested)
            try
            {
                using var connection = await ConnectAsync();
                await AskAsync(connection, path, "close");
                Interlocked.Increment(ref _answered);
                await Task.Delay(_pause);
            }
            catch (Exception failure) when (failure is IOException or SocketException or OperationCanceledException)
            {
                _failed.Enqueue($"{path}: {failure.Message}");
            }
    }

    private async Task AskKeptAsync(string path)
    {
        TcpClient? kept = null;
        while (!_end.IsCancellationRequested)
            try
            {
                kept ??= await ConnectAsync();
                if (!await AskAsync(kept, path, "keep-alive"))
                    throw new IOException("it closes");
                Interlocked.Increment(ref _answered);
                await Task.Delay(5);
            }
            catch (Exception failure) when (failure is IOException or SocketException or OperationCanceledException)
            {
                _closed++;
                kept?.Dispose();
                kept = null;
            }
        kept?.Dispose();
    }

    private async Task<TcpClient> ConnectAsync()
    {
        var connection = new TcpClient();
        await connection.ConnectAsync(IPAddress.Loopback, _port);
        return connection;
    }

    /// <returns>Whether the connection stays open.</returns>
    /// <exception cref="IOException">It was not answered whole.</exception>
    private static async Task<bool> AskAsync(TcpClient connection, string path, string connectionHeader)
    {
        using var patience = new CancellationTokenSource(Patience);
        var stream = connection.GetStream();
        var (answer, part) = (new StringBuilder(), new byte[4096]);
        try
        {
            return await AnsweredAsync(stream, path, connectionHeader, answer, part, patience.Token);
        }
        // Closed before the request was read: a byte that nobody takes is answered by a reset (RFC 9293, 3.5.2).
        catch (IOException reset) when (answer.Length == 0 && reset.InnerException is SocketException { SocketErrorCode: SocketError.ConnectionReset })
        {
            throw new IOException(Unanswered, reset);
        }
    }

    private static async Task<bool> AnsweredAsync(
        NetworkStream stream, string path, string connectionHeader, StringBuilder answer, byte[] part, CancellationToken patience)
    {
        await stream.WriteAsync(Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: {connectionHeader}\r\n\r\n"), patience);
        while (true)
        {
            var read = await stream.ReadAsync(part, patience);
            answer.Append(Encoding.ASCII.GetString(part, 0, read));
            var text = answer.ToString();
            var head = text.IndexOf("\r\n\r\n", StringComparison.Ordinal);
            if (head >= 0 && !text.StartsWith("HTTP/1.", StringComparison.Ordinal) | text[8..12] != " 200")
                throw new IOException($"answered '{text.Split('\r')[0]}'");
            if (head >= 0 && text.Length - head - 4 >= Length(text[..head]))
                return !text[..head].Contains("close", StringComparison.OrdinalIgnoreCase);
            if (read == 0)
                throw new IOException(text.Length == 0 ? Unanswered : "an answer was cut");
        }
    }

    private static int Length(string head) => int.Parse(
        head.Split("\r\n").First(line => line.StartsWith("content-length:", StringComparison.OrdinalIgnoreCase)).Split(':')[1],
        System.Globalization.CultureInfo.InvariantCulture);

    /// <summary>Until so many have been answered: what ends at once has been tried beside none.</summary>
    public async Task AnsweredAsync(int atLeast)
    {
        using var patience = new CancellationTokenSource(Patience);
        while (Volatile.Read(ref _answered) < atLeast)
            await Task.Delay(10, patience.Token);
    }

    public async Task<(int Answered, IReadOnlyCollection<string> Failed, int Closed)> EndAsync()
    {
        await _end.CancelAsync();
        await _all;
        return (_answered, _failed, _closed);
    }

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _end.Dispose();
    }
}
