using System.Runtime.InteropServices;

namespace Lowtide.Load;

/// <summary>
/// Sleeps of microseconds without spinning. .NET's own waits are counted in milliseconds, by which every request would
/// start late; a spinning thread would take a core away from the server.
/// </summary>
internal static unsafe partial class PreciseSleep
{
    private const int SetTimerSlack = 29; // PR_SET_TIMERSLACK, prctl(2)

    /// <summary>For this thread: by default the kernel may add 50 us to each sleep.</summary>
    public static void Sharpen() => _ = Control(SetTimerSlack, 1, 0, 0, 0);

    /// <summary>May return early, by a signal; at once where there is nothing to wait for.</summary>
    public static void For(long nanoseconds)
    {
        if (nanoseconds <= 0)
            return;
        var wanted = stackalloc long[2]; // struct timespec of x86-64: seconds, nanoseconds
        (wanted[0], wanted[1]) = (nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000);
        _ = Sleep(wanted, null);
    }

    [LibraryImport("libc", EntryPoint = "nanosleep")]
    private static partial int Sleep(long* wanted, long* left);

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int Control(int option, nint first, nint second, nint third, nint fourth);
}
