using System.Net;
using System.Text;
using Lowtide.Tests.Live.Serve;

namespace Lowtide.Tests.Live.Monitoring;

/// <summary>Answers to whoever asks with a text that the test has written.</summary>
internal sealed class ToldMetrics : IDisposable
{
    private readonly HttpListener _listener = new();
    private readonly byte[] _text;

    public ToldMetrics(string text)
    {
        _text = Encoding.UTF8.GetBytes(text);
        _listener.Prefixes.Add($"http://127.0.0.1:{Port}/");
        _listener.Start();
        _ = AnswerAsync();
    }

    public int Port { get; } = ServeProcess.FreePort();

    private async Task AnswerAsync()
    {
        try
        {
            while (true)
            {
                var context = await _listener.GetContextAsync();
                await context.Response.OutputStream.WriteAsync(_text);
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
