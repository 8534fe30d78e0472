using System.Collections.Concurrent;
using System.Net;
using System.Text.Json;

namespace Lowtide.Tests.Live.Serve;

/// <summary>Whoever is told of alerts by HTTP, and what it was told.</summary>
internal sealed class AlertReceiver : IDisposable
{
    private readonly HttpListener _listener = new();

    public AlertReceiver()
    {
        Address = $"http://127.0.0.1:{ServeProcess.FreePort()}/";
        _listener.Prefixes.Add(Address);
        _listener.Start();
        _ = ReceiveAsync();
    }

    public string Address { get; }

    /// <summary>What to answer.</summary>
    public HttpStatusCode Answer { get; set; } = HttpStatusCode.OK;

    public ConcurrentQueue<(string Path, JsonElement Alert)> Told { get; } = new();

    public JsonElement? Last(string path, string name, string family) => Told.LastOrDefault(told => told.Path == path
        && told.Alert.GetProperty("labels").GetProperty("alertname").GetString() == name
        && told.Alert.GetProperty("labels").GetProperty("family").GetString() == family) is { Path: not null } found ? found.Alert : null;

    private async Task ReceiveAsync()
    {
        try
        {
            while (true)
            {
                var context = await _listener.GetContextAsync();
                var document = await JsonDocument.ParseAsync(context.Request.InputStream);
                if (Answer == HttpStatusCode.OK)
                    foreach (var alert in document.RootElement.EnumerateArray())
                        Told.Enqueue((context.Request.Url!.AbsolutePath, alert));
                context.Response.StatusCode = (int)Answer;
                context.Response.Close();
            }
        }
        catch (Exception ended) when (ended is HttpListenerException or ObjectDisposedException)
        {
            // Closed by whoever made it.
        }
    }

    public void Dispose() => _listener.Close();
}
