using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>open(2) itself: what is refused is a number here and no exception, for under /proc it is half of what is asked.</summary>
internal static partial class ReadOnlyFile
{
    private const int CloseOnExec = 0x80000; // O_RDONLY | O_CLOEXEC, fcntl.h on x86-64

    /// <returns>Invalid where it is refused; <see cref="Marshal.GetLastPInvokeError"/> has the reason.</returns>
    public static SafeFileHandle Open(string path, int flags = 0) => Native.Open(path, CloseOnExec | flags);

    private static partial class Native
    {
        [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
        internal static partial SafeFileHandle Open(string path, int flags);
    }
}
