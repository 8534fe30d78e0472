using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.DotNet;

/// <summary>Why a .NET runtime's diagnostic port cannot be had, and what would change that.</summary>
internal static class MissingPort
{
    /// <param name="port">Null where none was found; else one without a way to it.</param>
    public static Unreadable Why(int pid, DiagnosticPort? port)
    {
        var (why, mend) = port is null ? NoneFound(pid) : NoWay(port);
        // Asked last: a process that ends meanwhile takes with it whatever else was looked for.
        return Procfs.Stat(pid) is { IsZombie: false }
            ? new Unreadable(Unreadable.DotNetCollections, DotNetWatch.What, why, mend)
            : new Unreadable(Unreadable.DotNetCollections, DotNetWatch.What, "it ended", Mend: null);
    }

    private static (string Why, string Mend) NoneFound(int pid)
    {
        if (DiagnosticPort.Sockets(pid) is null)
            return ("the sockets of its network namespace cannot be read", "run Lowtide as its user or with sudo");
        return DiagnosticPort.SwitchedOff(Procfs.Settings(pid)) is { } setting
            ? ($"it has no diagnostic port: it was started with {setting}", $"start it without {setting}")
            : ("it has no diagnostic port: diagnostics are off (environment or runtimeconfig), it could not make a socket in its tmp, "
                + "or it is compiled ahead of time without them",
                "start it without DOTNET_EnableDiagnostics=0 and DOTNET_EnableDiagnostics_IPC=0, and with a short TMPDIR that it can write to; "
                + "build NativeAOT with EventSourceSupport=true");
    }

    private static (string Why, string Mend) NoWay(DiagnosticPort port)
    {
        if (port.OtherUser is { } user)
            return ($"its socket belongs to user {user}", "run Lowtide as that user or with sudo");
        // No socket can be opened so, but the error is another for one that is gone (ENOENT) than for a way that is closed (EACCES).
        _ = ProcFile.TryReadText(port.ByRoot, out var mayExist);
        return mayExist
            ? ($"the way to its socket, {port.ByRoot}, cannot be entered", "run Lowtide as its user or with sudo")
            : ($"its socket {port.Path} was removed",
                "restart it, as it makes one only when it starts; keep cleaners of tmp away from dotnet-diagnostic-*");
    }
}
