using System.Runtime.InteropServices;

namespace Lowtide.Capture.Sources;

/// <summary>Processor time of the thread that asks: a clock that stands still while others run, or the whole machine does.</summary>
internal static partial class ThreadTime
{
    /// <summary>Since the thread began.</summary>
    public static TimeSpan Now() => Native.Time(Native.ThreadClock, out var now) == 0
        ? TimeSpan.FromSeconds(now.Seconds) + TimeSpan.FromTicks(now.Nanoseconds / TimeSpan.NanosecondsPerTick) : TimeSpan.Zero;

    [StructLayout(LayoutKind.Sequential)]
    private struct Timespec
    {
        public long Seconds, Nanoseconds;
    }

    private static partial class Native
    {
        // CLOCK_THREAD_CPUTIME_ID, clock_gettime(2).
        internal const int ThreadClock = 3;

        [LibraryImport("libc", EntryPoint = "clock_gettime")]
        internal static partial int Time(int clock, out Timespec now);
    }
}
