using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Lowtide.Capture.CPython;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Live.CPython;

/// <summary>CPython inside a program of another name: uWSGI with its Python plugin, a master and a forked worker.</summary>
public sealed class UwsgiTests
{
    private const string Uwsgi = "/usr/bin/uwsgi-core", Plugin = "/usr/lib/uwsgi/plugins/python3_plugin.so";

    [Fact]
    public async Task A_worker_of_uwsgi_is_read_like_any_python()
    {
        Assert.SkipUnless(File.Exists(Uwsgi) && File.Exists(Plugin), "uwsgi-core and uwsgi-plugin-python3 are not installed");
        var port = FreePort();
        using var server = Process.Start(new ProcessStartInfo(Uwsgi,
        [
            "--plugins-dir", Path.GetDirectoryName(Plugin)!, "--plugin", "python3", "--plugin", "http", "--master", "--processes", "1",
            "--http", $"127.0.0.1:{port}", "--wsgi-file", Target.Path("collector_wsgi.py"), "--die-on-term", "--no-orphans",
        ])
        { UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true })!;
        try
        {
            var said = await AskAsync(port);
            var worker = said.GetProperty("pid").GetInt32();
            Assert.NotEqual(server.Id, worker);
            foreach (var pid in (int[])[worker, server.Id])
            {
                using var space = AddressSpace.TryOpen(pid)!;
                var reading = new CPythonReader().Read(space, space.Mappings, space.Open);
                Assert.Empty(reading!.CouldNotRead);
                Assert.StartsWith("3.", reading.Facts.Version);
                Assert.False(reading.Facts.Collector!.Enabled);
                Assert.Equal([4321, 11, 12], reading.Facts.Collector.Generations.Select(generation => generation.Threshold));
                Assert.Equal(
                    said.GetProperty("stats").EnumerateArray().Select(one => one.GetProperty("collections").GetInt64()),
                    reading.Facts.Collector.Generations.Select(generation => generation.Collections));
            }
        }
        finally
        {
            server.Kill(entireProcessTree: true);
            await server.WaitForExitAsync();
        }
    }

    private static async Task<JsonElement> AskAsync(int port)
    {
        using var client = new HttpClient();
        for (var attempt = 0; ; attempt++)
        {
            try
            {
                return JsonDocument.Parse(await client.GetStringAsync(new Uri($"http://127.0.0.1:{port}/"))).RootElement;
            }
            catch (HttpRequestException) when (attempt < 100)
            {
                await Task.Delay(100);
            }
        }
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
