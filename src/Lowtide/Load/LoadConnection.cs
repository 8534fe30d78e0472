using System.Net.Sockets;
using System.Text;

namespace Lowtide.Load;

/// <summary>
/// One connection to the server, kept open where the server lets it, and one request at a time on it. A handler of its own:
/// one that is shared prefers the connection used last, and the workers behind the others would see no load.
/// </summary>
internal sealed class LoadConnection : IDisposable
{
    private const int BufferSize = 16 << 10, MostLetters = 200, BeginningSize = 60;

    /// <summary>A server that closes does it at once; a busy machine takes a while.</summary>
    private static readonly TimeSpan TimeToClose = TimeSpan.FromMilliseconds(50);

    private const string Dropped = "the connection was closed before an answer began";

    private readonly Lock _gate = new();
    private readonly LoadPlan _plan;
    private readonly TimeProvider _time;
    private readonly KeptConnections _connections;
    private readonly HttpMessageInvoker _kept, _once;
    private readonly HttpRequestMessage[] _requests;
    private readonly byte[] _buffer, _beginning = new byte[BeginningSize];
    private CancellationTokenSource _patience = new();
    private long _giveUpAt = long.MaxValue;
    private SentOnce? _sentOn, _first;
    private long _firstAnswered;
    private bool _wasDropped;
    private int _begun;

    public LoadConnection(LoadPlan plan, KeptConnections connections, TimeProvider time)
    {
        (_plan, _connections, _time) = (plan, connections, time);
        (_kept, _once) = (Client(Timeout.InfiniteTimeSpan), Client(TimeSpan.Zero));
        _requests = [.. plan.Paths.Select(Request)];
        _buffer = new byte[Math.Max(BufferSize, 2 * (plan.ExpectedText?.Length ?? 0))];
    }

    /// <param name="lifetime">Zero for a connection that serves one request: the header alone does not see to that.</param>
    private HttpMessageInvoker Client(TimeSpan lifetime) =>
        // No proxy, redirect, cookie or tracing: what is asked is what was planned.
        new(new SocketsHttpHandler
        {
            MaxConnectionsPerServer = 1,
            PooledConnectionLifetime = lifetime,
            UseProxy = false,
            AllowAutoRedirect = false,
            UseCookies = false,
            ActivityHeadersPropagator = null,
            RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8,
            ConnectCallback = ConnectAsync,
        });

    /// <summary>How often it had to be opened so far.</summary>
    public long Opened { get; private set; }

    /// <summary>Sends the request of a path and reads the answer to its last byte.</summary>
    /// <param name="giveUpAt">On the clock of <see cref="GiveUpIfDue"/>.</param>
    public async ValueTask<Answer> AskAsync(int path, long giveUpAt)
    {
        lock (_gate)
            _giveUpAt = giveUpAt;
        (_sentOn, _wasDropped) = (null, false);
        try
        {
            using var response = await Sender().SendAsync(_requests[path], _patience.Token);
            var fits = await ReadBodyAsync(response.Content);
            if (_first is null && _sentOn is not null)
                (_first, _firstAnswered) = (_sentOn, _time.GetTimestamp());
            var status = (int)response.StatusCode;
            return new Answer(status, fits, null, fits && _plan.IsExpected(status) ? null : Printable(Encoding.UTF8.GetString(_beginning, 0, _begun)).Trim());
        }
        catch (OperationCanceledException)
        {
            return Answer.None($"no answer within {_plan.Timeout.TotalSeconds:0.###} s");
        }
        catch (Exception broken) when (broken is HttpRequestException or IOException or SocketException)
        {
            // The last: a connection may be reset before SocketsHttpHandler asks for its other end, and it passes on what that throws (.NET 10).
            return Answer.None(_wasDropped ? Dropped : Printable(broken.GetBaseException().Message.TrimEnd('.')));
        }
        finally
        {
            lock (_gate)
            {
                _giveUpAt = long.MaxValue;
                if (_patience.IsCancellationRequested)
                    _patience = new CancellationTokenSource();
            }
        }
    }

