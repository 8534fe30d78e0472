using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Lowtide.Reports.Blocks;

namespace Lowtide.Tests.ReportPage;

/// <summary>The page of <c>lowtide serve</c>: it draws anew what has changed, and nothing else.</summary>
public sealed class FollowTests
{
    private const string Events = "/events";

    [Fact]
    public async Task What_has_changed_is_drawn_anew_and_the_rest_stays()
    {
        await using var server = new Told(Document("quiet", "one"));
        await using var report = await OpenedReport.AtAsync(server.Address, new() { ViewportSize = new() { Width = 360, Height = 740 } });
        await report.Page.Locator("#cost").WaitForAsync();
        Assert.Empty(await report.AxeAsync());
        // Opened by a reader, in a part that does not change.
        await report.Page.Locator("section[aria-labelledby=cost] summary").ClickAsync();
        server.Tell(Document("workers share less <img src=x onerror=alert(1)>", "two"));
        await report.Page.GetByText("workers share less <img src=x").WaitForAsync();
        await report.Page.GetByText("event two").WaitForAsync();
        Assert.True(await report.Page.Locator("section[aria-labelledby=cost] details").EvaluateAsync<bool>("details => details.open"));
        Assert.True(await report.Page.EvaluateAsync<bool>("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways");
        Assert.Equal(0, await report.Page.Locator("img").CountAsync());
        Assert.Empty(await report.AxeAsync());
        Assert.Empty(report.Complaints);
        Assert.Equal([$"{server.Address}{Events[1..]}"], report.Requests);
    }

    [Fact]
    public async Task A_watch_that_has_ended_is_said()
    {
        await using var server = new Told(Document("quiet", "one"));
        await using var report = await OpenedReport.AtAsync(server.Address);
        await report.Page.Locator("#cost").WaitForAsync();
        await server.DisposeAsync();
        await report.Page.Locator("body.stale").WaitForAsync();
    }

    [Fact]
    public async Task Without_script_it_is_there_and_asks_again()
    {
        await using var server = new Told(Document("quiet", "one"));
        await using var report = await OpenedReport.AtAsync(server.Address, new() { JavaScriptEnabled = false });
        Assert.Contains("event one", await report.Page.Locator("pre").InnerTextAsync(), StringComparison.Ordinal);
        Assert.Equal(1, await report.Page.Locator("meta[http-equiv=refresh]").CountAsync());
    }

    private static ReportDocument Document(string answer, string happened) => new()
    {
        Title = "Lowtide on web-17",
        Answer = answer,
        Sections =
        [
            new ReportSection("events", "What happened", "", [TableBlock.Of("", ["when", "what"], [["now", $"event {happened}"]])]),
            new ReportSection("cost", "What Lowtide costs", "little", [TableBlock.Of("all of it", ["what"], [["nothing"]], folded: true)]),
        ],
    };

    /// <summary>A server of one page and its events, by HTTP/1.1 as far as a browser needs it.</summary>
    private sealed class Told : IAsyncDisposable
    {
        private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
        private readonly ConcurrentBag<TcpClient> _clients = [];
        private readonly TaskCompletionSource<NetworkStream> _following = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly string _page;

        public Told(ReportDocument first)
        {
            _page = HtmlReport.Text(first, Events);
            _listener.Start();
            Address = $"http://{_listener.LocalEndpoint}/";
            _ = ServeAsync();
        }

        public string Address { get; }

        public void Tell(ReportDocument document)
        {
            var stream = _following.Task.WaitAsync(TimeSpan.FromMinutes(1)).GetAwaiter().GetResult();
            stream.Write(Encoding.UTF8.GetBytes($"data: {ReportJson.Text(document)}\n\n"));
        }

        private async Task ServeAsync()
        {
            try
            {
                while (true)
                {
                    var client = await _listener.AcceptTcpClientAsync();
                    _clients.Add(client);
                    _ = AnswerAsync(client.GetStream());
                }
            }
            catch (Exception ended) when (ended is SocketException or ObjectDisposedException)
            {
                // Closed by whoever made it.
            }
        }

        private async Task AnswerAsync(NetworkStream stream)
        {
            using var reader = new StreamReader(stream, leaveOpen: true);
            var asked = await reader.ReadLineAsync() ?? "";
            while (await reader.ReadLineAsync() is { Length: > 0 })
            {
            }
            if (asked.Contains(Events, StringComparison.Ordinal))
            {
                await stream.WriteAsync("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"u8.ToArray());
                _following.TrySetResult(stream);
                return;
            }
            var body = Encoding.UTF8.GetBytes(_page);
            await stream.WriteAsync(Encoding.UTF8.GetBytes(
                $"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {body.Length}\r\nConnection: close\r\n\r\n"));
            await stream.WriteAsync(body);
        }

        public ValueTask DisposeAsync()
        {
            _listener.Stop();
            foreach (var client in _clients)
                client.Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
