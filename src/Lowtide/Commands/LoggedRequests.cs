using Lowtide.Analysis;
using Lowtide.Capture.Requests;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;

namespace Lowtide.Commands;

/// <summary>A web server's log beside what a .NET runtime told of its pauses.</summary>
internal static class LoggedRequests
{
    /// <summary>A pause that is worth telling is not much shorter.</summary>
    private const double LeastStep = 0.1;

    public static Recording Beside(Recording recording, string path)
    {
        if (!Path.Exists(path))
            throw Failure.Wrong($"{path} is not there; name a web server's log with --access-log");
        if (recording.DotNet is not { BeganAt: { } began } trace)
            throw new Failure("--access-log puts requests beside a .NET process's pauses, of which this has none"
                + (recording.DotNet is null ? "" : " with a time by the clock"));
        try
        {
            return recording with
            {
                DotNet = trace with { Requests = [.. trace.Requests ?? [], AccessLog.Read(path, began, trace.Seconds)] },
                CouldNotRead = [.. recording.CouldNotRead, .. Moved(recording)],
            };
        }
        catch (RecordingException failure)
        {
            throw Targets.Failed(failure);
        }
    }

    /// <summary>Pauses are told by the monotonic clock from the trace's beginning on, a log's lines by the wall clock, which somebody may set.</summary>
    private static IEnumerable<Unreadable> Moved(Recording recording)
    {
        var (first, last) = (recording.Snapshots[0], recording.Latest);
        if ((last.UptimeTicks - first.UptimeTicks) / ClockTicks.PerSecond is { } passed && (last.At - first.At).TotalSeconds - passed is var step
            && Math.Abs(step) > LeastStep)
            yield return new Unreadable(
                "dotnet.access-log-clock", "which pauses the later lines of the access log met",
                $"the clock was set {(step > 0 ? "forward" : "back")} by {Unit.Seconds.Text(Math.Abs(step))} during the recording: lines after that "
                    + "lie so far from where they belong",
                "record again while the clock keeps its course");
    }
}
