using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>What a page-fault event is opened with.</summary>
/// <param name="Every">One sample for so many faults.</param>
/// <param name="StackBytes">To copy of the stack with each sample, for call chains; a multiple of 8.</param>
/// <param name="Kernel">Also faults that the kernel takes for the process, as read(2) into a copied page; needs CAP_PERFMON
/// where kernel.perf_event_paranoid is 2.</param>
internal readonly record struct PageFaultEvent(int Every, int StackBytes, bool Kernel);

/// <summary>One open event: page faults of one thread, and of all threads and processes it will ever start, on one CPU.
/// perf_event_open(2).</summary>
internal sealed partial class PerfEvent : IDisposable
{
    /// <summary>What comes with each sample, and in which registers: perf_event_open(2), sample_type, and
    /// arch/x86/include/uapi/asm/perf_regs.h for ax to ip and r8 to r15.</summary>
    public const ulong SampleType = InstructionPointer | ThreadId | Time | Address | UserRegisters | UserStack, RegisterMask = 0xff01ff;

    private const ulong InstructionPointer = 1, ThreadId = 1 << 1, Time = 1 << 2, Address = 1 << 3, UserRegisters = 1 << 12, UserStack = 1 << 13;

    private const uint Monotonic = 1;

    private const ulong PageFaults = 2;

    private readonly SafeFileHandle _file;

    private PerfEvent(SafeFileHandle file) => _file = file;

    /// <summary>Opened, but counting nothing until <see cref="Start"/>.</summary>
    /// <returns>Null with the error where it is refused; <see cref="PerfRefusal"/> words it.</returns>
    public static PerfEvent? TryOpen(int thread, int cpu, PageFaultEvent of, out int error)
    {
        var attributes = new PerfEventAttributes
        {
            Type = PerfEventFile.Software,
            Config = PageFaults,
            Every = (ulong)of.Every,
            SampleType = SampleType,
            Bits = PerfEventBits.Disabled | PerfEventBits.Inherit | PerfEventBits.ExcludeHypervisor | PerfEventBits.ThreadNames
                | PerfEventBits.ForksAndExits | PerfEventBits.Watermark | PerfEventBits.IdentifyAll | PerfEventBits.UseClock
                | (of.Kernel ? PerfEventBits.None : PerfEventBits.ExcludeKernel),
            Wakeup = PerfRing.WakeupBytes,
            UserRegisters = RegisterMask,
            UserStackBytes = (uint)of.StackBytes,
            Clock = Monotonic,
        };
        return PerfEventFile.TryOpen(attributes, thread, cpu, out error) is { } file ? new PerfEvent(file) : null;
    }

    /// <summary>A ring that this event writes to, and others of the same CPU may write to as well.</summary>
    /// <returns>Null where the kernel gives no such room; see <see cref="PerfRefusal"/>.</returns>
    public PerfRing? TryMap(int bytes, out int error) => PerfRing.TryMap(_file, bytes, out error);

    // linux/perf_event.h, _IO('$', n)
    private const uint Enable = 0x2400, Disable = 0x2401, SetOutput = 0x2405;

    /// <summary>Lets it write into another event's ring.</summary>
    public bool TryWriteTo(PerfEvent owner) => Native.Control(_file, SetOutput, owner._file.DangerousGetHandle()) == 0;

    public void Start() => Native.Control(_file, Enable, 0);

    public void Stop() => Native.Control(_file, Disable, 0);

    /// <summary>Faults counted so far, in all that descend from the thread; null where it cannot be read.</summary>
    public long? Count()
    {
        Span<ulong> count = stackalloc ulong[1];
        return PerfEventFile.TryRead(_file, count) ? (long)count[0] : null;
    }

    public void Dispose() => _file.Dispose();

    private static partial class Native
    {
        [LibraryImport("libc", EntryPoint = "ioctl")]
        internal static partial int Control(SafeFileHandle file, nuint request, nint argument);
    }
}
