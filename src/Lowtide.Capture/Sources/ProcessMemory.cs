using System.Runtime.InteropServices;

namespace Lowtide.Capture.Sources;

/// <summary>A piece of another process's address space. The layout is the kernel's struct iovec, so that a span of
/// ranges is passed to it without a copy.</summary>
[StructLayout(LayoutKind.Sequential)]
public readonly record struct MemoryRange(ulong Address, ulong Length);

/// <summary>
/// Another process's memory by process_vm_readv(2): the process is neither stopped nor written to. The kernel takes
/// the target's mmap lock for reading, 16 pages at a time, so a read stalls a mapping call there for microseconds.
/// </summary>
public sealed partial class ProcessMemory(int pid) : IMemory
{
    /// <summary>IOV_MAX: what one call accepts (limits.h, and UIO_MAXIOV in the kernel).</summary>
    public const int RangesPerCall = 1024;

    public int Pid => pid;

    public bool TryRead(ulong address, Span<byte> destination) =>
        destination.IsEmpty
        || ReadMany([new MemoryRange(address, (ulong)destination.Length)], destination) == destination.Length;

    /// <summary>
    /// Reads the ranges one after the other into one contiguous destination, up to <see cref="RangesPerCall"/> a call.
    /// </summary>
    /// <param name="destination">At least as long as all ranges together.</param>
    /// <returns>Bytes read from the front of the destination. Less than asked for means that the range in which the
    /// count ends could not be read to its end, and none behind it was tried; 0 also where the process has gone or
    /// permission is missing.</returns>
    public unsafe int ReadMany(ReadOnlySpan<MemoryRange> ranges, Span<byte> destination)
    {
        var done = 0;
        while (!ranges.IsEmpty)
        {
            var batch = ranges[..Math.Min(ranges.Length, RangesPerCall)];
            ulong asked = 0;
            foreach (var range in batch)
            {
                if (range.Length > (ulong)(destination.Length - done) - asked)
                    throw new ArgumentException("The destination is shorter than the ranges.", nameof(destination));
                asked += range.Length;
            }
            nint read;
            fixed (byte* start = destination[done..])
            fixed (MemoryRange* remote = batch)
            {
                var local = new MemoryRange((ulong)start, asked);
                read = asked == 0 ? 0 : Native.ReadProcess(pid, &local, 1, remote, (nuint)batch.Length, 0);
            }
            if (read > 0)
                done += (int)read;
            if (read < 0 || (ulong)read < asked)
                break;
            ranges = ranges[batch.Length..];
        }
        return done;
    }

    private static partial class Native
    {
        // SetLastError only where somebody looks at it: saving errno costs a write on every call.
        [LibraryImport("libc", EntryPoint = "process_vm_readv")]
        internal static unsafe partial nint ReadProcess(
            int pid, MemoryRange* local, nuint locals, MemoryRange* remote, nuint remotes, nuint flags);

        [LibraryImport("libc", EntryPoint = "process_vm_readv", SetLastError = true)]
        internal static unsafe partial nint ReadProcessOrError(
            int pid, MemoryRange* local, nuint locals, MemoryRange* remote, nuint remotes, nuint flags);
    }

    /// <summary>Asks the kernel whether this process's memory may be read. One call that reads nothing.</summary>
    public static unsafe MemoryAccess Probe(int pid)
    {
        // A read of no bytes returns 0 before the kernel looks at the pid (mm/process_vm_access.c,
        // process_vm_rw_core), so one byte is asked for where nothing can be mapped: permission is checked first,
        // and EFAULT is the answer of a process that would have let us read.
        byte nothing;
        var local = new MemoryRange((ulong)&nothing, 1);
        var remote = new MemoryRange(ulong.MaxValue - 1, 1);
        return Native.ReadProcessOrError(pid, &local, 1, &remote, 1, 0) >= 0
            ? MemoryAccess.Permitted
            : MemoryAccess.FromErrno(Marshal.GetLastPInvokeError());
    }
}
