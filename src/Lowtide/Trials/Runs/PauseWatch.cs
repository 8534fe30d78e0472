using Lowtide.Capture.DotNet;
using Lowtide.Capture.Families;
using Lowtide.Recordings;

namespace Lowtide.Trials.Runs;

/// <summary>Listens to a served .NET process from the load's start to its end; to any other it does nothing.</summary>
internal sealed class PauseWatch : IDisposable
{
    private readonly DotNetWatch? _watch;

    private PauseWatch(DotNetWatch? watch, string? why) => (_watch, Why) = (watch, why);

    /// <summary>Why there are no pauses; null where there are.</summary>
    public string? Why { get; private set; }

    /// <summary>What was told, whole or not; null before the end, and where nothing was.</summary>
    public DotNetTrace? Heard { get; private set; }

    /// <param name="server">The process that was started.</param>
    public static async Task<PauseWatch> StartAsync(int server, TimeProvider time, CancellationToken cancellation)
    {
        // .NET cannot fork, so that what has workers is none.
        var lone = ServedFamily.Of(server, FamilyFollower.AtOrBelow(server)) is { Workers.Count: 0 } family ? family : null;
        var capture = lone is null ? null : FamilyCapture.Take(lone, new CaptureOptions(Census: false), time, cancellation);
        if (capture?.Snapshot.Runtime is not { Name: "dotnet", Version: var version })
            return new PauseWatch(null, "the server is no .NET program");
        var (watch, refused) = await DotNetWatch.TryStartAsync(
            lone!.Head.Pid, version, new DotNetListening(Methods: false), () => 0, time, cancellation);
        return new PauseWatch(watch, refused?.Why);
    }

    /// <returns>Null where nothing was told, or not all: <see cref="Why"/> then says so.</returns>
    public async Task<ServedPauses?> EndAsync(CancellationToken cancellation)
    {
        if (_watch is null)
            return null;
        var told = await _watch.EndAsync(cancellation);
        Heard = told.Trace;
        if (told.Trace is { LostEvents: 0, MissingCollections: 0 } whole)
            return ServedPauses.Of(whole);
        Why = told.Trace is { MissingCollections: > 0 and var missing } ? $"{missing} of its collections were not told"
            : told.Trace is { LostEvents: var lost } ? $"the runtime dropped {lost} of its events"
            : told.CouldNotRead is [var first, ..] ? first.Why : "nothing was told";
        return null;
    }

    public void Dispose() => _watch?.Dispose();
}
