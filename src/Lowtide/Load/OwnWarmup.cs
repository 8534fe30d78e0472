using System.Net;
using System.Net.Sockets;

namespace Lowtide.Load;

/// <summary>
/// Compiles the generator's own path before it measures. .NET compiles what runs for the first time, and the first tenth of
/// a second of requests would be slow by that. The requests go to a socket of this process, for the server must get as
/// many as it was promised and no more.
/// </summary>
internal static class OwnWarmup
{
    /// <summary>Over the 100 ms that the runtime waits before it compiles what is called often anew.</summary>
    private static readonly ArrivalSchedule Schedule = new(Rate: 4000, Count: 2000);

    public static void Run(TimeProvider time, CancellationToken stop)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        _ = AcceptAsync(listener);
        using var generator = new LoadGenerator(
            new LoadPlan
            {
                Url = new Uri($"http://{listener.LocalEndpoint}/"),
                Addresses = [IPAddress.Loopback],
                Paths = [new WeightedPath("/", 1)],
                Connections = 4,
            },
            time);
        generator.Run(Schedule, stop);
    }

    private static async Task AcceptAsync(TcpListener listener)
    {
        try
        {
            while (true)
                _ = AnswerAsync(await listener.AcceptSocketAsync());
        }
        catch (Exception over) when (over is SocketException or ObjectDisposedException)
        {
            // The listener was closed: all have been answered.
        }
    }

    /// <summary>A request without a body is one segment on the loopback, and ends with an empty line.</summary>
    private static async Task AnswerAsync(Socket connection)
    {
        using (connection)
        {
            var buffer = new byte[4096];
            try
            {
                while (await connection.ReceiveAsync(buffer) is > 0 and var read)
                    if (buffer.AsSpan(0, read).EndsWith("\r\n\r\n"u8))
                        await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"u8.ToArray());
            }
            catch (SocketException)
            {
                // The generator has closed it.
            }
        }
    }
}
