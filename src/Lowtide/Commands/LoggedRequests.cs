using Lowtide.Capture.Requests;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;

namespace Lowtide.Commands;

/// <summary>A web server's log beside what a .NET runtime told of its pauses.</summary>
internal static class LoggedRequests
{
    public static Recording Beside(Recording recording, string path)
    {
        if (!File.Exists(path))
            throw Failure.Wrong($"{path} is not there; name a web server's log with --access-log");
        if (recording.DotNet is not { BeganAt: { } began } trace)
            throw new Failure("--access-log puts requests beside a .NET process's pauses, of which this has none"
                + (recording.DotNet is null ? "" : " with a time by the clock: it was recorded before that was kept"));
        try
        {
            return recording with { DotNet = trace with { Requests = [.. trace.Requests ?? [], AccessLog.Read(path, began, trace.Seconds)] } };
        }
        catch (RecordingException failure)
        {
            throw Targets.Failed(failure);
        }
    }
}
