using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary>The end of Lowtide where a thread of it waits for a target's memory, and nobody can call it back.</summary>
internal static partial class StuckRead
{
    public static void End(int pid)
    {
        ErrorLine.Write($"a read of {Named(pid)} does not come back: its memory lies on a file system that does not answer, "
            + "or one of its threads keeps its mappings locked; end that process or the server of that file system, then look again");
        Exit(Failure.Failed);
    }

    /// <summary>Before Lowtide's usual end, where threads were left behind: a read that waits for FUSE ends by no signal, and the process with it.</summary>
    public static void SayWhoIsWaitedFor()
    {
        foreach (var pid in StuckProcesses.LeftBehind)
            ErrorLine.Write($"a read of {Named(pid)} still waits; if Lowtide does not end now, end that process, or the server of the file system under it");
    }

    private static string Named(int pid) => $"process {pid}{(Procfs.Stat(pid)?.Program is { } name ? $" ({name})" : "")}";

    /// <summary>At once: what .NET does at an end waits for its threads.</summary>
    [LibraryImport("libc", EntryPoint = "_exit")]
    private static partial void Exit(int status);
}
