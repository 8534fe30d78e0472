using System.Net;

namespace Held;

/// <summary>A server whose heap breathes: what a request allocates lives for the next hundred, so that memory rises and falls by as much as it holds.</summary>
internal static class Breathing
{
    private const int Kept = 100, Pieces = 100, PieceBytes = 20_000;

    public static async Task ServeAsync(int port)
    {
        var kept = new byte[Kept][][];
        var requests = 0u;
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, port));
        var app = builder.Build();
        app.MapGet("/", () =>
        {
            var mine = new byte[Pieces][];
            for (var piece = 0; piece < Pieces; piece++)
                mine[piece] = new byte[PieceBytes];
            kept[Interlocked.Increment(ref requests) % Kept] = mine;
            return "done";
        });
        await app.RunAsync();
    }
}
