using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.DotNet;

/// <summary>Why a .NET runtime's diagnostic port cannot be had, and what would change that.</summary>
internal static class MissingPort
{
    private const string AsItsUser = "run Lowtide as its user or with sudo";

    public static Unreadable NoneFound(int pid)
    {
        if (DiagnosticPort.Sockets(pid) is null)
            return Of(pid, "the sockets of its network namespace cannot be read", AsItsUser);
        return DiagnosticPort.SwitchedOff(Procfs.Settings(pid)) is { } setting
            ? Of(pid, $"it has no diagnostic port: it was started with {setting}", $"start it without {setting}")
            : Of(pid, "it has no diagnostic port: diagnostics are off (environment or runtimeconfig), it could not make a socket in its tmp, "
                + "or it is compiled ahead of time without them",
                "start it without DOTNET_EnableDiagnostics=0 and DOTNET_EnableDiagnostics_IPC=0, and with a short TMPDIR that it can write to; "
                + "build NativeAOT with EventSourceSupport=true");
    }

    public static Unreadable OfUser(int pid, uint? user) => Of(
        pid, $"its socket belongs to {UserNames.Owner(user)}", "run Lowtide as that user or with sudo");

    /// <param name="path">As the process itself has it.</param>
    public static Unreadable NoWay(int pid, string path, SocketWay way) => way switch
    {
        SocketWay.Gone => Of(
            pid, $"its socket {path} was removed", "restart it, as it makes one only when it starts; keep cleaners of tmp away from dotnet-diagnostic-*"),
        SocketWay.NotInMemory => Of(
            pid, $"its socket {path} was removed, or the way to it leads over a file system (FUSE, a network) that might never answer",
            "restart it with a TMPDIR on a local file system, without links on the way"),
        _ => Of(pid, $"the way to its socket, /proc/{pid}/root{path}, cannot be entered", AsItsUser),
    };

    /// <remarks>Asked last: a process that ends meanwhile takes with it whatever else was looked for.</remarks>
    public static Unreadable Of(int pid, string why, string? mend = null) => Procfs.Stat(pid) is { IsZombie: false }
        ? new Unreadable(Unreadable.DotNetCollections, DotNetWatch.What, why, mend)
        : new Unreadable(Unreadable.DotNetCollections, DotNetWatch.What, "it ended", Mend: null);
}