    /// <summary>
    /// A server may close each connection behind its answer and say so nowhere (uWSGI's http-socket): a request that comes before that is seen is reset, and no
    /// fault of the server's. So nothing follows on a first connection until it is known of one of them whether it stays open.
    /// </summary>
    private HttpMessageInvoker Sender()
    {
        if (_connections.AreKept is null && _first is { } first && _time.GetElapsedTime(_firstAnswered) >= TimeToClose)
            _connections.AreKept = !first.IsClosed;
        return _connections.AreKept ?? _first is null ? _kept : _once;
    }

    /// <summary>Ends a request that has had its time; its connection is closed with it.</summary>
    public void GiveUpIfDue(long now)
    {
        lock (_gate)
        {
            if (now >= _giveUpAt)
                _patience.Cancel();
        }
    }

    public void Dispose()
    {
        _kept.Dispose();
        _once.Dispose();
        _patience.Dispose();
    }

    /// <returns>Whether the text was in it that must be.</returns>
    private async ValueTask<bool> ReadBodyAsync(HttpContent content)
    {
        var stream = await content.ReadAsStreamAsync(_patience.Token);
        var found = _plan.ExpectedText is null;
        var kept = 0;
        _begun = 0;
        while (await stream.ReadAsync(_buffer.AsMemory(kept), _patience.Token) is > 0 and var read)
        {
            if (_begun < BeginningSize)
            {
                var more = _buffer.AsSpan(kept, Math.Min(read, BeginningSize - _begun));
                more.CopyTo(_beginning.AsSpan(_begun));
                _begun += more.Length;
            }
            if (found)
                continue;
            var seen = _buffer.AsSpan(0, kept + read);
            found = seen.IndexOf(_plan.ExpectedText) >= 0;
            // The text may lie across two reads.
            kept = found ? 0 : Math.Min(seen.Length, _plan.ExpectedText!.Length - 1);
            seen[^kept..].CopyTo(_buffer);
        }
        return found;
    }

    /// <summary>A message may quote what the server sent: anything, of any length.</summary>
    private static string Printable(string message) =>
        string.Concat(message.Take(MostLetters).Select(letter => char.IsControl(letter) ? '?' : letter));

    /// <summary>Made once and sent again and again.</summary>
    private HttpRequestMessage Request(WeightedPath path)
    {
        var request = new HttpRequestMessage(new HttpMethod(_plan.Method), new Uri(_plan.Url, path.Path))
        {
            Content = _plan.Body is { } body ? new ByteArrayContent(body) : null,
        };
        foreach (var (name, value) in _plan.Headers)
            if (!request.Headers.TryAddWithoutValidation(name, value))
                request.Content?.Headers.TryAddWithoutValidation(name, value);
        if (!_plan.KeepAlive)
            request.Headers.ConnectionClose = true;
        return request;
    }

    private async ValueTask<Stream> ConnectAsync(SocketsHttpConnectionContext context, CancellationToken cancellation)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync([.. _plan.Addresses], _plan.Url.Port, cancellation);
            Opened++;
            return new SentOnce(socket, this);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>
    /// SocketsHttpHandler sends a request again, up to three times and on a new connection, where one is closed before an answer begins
    /// (HttpConnectionPool.SendWithVersionDetectionAndRetryAsync, .NET 10), and says so nowhere. A server that drops requests would seem to answer them all,
    /// and get more than it was promised. So what a request was sent on is the only connection that takes it.
    /// </summary>
    private sealed class SentOnce(Socket socket, LoadConnection sender) : NetworkStream(socket, ownsSocket: true)
    {
        /// <summary>By the other end; what it sent and nobody read would be no end.</summary>
        public bool IsClosed
        {
            get
            {
                try
                {
                    return Socket.Poll(0, SelectMode.SelectRead) && Socket.Available == 0;
                }
                catch (Exception gone) when (gone is SocketException or ObjectDisposedException)
                {
                    return true;
                }
            }
        }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (sender._sentOn is { } before && before != this)
            {
                sender._wasDropped = true;
                throw new IOException(Dropped);
            }
            sender._sentOn = this;
            return base.WriteAsync(buffer, cancellationToken);
        }
    }
}
