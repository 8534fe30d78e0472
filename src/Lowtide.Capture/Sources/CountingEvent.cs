using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>A count over one process and all that it will ever fork, by perf_event_open(2).</summary>
internal sealed partial class CountingEvent : IDisposable
{
    /// <summary>enum perf_type_id, include/uapi/linux/perf_event.h.</summary>
    public const uint Hardware = 0, Software = 1;

    private const ulong TimeEnabled = 1, TimeRunning = 2, Inherit = 1 << 1, ExcludeHypervisor = 1 << 6;
    private const long OpenCall = 298, AnyCpu = -1, NoGroup = -1, CloseOnExec = 8;

    private readonly SafeFileHandle _file;

    private CountingEvent(SafeFileHandle file) => _file = file;

    /// <summary>struct perf_event_attr as of Linux 2.6.31 (PERF_ATTR_SIZE_VER0): all that counting needs.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Attributes
    {
        public uint Type, Size;
        public ulong Config, SamplePeriod, SampleType, ReadFormat, Flags;
        public uint WakeupEvents, BreakpointType;
        public ulong Config1;
    }

    /// <summary>Counts from now on. Threads that the process already has beside its first are not in it.</summary>
    /// <param name="error">errno, where there is no event.</param>
    public static unsafe CountingEvent? TryOpen(int pid, uint type, ulong config, out int error)
    {
        var attributes = new Attributes
        {
            Type = type,
            Size = (uint)sizeof(Attributes),
            Config = config,
            ReadFormat = TimeEnabled | TimeRunning,
            Flags = Inherit | ExcludeHypervisor,
        };
        var file = Native.Open(OpenCall, &attributes, pid, AnyCpu, NoGroup, CloseOnExec);
        error = file < 0 ? Marshal.GetLastPInvokeError() : 0;
        return file < 0 ? null : new CountingEvent(new SafeFileHandle((nint)file, ownsHandle: true));
    }

    /// <returns>Living and ended processes together; null where it could not be read, or never had its turn on a counter.</returns>
    public unsafe long? Read()
    {
        var words = stackalloc ulong[3];
        return Native.Read(_file, words, 3 * sizeof(ulong)) == 3 * sizeof(ulong) ? Scaled(words[0], words[1], words[2]) : null;
    }

    /// <summary>Where there are more events than counters the kernel lets them take turns: what was counted stands for the whole time.</summary>
    internal static long? Scaled(ulong counted, ulong enabled, ulong running) =>
        running == enabled ? (long)counted
        : running == 0 ? null
        : (long)(counted * (enabled / (double)running));

    public void Dispose() => _file.Dispose();

    private static unsafe partial class Native
    {
        [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
        internal static partial long Open(long number, Attributes* attributes, long process, long cpu, long group, long flags);

        [LibraryImport("libc", EntryPoint = "read")]
        internal static partial nint Read(SafeFileHandle file, ulong* destination, nuint length);
    }
}
