using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Launch;

/// <summary>
/// A lock that its holder has until the file is closed, however that ends (fcntl(2), open file description locks). .NET's own, by FileShare, are
/// switched off in this program, as they are two system calls for every file of /proc (Lowtide.csproj).
/// </summary>
internal static unsafe class FileLock
{
    private const int WouldBlock = 11;
    private const short Write = 1, Unlocked = 2;

    /// <param name="file">Open for writing. On a file system without locks nobody is kept away.</param>
    /// <param name="place">A byte that need not be there; null for the whole file.</param>
    /// <returns>Whether nobody else had it.</returns>
    public static bool TryTake(SafeFileHandle file, long? place = null)
    {
        var wanted = Of(place);
        return Libc.Lock(file, /* F_OFD_SETLK */ 37, &wanted) == 0 || Marshal.GetLastPInvokeError() is not (WouldBlock or Libc.AccessDenied);
    }

    /// <summary>For a file that nobody may write, such as one of /proc, which the lock above needs: flock(2), of which that one knows nothing.</summary>
    /// <returns>Whether nobody else had it.</returns>
    public static bool TryTakeUnwritten(SafeFileHandle file) =>
        Libc.LockFile(file, /* LOCK_EX | LOCK_NB */ 6) == 0 || Marshal.GetLastPInvokeError() != WouldBlock;

    /// <summary>Asks without taking it: no start of a holder is ever refused for that.</summary>
    public static bool IsTaken(SafeFileHandle file)
    {
        var asked = Of(null);
        return Libc.Lock(file, /* F_OFD_GETLK */ 36, &asked) == 0 && asked.Type != Unlocked;
    }

    private static Range Of(long? place) => new() { Type = Write, Start = place ?? 0, Length = place is null ? 0 : 1 };

    /// <summary>struct flock of x86-64; from SEEK_SET, and without a pid, as these locks must have it.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 32)]
    internal struct Range
    {
        [FieldOffset(0)]
        public short Type;

        [FieldOffset(8)]
        public long Start;

        [FieldOffset(16)]
        public long Length;
    }
}
