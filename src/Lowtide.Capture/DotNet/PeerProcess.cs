using System.Globalization;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// The process at the other end of a socket, and not its number, which another may have by now: SO_PEERPIDFD, from Linux 6.5 on (sk_getsockopt,
/// net/core/sock.c). Of a connection to a socket that listens it is who called listen(2) (init_peercred, net/unix/af_unix.c).
/// </summary>
internal static partial class PeerProcess
{
    private const int SocketLevel = 1, PeerPidfd = 77; // SOL_SOCKET, SO_PEERPIDFD, asm-generic/socket.h

    private const int NoSuchOption = 92; // ENOPROTOOPT

    /// <returns>Null where the kernel does not know the question.</returns>
    public static bool? Is(SafeSocketHandle socket, int pid)
    {
        var (number, length) = (-1, sizeof(int));
        // Of a process that has ended some kernels give no descriptor (EINVAL, ESRCH): then it is none that runs.
        if (Native.Option(socket, SocketLevel, PeerPidfd, ref number, ref length) != 0)
            return Marshal.GetLastPInvokeError() == NoSuchOption ? null : false;
        using var peer = new SafeFileHandle(number, ownsHandle: true);
        // As our own /proc numbers it: -1 once it has ended, 0 where it cannot be seen (pidfd_show_fdinfo, fs/pidfs.c).
        return ProcFile.TryReadText($"/proc/self/fdinfo/{number}") is { } text && Procfs.ValueOf("Pid", text) is { } shown
            && int.TryParse(shown, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var now) && now == pid;
    }

    private static partial class Native
    {
        [LibraryImport("libc", EntryPoint = "getsockopt", SetLastError = true)]
        internal static partial int Option(SafeSocketHandle socket, int level, int name, ref int value, ref int length);
    }
}
