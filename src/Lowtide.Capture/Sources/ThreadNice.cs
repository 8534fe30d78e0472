using System.Runtime.InteropServices;

namespace Lowtide.Capture.Sources;

/// <summary>
/// Lets the calling thread go before others while it empties what the kernel fills: setpriority(2), which on Linux is of a thread.
/// Needs CAP_SYS_NICE; without it nothing changes.
/// </summary>
internal static partial class ThreadNice
{
    private const int OfProcess = 0, Caller = 0;

    /// <returns>What it was, for <see cref="Set"/> to put back.</returns>
    public static int Raise(int nice)
    {
        var was = Native.Get(OfProcess, Caller);
        Set(nice);
        return was;
    }

    public static void Set(int nice) => _ = Native.Set(OfProcess, Caller, nice);

    private static partial class Native
    {
        [LibraryImport("libc", EntryPoint = "getpriority")]
        internal static partial int Get(int which, int who);

        [LibraryImport("libc", EntryPoint = "setpriority")]
        internal static partial int Set(int which, int who, int nice);
    }
}
