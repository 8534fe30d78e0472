using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary>The end of Lowtide where a thread of it waits for a target's memory, and nobody can call it back.</summary>
internal static partial class StuckRead
{
    public static void End(int pid)
    {
        var name = Procfs.Stat(pid)?.Program;
        ErrorLine.Write($"a read of process {pid}{(name is null ? "" : $" ({name})")} does not come back: its memory lies on a file system that does not answer, "
            + "or one of its threads keeps its mappings locked; end that process or the server of that file system, then look again");
        Exit(Failure.Failed);
    }

    /// <summary>At once: what .NET does at an end waits for its threads.</summary>
    [LibraryImport("libc", EntryPoint = "_exit")]
    private static partial void Exit(int status);
}
