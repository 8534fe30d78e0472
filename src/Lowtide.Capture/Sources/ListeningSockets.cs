using System.Buffers.Binary;
using System.Globalization;
using System.Net;

namespace Lowtide.Capture.Sources;

/// <summary>
/// The TCP sockets that processes listen on: those of /proc/PID/net/tcp and tcp6 (proc_pid_net(5)) whose inodes are among their descriptors. Both are read in
/// the network namespace of the process, so that a server in a container is told by its own addresses.
/// </summary>
internal static class ListeningSockets
{
    /// <summary>However long the table is, nobody waits for more.</summary>
    private const int MostAddresses = 16;

    /// <summary>TCP_LISTEN, include/net/tcp_states.h.</summary>
    private const string Listening = "0A";

    private const string Socket = "socket:[";

    /// <param name="pids">Of one network namespace; the first is asked for its tables.</param>
    /// <returns>Each address once; null where no table or no descriptor could be read.</returns>
    public static IReadOnlyList<string>? Of(IReadOnlyList<int> pids)
    {
        var own = new HashSet<string>(StringComparer.Ordinal);
        if (!pids.Select(pid => AddSockets(pid, own)).ToList().Contains(true))
            return null;
        string[] tables =
        [
            .. ((string[])["tcp", "tcp6"]).Select(name => Table($"/proc/{pids[0]}/net/{name}")).OfType<string>(),
        ];
        return tables.Length == 0 ? null : [.. tables.SelectMany(Listeners).Where(socket => own.Contains(socket.Inode))
            .Select(socket => socket.Address).Distinct().Take(MostAddresses)];
    }

    /// <summary>Of some 400 sockets.</summary>
    private const int Beginning = 64 << 10;

    /// <summary>
    /// Those that listen stand in front (tcp_get_idx, net/ipv4/tcp_ipv4.c): of the thousands of others that a busy server has, none need be read.
    /// </summary>
    internal static string? Table(string path) =>
        ProcFile.TryReadBeginning(path, Beginning, out var cut) is { } table && !(cut && EndsWithListener(table))
            ? table : ProcFile.TryReadBeginning(path, ProcFile.Sockets, out _);

    /// <param name="table">The last line of it is cut somewhere.</param>
    private static bool EndsWithListener(string table) =>
        table.LastIndexOf('\n') is > 0 and var end && IsListener(table[(table.LastIndexOf('\n', end - 1) + 1)..end]);

    private static bool IsListener(string line) => line.Contains($" {Listening} ", StringComparison.Ordinal);

    /// <returns>False where its descriptors may not be listed.</returns>
    internal static bool AddSockets(int pid, HashSet<string> inodes)
    {
        if (Descriptors.Of(pid) is not { } open)
            return false;
        foreach (var (_, target) in open)
            if (target.StartsWith(Socket, StringComparison.Ordinal))
                inodes.Add(target[Socket.Length..^1]);
        return true;
    }

    /// <summary>Lines are "sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode ...", behind one of headings.</summary>
    internal static IEnumerable<(string Address, string Inode)> Listeners(string table)
    {
        foreach (var line in ProcFile.Lines(table).Skip(1))
            if (IsListener(line)
                && line.Split(' ', StringSplitOptions.RemoveEmptyEntries) is [_, var local, _, Listening, _, _, _, _, _, var inode, ..]
                && Address(local) is { } address)
                yield return (address, inode);
    }

    /// <summary>"0100007F:1F90": words of four bytes as this machine has them, then the port in hexadecimal.</summary>
    private static string? Address(string text)
    {
        if (text.Split(':') is not [{ Length: 8 or 32 } words, var digits]
            || !ushort.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var port))
            return null;
        var bytes = new byte[words.Length / 2];
        for (var at = 0; at < words.Length; at += 8)
        {
            if (!uint.TryParse(words.AsSpan(at, 8), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var word))
                return null;
            BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(at / 2), word);
        }
        return new IPEndPoint(new IPAddress(bytes), port).ToString();
    }
}
