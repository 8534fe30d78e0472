using System.Runtime.InteropServices;
using Lowtide.Recordings.Storage;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>
/// Finds what lies at a path of a process's own, by its own root, for it may live in another mount namespace: no link and no ".." leads out of that. Only as
/// far as the kernel has the path in memory: a search that asks the file systems might wait for a FUSE server that was mounted in the way.
/// </summary>
internal static partial class InRoot
{
    // fcntl.h and linux/openat2.h.
    private const int PathOnly = 0x200000, NoFollow = 0x20000, Directory = 0x10000, CloseOnExec = 0x80000;

    /// <summary>No link anywhere on the way.</summary>
    public const ulong NoLinks = 4;

    private const ulong NoMagicLinks = 2, Root = 0x10, Cached = 0x20;

    // errno.h
    private const int NoFile = 2, TryAgain = 11, NotAFolder = 20, Invalid = 22, NoSuchCall = 38, Links = 40;

    /// <summary>No errno: the process has ended, or its root is closed to this user.</summary>
    private const int NoRoot = -1;

    /// <summary>Nothing is opened for reading: the descriptor only names what was found.</summary>
    /// <param name="links"><see cref="NoLinks"/>, or 0.</param>
    /// <param name="missing">Whether there is surely nothing.</param>
    public static SafeFileHandle? Find(int pid, string path, ulong links, out bool missing)
    {
        var found = Find(pid, path, links, follow: true, out var error);
        missing = error == NoFile;
        return found;
    }

    /// <summary>
    /// Links on the way are followed, as TMPDIR may lead through some, but bind(2) makes the last name itself. A bound socket holds the names that lead to it
    /// in the kernel's memory as long as it lives (unix_bind_bsd, net/unix/af_unix.c), so that the search need not wait for anybody.
    /// </summary>
    public static SafeFileHandle? FindSocket(int pid, string path, out SocketWay way)
    {
        var found = Find(pid, path, 0, follow: false, out var error);
        way = error switch
        {
            0 when FileStat.Of(found!, ask: false)?.Type == FileStat.Socket => SocketWay.Found,
            0 or NoFile or NotAFolder => SocketWay.Gone,
            TryAgain => SocketWay.NotInMemory,
            _ => SocketWay.Closed,
        };
        if (way == SocketWay.Found)
            return found;
        found?.Dispose();
        return null;
    }

    private static SafeFileHandle? Find(int pid, string path, ulong links, bool follow, out int error)
    {
        const int Attempts = 3; // others that rename files meanwhile end the search too
        using var root = ReadOnlyFile.Open($"/proc/{pid}/root", PathOnly | Directory);
        error = root.IsInvalid ? NoRoot : 0;
        if (root.IsInvalid)
            return null;
        var resolve = Root | NoMagicLinks | links;
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            if (Open(resolve | Cached, out error) is { } file)
                return file;
            if (error != TryAgain)
                break;
        }
        // Before Linux 5.12 the kernel does not know the word, and before 5.6 not the call.
        return error is not (TryAgain or Invalid or NoSuchCall) || !MountTable.Of(pid).IsLocalThroughout() ? null
            : error == NoSuchCall ? Walk(root, path, out error) : Open(resolve, out error);

        SafeFileHandle? Open(ulong resolve, out int error)
        {
            var file = Native.Open(root, path, follow ? 0UL : NoFollow, resolve);
            error = file.IsInvalid ? Marshal.GetLastPInvokeError() : 0;
            return file.IsInvalid ? null : file;
        }
    }

    /// <summary>As <see cref="NoLinks"/>, name by name: by kernels without openat2(2), where a process whose files lie behind links shows less.</summary>
    internal static SafeFileHandle? Walk(SafeFileHandle root, string path, out int error)
    {
        var (at, isRoot) = (root, true);
        foreach (var name in path.Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            var next = name == ".." ? null : Native.OpenAt(at, name, PathOnly | NoFollow | CloseOnExec);
            error = next is null ? Links : next.IsInvalid ? Marshal.GetLastPInvokeError() : FileStat.Of(next, ask: false)?.Type == FileStat.Link ? Links : 0;
            if (!isRoot)
                at.Dispose();
            if (error != 0)
            {
                next?.Dispose();
                return null;
            }
            (at, isRoot) = (next!, false);
        }
        error = isRoot ? Invalid : 0;
        return isRoot ? null : at;
    }

    private static unsafe partial class Native
    {
        [LibraryImport("libc", EntryPoint = "openat", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
        internal static partial SafeFileHandle OpenAt(SafeFileHandle folder, string name, int flags);

        private const nint OpenCall = 437; // __NR_openat2 of x86-64, which glibc wraps from 2.41 on only

        /// <summary>struct open_how.</summary>
        [StructLayout(LayoutKind.Sequential)]
        private struct How
        {
            public ulong Flags, Mode, Resolve;
        }

        internal static SafeFileHandle Open(SafeFileHandle folder, string path, ulong flags, ulong resolve)
        {
            var how = new How { Flags = PathOnly | CloseOnExec | flags, Resolve = resolve };
            return new SafeFileHandle(Call(OpenCall, folder, path, &how, sizeof(How)), ownsHandle: true);
        }

        [LibraryImport("libc", EntryPoint = "syscall", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
        private static partial nint Call(nint number, SafeFileHandle folder, string path, How* how, nint size);
    }
}
