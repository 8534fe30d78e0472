using System.Globalization;

namespace Held;

/// <summary>
/// A server that is recycled: <c>dotnet-requests recycled</c> takes the listening socket that LISTEN_FDS tells of, as systemd or servers/activated.py
/// gives it.
/// Every answer is its pid: / at once, /takes/0.2 after so many seconds, /grows/8 after it has written so many MiB that it keeps.
/// </summary>
internal static class Recycled
{
    private static readonly List<byte[]> Kept = [];

    public static async Task ServeAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.UseSystemd());
        var app = builder.Build();
        app.MapGet("/", Pid);
        app.MapGet("/takes/{seconds:double}", async (double seconds) =>
        {
            await Task.Delay(TimeSpan.FromSeconds(seconds));
            return Pid();
        });
        app.MapGet("/grows/{mib:int}", (int mib) =>
        {
            var bytes = new byte[mib << 20];
            Random.Shared.NextBytes(bytes);
            lock (Kept)
                Kept.Add(bytes);
            return Pid();
        });
        await app.RunAsync();
    }

    private static string Pid() => Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
}
