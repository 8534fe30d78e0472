using System.Diagnostics;
using System.Globalization;
using System.Net;

namespace Held;

/// <summary>
/// A server that collects fully at each request of /collect, and writes to a file how long each collection took, in seconds, a line each: FILE.$ARM,
/// of a trial's baseline FILE.baseline.
/// </summary>
internal static class Collecting
{
    public static async Task ServeAsync(int port, string file)
    {
        var heap = new Heap();
        // No Lock: .NET 8, for which this is built too, has none.
        var gate = new SemaphoreSlim(1);
        var timed = $"{file}.{Environment.GetEnvironmentVariable("ARM") ?? "baseline"}";
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, port));
        var app = builder.Build();
        app.MapGet("/", () => "ready");
        app.MapGet("/collect", () =>
        {
            gate.Wait();
            try
            {
                var watch = Stopwatch.StartNew();
                Heap.Collect();
                File.AppendAllText(timed, watch.Elapsed.TotalSeconds.ToString(CultureInfo.InvariantCulture) + "\n");
            }
            finally
            {
                gate.Release();
            }
            return "collected";
        });
        await app.RunAsync();
        GC.KeepAlive(heap);
    }
}
