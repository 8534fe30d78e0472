using System.Buffers.Binary;
using System.Globalization;
using System.Net.Sockets;
using Lowtide.Capture.Sources;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// Whether a diagnostic socket is that of the process whose pid its name bears. Anybody can make a socket of any name, in /tmp above all, and would then tell
/// Lowtide what it likes of another's process.
/// </summary>
internal static class PortOwner
{
    private const int SocketLevel = 1, PeerCredentials = 17; // SOL_SOCKET, SO_PEERCRED, asm-generic/socket.h

    /// <summary>__SO_ACCEPTCON, include/uapi/linux/net.h: the socket listens, and is none that it has accepted, which bear its path too.</summary>
    private const string Listens = "00010000";

    private const int FlagsColumn = 3, InodeColumn = 6, PathColumn = 7;

    /// <summary>
    /// Two signs, for the first alone may be old: the credentials are those of who called listen(2), whose pid may be another process's by now (unix(7),
    /// SO_PEERCRED). So the socket must also be among the descriptors of the process. Its user is no sign, as a process may have changed that since.
    /// </summary>
    /// <param name="path">As the process itself has it.</param>
    /// <param name="socket">What lies there.</param>
    /// <returns>Why it is not the process's own; null where it is.</returns>
    public static string? WhyNot(int pid, string path, SafeFileHandle socket)
    {
        var owned = new HashSet<string>(StringComparer.Ordinal);
        if (!ListeningSockets.AddSockets(pid, owned))
            return "its descriptors cannot be listed, so that nobody knows whether the socket is its own";
        var listener = Listener(socket);
        if (listener != pid)
            return listener is > 0 and var other
                ? string.Create(CultureInfo.InvariantCulture, $"process {other} listens on the socket of its name, {path}, and not it itself")
                : $"nobody that can be seen listens on its socket {path}";
        return Listening(DiagnosticPort.Sockets(pid) ?? "", path).Any(owned.Contains)
            ? null
            : $"the socket {path} is of an earlier process of its pid, or another's, for it is not among its descriptors";
    }

    /// <summary>The pid of who called listen(2); null where nobody answers.</summary>
    private static int? Listener(SafeFileHandle file)
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified) { Blocking = false };
        try
        {
            // Not blocking: a full queue would hold up whoever asks.
            socket.Connect(new UnixDomainSocketEndPoint(DiagnosticPort.Link(file)));
            Span<byte> credentials = stackalloc byte[12]; // struct ucred: pid, uid, gid
            return socket.GetRawSocketOption(SocketLevel, PeerCredentials, credentials) == credentials.Length
                ? BinaryPrimitives.ReadInt32LittleEndian(credentials) : null;
        }
        catch (SocketException)
        {
            return null;
        }
    }

    /// <summary>Inodes of the sockets that listen under a path: "Num RefCount Protocol Flags Type St Inode Path", proc_net(5).</summary>
    internal static IEnumerable<string> Listening(string sockets, string path) =>
        from line in sockets.Split('\n')
        let columns = line.Split(' ', PathColumn + 1, StringSplitOptions.RemoveEmptyEntries)
        where columns.Length > PathColumn && columns[FlagsColumn] == Listens && columns[PathColumn].TrimEnd() == path
        select columns[InodeColumn];
}
