using System.Diagnostics;
using System.Globalization;

namespace Held;

/// <summary>A server that is recycled, of the same paths as servers/recycled_wsgi.py. It serves by the socket that it is handed (sd_listen_fds(3)).</summary>
internal static class Recycled
{
    public static async Task ServeAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.UseSystemd());
        var app = builder.Build();
        app.MapGet("/", () => Answer());
        app.MapGet("/takes/{seconds}", async (string seconds) =>
        {
            await Task.Delay(TimeSpan.FromSeconds(double.Parse(seconds, CultureInfo.InvariantCulture)));
            return Answer();
        });
        app.MapGet("/works/{seconds}", (string seconds) =>
        {
            var (began, takes) = (Stopwatch.GetTimestamp(), double.Parse(seconds, CultureInfo.InvariantCulture));
            while (Stopwatch.GetElapsedTime(began).TotalSeconds < takes)
                Thread.SpinWait(100);
            return Answer();
        });
        await app.RunAsync();
    }

    private static IResult Answer() => Results.Bytes(System.Text.Encoding.ASCII.GetBytes($"{Environment.ProcessId}"), "text/plain");
}
