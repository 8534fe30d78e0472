using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Serving;

/// <summary>A process's sockets by what they are for: those that it listens on, TCP and Unix alike, and connections that somebody made to those.</summary>
/// <param name="Listening">Descriptors.</param>
/// <param name="Connections">How many are there now.</param>
/// <param name="Polls">Descriptors of epoll(7).</param>
internal sealed record OwnSockets(IReadOnlySet<int> Listening, int Connections, IReadOnlyList<int> Polls)
{
    private const string Prefix = "socket:[", Poll = "anon_inode:[eventpoll]";

    /// <summary>Every .NET program listens on that, long before it serves anybody: 0.2 s after its start, and Kestrel 2 s (.NET 10, measured).</summary>
    private const string Diagnostics = "dotnet-diagnostic-";

    /// <summary>include/net/tcp_states.h; of Unix sockets (proc_pid_net(5)) __SO_ACCEPTCON among the flags, and SS_CONNECTED.</summary>
    private const string TcpListen = "0A", TcpEstablished = "01", UnixAccepts = "00010000", UnixConnected = "03";

    /// <returns>Null where its descriptors may not be listed, or it has gone.</returns>
    public static OwnSockets? Of(int pid)
    {
        var polls = new List<int>();
        if (Sockets(pid, polls) is not { } own)
            return null;
        var (listening, ports, connected, established) = (new HashSet<int>(), new HashSet<string>(), 0, new List<string>());
        foreach (var name in (string[])["tcp", "tcp6"])
            foreach (var line in ProcFile.Lines(ProcFile.TryReadBeginning($"/proc/{pid}/net/{name}", ProcFile.Sockets, out _) ?? "").Skip(1))
            {
                if (line.Split(' ', StringSplitOptions.RemoveEmptyEntries) is not [_, var local, _, var state, _, _, _, _, _, var inode, ..]
                    || !own.TryGetValue(inode, out var descriptor))
                    continue;
                if (state == TcpListen)
                {
                    listening.Add(descriptor);
                    ports.Add(Port(local));
                }
                else if (state == TcpEstablished)
                    established.Add(Port(local));
            }
        connected += established.Count(ports.Contains);
        var paths = new HashSet<string>(StringComparer.Ordinal);
        var accepted = new List<string>();
        foreach (var line in ProcFile.Lines(ProcFile.TryReadBeginning($"/proc/{pid}/net/unix", ProcFile.Sockets, out _) ?? "").Skip(1))
        {
            if (line.Split(' ', 8, StringSplitOptions.RemoveEmptyEntries) is not [_, _, _, var flags, _, var state, var inode, var path]
                || !own.TryGetValue(inode, out var descriptor) || Path.GetFileName(path).StartsWith(Diagnostics, StringComparison.Ordinal))
                continue;
            if (flags == UnixAccepts)
            {
                listening.Add(descriptor);
                paths.Add(path);
            }
            else if (state == UnixConnected)
                accepted.Add(path);
        }
        return new OwnSockets(listening, connected + accepted.Count(paths.Contains), polls);
    }

    private static string Port(string local) => local[(local.LastIndexOf(':') + 1)..];

    /// <summary>Of sockets, by inode.</summary>
    private static Dictionary<string, int>? Sockets(int pid, List<int> polls)
    {
        if (Descriptors.Of(pid) is not { } open)
            return null;
        var own = new Dictionary<string, int>(StringComparer.Ordinal);
        foreach (var (descriptor, target) in open)
            if (target == Poll)
                polls.Add(descriptor);
            else if (target.StartsWith(Prefix, StringComparison.Ordinal))
                own[target[Prefix.Length..^1]] = descriptor;
        return own;
    }
}
