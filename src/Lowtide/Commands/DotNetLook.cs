using Lowtide.Capture.DotNet;
using Lowtide.Capture.Families;
using Lowtide.Recordings;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary>A look at a .NET process takes a while: its collections are told as they happen.</summary>
internal static class DotNetLook
{
    private static readonly TimeSpan Usual = TimeSpan.FromSeconds(10);

    /// <param name="asked">For how long to listen; null where nobody said.</param>
    public static async Task<Recording> Listen(Recording look, Family family, TimeSpan? asked, bool requests, CancellationToken cancellation)
    {
        if (look.Latest.Runtime is not { Name: "dotnet", Version: var version })
            return asked is null && !requests ? look : look with { CouldNotRead = [.. look.CouldNotRead, DotNetWatch.NoDotNet] };
        var time = asked ?? Usual;
        var pid = family.Head.Pid;
        var (watch, refused) = await DotNetWatch.TryStartAsync(
            pid, version, new DotNetListening(Requests: requests), () => 0, TimeProvider.System, cancellation);
        if (watch is null)
            return look with { CouldNotRead = [.. look.CouldNotRead, refused!] };
        using var listening = watch;
        using (var line = new ProgressLine())
        {
            line.Show($"listening to {Screen.Plain(family.Name)} {pid} for {time.TotalSeconds:0.#} s");
            await Task.Delay(time, TimeProvider.System, cancellation);
        }
        var told = await watch.EndAsync(cancellation);
        return look with { DotNet = told.Trace, CouldNotRead = [.. look.CouldNotRead, .. told.CouldNotRead] };
    }
}
