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
    /// The credentials are those of who called listen(2), whose pid may be another process's by now (unix(7), SO_PEERCRED): so the kernel is asked for that
    /// process itself (<see cref="PeerProcess"/>). Its user is no sign, as a process may have changed that since. Nothing is sent to the socket meanwhile.
    /// </summary>
    /// <param name="path">As the process itself has it.</param>
    /// <param name="file">The socket that lies there.</param>
    /// <returns>Why it is not the process's own; null where it is.</returns>
    public static string? WhyNot(int pid, string path, SafeFileHandle file)
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified) { Blocking = false };
        if (Listener(socket, file) is not (> 0 and var listener))
            return $"nobody that can be seen listens on its socket {path}";
        if (listener != pid)
            return string.Create(CultureInfo.InvariantCulture, $"process {listener} listens on the socket of its name, {path}, and not it itself");
        return PeerProcess.Is(socket.SafeHandle, pid) switch
        {
            true => null,
            false => $"the socket {path} is of an earlier process of its pid",
            null => WhyNotByTable(pid, path),
        };
    }

    /// <summary>
    /// Before Linux 6.5: the socket must be among the descriptors of the process, by the inode that the kernel's table has beside its path. Others can
    /// add lines to that table: where one may be theirs, the socket is nobody's.
    /// </summary>
    internal static string? WhyNotByTable(int pid, string path)
    {
        var owned = new HashSet<string>(StringComparer.Ordinal);
        if (!ListeningSockets.AddSockets(pid, owned))
            return "its descriptors cannot be listed, so that nobody knows whether the socket is its own";
        var table = DiagnosticPort.Sockets(pid) ?? "";
        return Listening(table, path) switch
        {
            [var inode] when !IsTwice(table, inode) => owned.Contains(inode) ? null
                : $"the socket {path} is of an earlier process of its pid, or another's, for it is not among its descriptors",
            [] => $"nobody that can be seen listens on its socket {path}",
            _ => $"two sockets say that they are {path}, so that nobody knows which is its own",
        };
    }

    /// <summary>The pid of who called listen(2); null where nobody answers.</summary>
    private static int? Listener(Socket socket, SafeFileHandle file)
    {
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
    internal static IReadOnlyList<string> Listening(string sockets, string path) =>
    [
        .. from columns in Lines(sockets)
           where columns.Length > PathColumn && columns[FlagsColumn] == Listens && columns[PathColumn].TrimEnd() == path
           select columns[InodeColumn],
    ];

    /// <summary>Whether more than one line is of a socket, as the kernel never writes it.</summary>
    internal static bool IsTwice(string sockets, string inode) =>
        Lines(sockets).Count(columns => columns.Length > InodeColumn && columns[InodeColumn] == inode) > 1;

    private static IEnumerable<string[]> Lines(string sockets) =>
        sockets.Split('\n').Select(line => line.Split(' ', PathColumn + 1, StringSplitOptions.RemoveEmptyEntries));
}
