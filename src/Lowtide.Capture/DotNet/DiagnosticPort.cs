using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// The socket on which a .NET runtime takes requests (diagnostics, docs/design-docs/ipc-protocol.md). It lies in the process's own tmp, under
/// the pid that the process has in its own namespace, and is reached by way of its root.
/// </summary>
internal static class DiagnosticPort
{
    /// <summary>More than the containers of a pod; others can bind as many sockets as they have descriptors.</summary>
    private const int MostTried = 1000;

    /// <summary>
    /// Holds the socket itself, known to be the process's own, whatever it called the folder that it lies in: <see cref="Address"/> leads to it while this is
    /// open.
    /// </summary>
    /// <remarks>
    /// Names are no more than a hint: others bind sockets of the same name, and a name with line feeds adds whole lines to the kernel's table
    /// (unix_seq_show, net/unix/af_unix.c). So each is tried until one is the process's own, and none can hide that.
    /// </remarks>
    /// <param name="refused">Why there is none.</param>
    public static SafeFileHandle? Open(int pid, out Unreadable? refused)
    {
        refused = null;
        if (Procfs.Stat(pid) is not { } stat || Procfs.Facts(stat) is not { } facts || Sockets(pid) is not { } sockets)
        {
            refused = MissingPort.NoneFound(pid);
            return null;
        }
        var paths = PathsOf(sockets, facts.NamespacePid ?? pid, stat.StartTicks);
        if (SwitchedOff(Procfs.Settings(pid)) is not null)
            paths = [.. paths.Where(path => path.IsOfStart)];
        // Another user's folders may be closed: whether a socket of its pid is its own is left to who may enter them.
        if (Procfs.OwnUserId is not 0 && facts.UserId != Procfs.OwnUserId && paths.Count > 0)
        {
            refused = MissingPort.OfUser(pid, facts.UserId);
            return null;
        }
        foreach (var (path, isOfStart) in paths.Take(MostTried))
        {
            var socket = InRoot.FindSocket(pid, path, out var way);
            if (socket is null)
            {
                // That of another container's process of the same pid is in nobody's way.
                if (isOfStart)
                    refused ??= MissingPort.NoWay(pid, path, way);
                continue;
            }
            if (PortOwner.WhyNot(pid, path, socket) is not { } foreign)
            {
                refused = null;
                return socket;
            }
            socket.Dispose();
            refused ??= MissingPort.Of(pid, foreign);
        }
        refused = paths.Count > MostTried
            ? MissingPort.Of(pid, $"{paths.Count:N0} sockets bear its name, and of the first {MostTried:N0} none is its own")
            : refused ?? MissingPort.NoneFound(pid);
        return null;
    }

    /// <summary>
    /// For the client, which splits what it is given at commas, escapes blanks as in a URL, and takes no more than the 107 bytes of a socket's path
    /// (unix(7), sun_path). connect(2) follows it as it does any link (proc(5), /proc/pid/fd).
    /// </summary>
    public static string Address(SafeFileHandle socket) => $"{Link(socket)},connect";

    /// <summary>By which connect(2) reaches it.</summary>
    public static string Link(SafeFileHandle socket) => $"/proc/self/fd/{socket.DangerousGetHandle()}";

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
    /// (time_namespaces(7)).
    /// </summary>
    /// <returns>
    /// Each once: those with the process's start first, and of those the shortest, as the usual /tmp is shorter than any folder that others can make.
    /// </returns>
    internal static IReadOnlyList<(string Path, bool IsOfStart)> PathsOf(string sockets, int namespacePid, long startTicks)
    {
        var name = $"/dotnet-diagnostic-{namespacePid}-";
        var paths = new HashSet<string>(StringComparer.Ordinal);
        foreach (var line in ProcFile.Lines(sockets))
            if (line.IndexOf('/') is var start and >= 0 && line[start..].TrimEnd() is var path
                && path.EndsWith("-socket", StringComparison.Ordinal) && path.Contains(name, StringComparison.Ordinal))
                paths.Add(path);
        return
        [
            .. paths.Select(path => (Path: path, IsOfStart: path.EndsWith($"{name}{startTicks}-socket", StringComparison.Ordinal)))
                .OrderByDescending(path => path.IsOfStart).ThenBy(path => path.Path.Length).ThenBy(path => path.Path, StringComparer.Ordinal),
        ];
    }
}
