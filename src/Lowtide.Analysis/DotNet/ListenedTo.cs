using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>The process that a runtime told of, as a word in a command that somebody copies.</summary>
internal static class ListenedTo
{
    /// <summary>For a process that is gone, or that never ran on this machine.</summary>
    private const string AnyProcess = "PID";

    /// <summary>Its pid where it was there at the last look; a trace by itself has looked at none.</summary>
    public static string Of(Recording recording)
    {
        var wasThere = recording.Samples.Count == 0 || recording.Snapshots.Count > 1;
        var head = recording.Latest.Members.FirstOrDefault(member => member.Process.Pid == recording.DotNet?.Pid);
        return wasThere && head is { Process.FromTrace: false } ? $"{head.Process.Pid}" : AnyProcess;
    }
}
