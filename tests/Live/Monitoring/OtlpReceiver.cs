using System.Collections.Concurrent;
using System.Net;
using Lowtide.Tests.Live.Serve;

namespace Lowtide.Tests.Live.Monitoring;

/// <summary>A collector that takes metrics by OTLP over HTTP.</summary>
internal sealed class OtlpReceiver : IDisposable
{
    private readonly HttpListener _listener = new();
    private readonly TaskCompletionSource _ended = new();

    public OtlpReceiver(int? port = null)
    {
        Address = $"http://127.0.0.1:{port ?? ServeProcess.FreePort()}/";
        _listener.Prefixes.Add(Address);
        _listener.Start();
        _ = ReceiveAsync();
    }

    public string Address { get; }

    /// <summary>What it answers; null for nothing, ever.</summary>
    public HttpStatusCode? Answer { get; set; } = HttpStatusCode.OK;

    public ConcurrentQueue<OtlpRequest> Received { get; } = new();

    /// <summary>The next that comes.</summary>
    public OtlpRequest Next()
    {
        var before = Received.Count;
        return Patience.Until(() => Received.Skip(before).FirstOrDefault(), "metrics by OTLP");
    }

    private async Task ReceiveAsync()
    {
        try
        {
            while (true)
                _ = TakeAsync(await _listener.GetContextAsync());
        }
        catch (Exception ended) when (ended is HttpListenerException or ObjectDisposedException)
        {
            // Closed by whoever made it.
        }
    }

    private async Task TakeAsync(HttpListenerContext context)
    {
        using var body = new MemoryStream();
        await context.Request.InputStream.CopyToAsync(body);
        if (Answer is null)
            await _ended.Task;
        if ((context.Request.HttpMethod, context.Request.Url!.AbsolutePath, context.Request.ContentType) == ("POST", "/v1/metrics", "application/x-protobuf"))
            Received.Enqueue(OtlpRequest.Read(body.ToArray()));
        context.Response.StatusCode = (int)(Answer ?? HttpStatusCode.OK);
        context.Response.Close();
    }

    public void Dispose()
    {
        _listener.Close();
        _ended.TrySetResult();
    }
}
