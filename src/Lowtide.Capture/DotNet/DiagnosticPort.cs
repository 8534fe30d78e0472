using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// The socket on which a .NET runtime takes requests (diagnostics, docs/design-docs/ipc-protocol.md). It lies in the process's own tmp, under
/// the pid that the process has in its own namespace, and is reached by way of its root.
/// </summary>
/// <param name="Path">As the process itself has it.</param>
/// <param name="OtherUser">To whom alone it is open; null where Lowtide runs as that user or as root.</param>
internal sealed record DiagnosticPort(int Pid, string Path, uint? OtherUser)
{
    private const int PathOnly = 0x200000; // O_PATH, fcntl.h on x86-64

    /// <returns>Null where the process has none, or what tells of it cannot be read.</returns>
    public static DiagnosticPort? Find(int pid)
    {
        if (Procfs.Stat(pid) is not { } stat || Procfs.Facts(stat) is not { } facts || Sockets(pid) is not { } sockets)
            return null;
        var otherUser = Procfs.OwnUserId is not 0 && facts.UserId != Procfs.OwnUserId ? facts.UserId : null;
        var switchedOff = SwitchedOff(Procfs.Settings(pid)) is not null;
        // Another user's environment and folders may be closed: whether a socket of its pid is its own is left to who may enter them.
        return PathOf(sockets, facts.NamespacePid ?? pid, stat.StartTicks,
            socket => !switchedOff && (otherUser is not null || File.Exists(BelowRoot(pid, socket)))) is { } path
            ? new DiagnosticPort(pid, path, otherUser)
            : null;
    }

    /// <summary>
    /// Holds the socket itself, whatever the process called the folder that it lies in: <see cref="Address"/> leads to it while this is open.
    /// Null where there is no way to it.
    /// </summary>
    public SafeFileHandle? Open()
    {
        if (OtherUser is not null)
            return null;
        var socket = ReadOnlyFile.Open(ByRoot, PathOnly);
        if (!socket.IsInvalid)
            return socket;
        socket.Dispose();
        return null;
    }

    /// <summary>
    /// For the client, which splits what it is given at commas, escapes blanks as in a URL, and takes no more than the 107 bytes of a socket's path
    /// (unix(7), sun_path). connect(2) follows it as it does any link (proc(5), /proc/pid/fd).
    /// </summary>
    public static string Address(SafeFileHandle socket) => $"{Link(socket)},connect";

    /// <summary>By which connect(2) reaches it.</summary>
    public static string Link(SafeFileHandle socket) => $"/proc/self/fd/{socket.DangerousGetHandle()}";

    /// <summary>Right in every mount namespace: its own tmp may be another than ours.</summary>
    public string ByRoot => BelowRoot(Pid, Path);

    /// <summary>All of the process's network namespace; null where they cannot be read.</summary>
    public static string? Sockets(int pid) => ProcFile.TryReadBeginning($"/proc/{pid}/net/unix", ProcFile.Sockets, out _);

    /// <summary>"DOTNET_EnableDiagnostics=0"; null where its environment does not say so.</summary>
    internal static string? SwitchedOff(IReadOnlyDictionary<string, string>? environment) =>
        new[] { WatchedSettings.Diagnostics, WatchedSettings.DiagnosticsPort }
            .Select(key => DotNetVariable.Find(environment, key))
            .FirstOrDefault(variable => variable?.Value.Trim('0', 'x').Length == 0)?.ToString();

    /// <summary>
    /// The kernel lists the sockets of a whole network namespace: two containers of a pod both have a process 1 there. The runtime adds the start
    /// of the process in clock ticks to the name, as /proc/PID/stat has it, but counted from the boot of its own time namespace
    /// (time_namespaces(7)): where no name has it, one that lies below the process's own root is taken.
    /// </summary>
    internal static string? PathOf(string sockets, int namespacePid, long startTicks, Func<string, bool> isBelowRoot)
    {
        var name = $"/dotnet-diagnostic-{namespacePid}-";
        var paths = new List<string>();
        foreach (var line in ProcFile.Lines(sockets))
            if (line.IndexOf('/') is var start and >= 0 && line[start..].TrimEnd() is var path
                && path.EndsWith("-socket", StringComparison.Ordinal) && path.Contains(name, StringComparison.Ordinal))
                paths.Add(path);
        return paths.Find(path => path.EndsWith($"{name}{startTicks}-socket", StringComparison.Ordinal)) ?? paths.FindLast(path => isBelowRoot(path));
    }

    private static string BelowRoot(int pid, string path) => $"/proc/{pid}/root{path}";
}
