using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>What an event is opened with: struct perf_event_attr, include/uapi/linux/perf_event.h, as of Linux 4.1
/// (PERF_ATTR_SIZE_VER5). An older kernel takes it too where what it does not know is 0.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct PerfEventAttributes
{
    public uint Type, Size;
    public ulong Config, Every, SampleType, ReadFormat;
    public PerfEventBits Bits;
    public uint Wakeup, BreakpointType;
    public ulong Config1, Config2, BranchType, UserRegisters;
    public uint UserStackBytes, Clock;
    public ulong InterruptRegisters;
    public uint AuxiliaryWatermark, MostFrames;
}

[Flags]
internal enum PerfEventBits : ulong
{
    None = 0,
    Disabled = 1,
    Inherit = 1 << 1,
    ExcludeKernel = 1 << 5,
    ExcludeHypervisor = 1 << 6,
    ThreadNames = 1 << 9,
    ForksAndExits = 1 << 13,
    Watermark = 1 << 14,
    IdentifyAll = 1 << 18,
    UseClock = 1 << 25,
}

/// <summary>The descriptor that perf_event_open(2) gives.</summary>
internal static partial class PerfEventFile
{
    /// <summary>enum perf_type_id, include/uapi/linux/perf_event.h.</summary>
    public const uint Hardware = 0, Software = 1;

    public const int AnyCpu = -1;

    private const long SystemCall = 298, NoGroup = -1, CloseOnExec = 8;

    /// <param name="thread">Or a process: its first thread.</param>
    /// <param name="error">errno, where there is no event.</param>
    public static unsafe SafeFileHandle? TryOpen(PerfEventAttributes attributes, int thread, int cpu, out int error)
    {
        attributes.Size = (uint)sizeof(PerfEventAttributes);
        var file = Native.Open(SystemCall, &attributes, thread, cpu, NoGroup, CloseOnExec);
        error = file < 0 ? Marshal.GetLastPInvokeError() : 0;
        return file < 0 ? null : new SafeFileHandle((nint)file, ownsHandle: true);
    }

    /// <returns>Whether all words of the event's read format came.</returns>
    public static unsafe bool TryRead(SafeFileHandle file, Span<ulong> words)
    {
        fixed (ulong* first = words)
            return Native.Read(file, first, (nuint)words.Length * sizeof(ulong)) == words.Length * sizeof(ulong);
    }

    private static unsafe partial class Native
    {
        [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
        internal static partial long Open(long number, PerfEventAttributes* attributes, long thread, long cpu, long group, long flags);

        [LibraryImport("libc", EntryPoint = "read")]
        internal static partial nint Read(SafeFileHandle file, ulong* destination, nuint length);
    }
}
