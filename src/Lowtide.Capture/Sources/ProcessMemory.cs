using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>A piece of another process's address space.</summary>
[StructLayout(LayoutKind.Sequential)]
public readonly record struct MemoryRange(ulong Address, ulong Length);

/// <summary>
/// Another process's memory by /proc/PID/mem, proc_pid_mem(5): the process is neither stopped nor written to. The kernel
/// takes the target's mmap lock for reading, a page at a time, so a read stalls a mapping call there for microseconds.
/// process_vm_readv(2) would take fewer calls, but it pins the pages that it reads, and since Linux 5.19 a page that is
/// shared by copy-on-write is copied before it is pinned (mm/gup.c, gup_must_unshare): to read a worker's shared memory
/// in that way is to unshare it. Measured on 6.18: 100 MiB read, and the target held 100 MiB more.
/// </summary>
public sealed partial class ProcessMemory(int pid) : IMemory, IDisposable
{
    private readonly Lazy<SafeFileHandle> file = new(() => Native.Open($"/proc/{pid}/mem", CloseOnExec));

    private const int CloseOnExec = 0x80000; // O_RDONLY | O_CLOEXEC, fcntl.h on x86-64

    public bool TryRead(ulong address, Span<byte> destination) =>
        destination.IsEmpty
        || ReadMany([new MemoryRange(address, (ulong)destination.Length)], destination) == destination.Length;

    /// <summary>Reads the ranges one after the other into one contiguous destination.</summary>
    /// <param name="destination">At least as long as all ranges together.</param>
    /// <returns>Bytes read from the front of the destination. Less than asked for means that the range in which the
    /// count ends could not be read to its end, and none behind it was tried; 0 also where the process has gone or
    /// permission is missing.</returns>
    public int ReadMany(ReadOnlySpan<MemoryRange> ranges, Span<byte> destination)
    {
        var done = 0;
        foreach (var range in ranges)
        {
            if (range.Length > (ulong)(destination.Length - done))
                throw new ArgumentException("The destination is shorter than the ranges.", nameof(destination));
            var read = Read(range.Address, destination.Slice(done, (int)range.Length));
            done += read;
            if ((ulong)read < range.Length)
                break;
        }
        return done;
    }

    private unsafe int Read(ulong address, Span<byte> destination)
    {
        var done = 0;
        // A whole range in one call, unless a signal cuts it short.
        while (done < destination.Length && !file.Value.IsInvalid)
        {
            nint read;
            fixed (byte* start = destination[done..])
                read = Native.Read(file.Value, start, (nuint)(destination.Length - done), (long)address + done);
            if (read <= 0)
                break;
            done += (int)read;
        }
        return done;
    }

    public void Dispose()
    {
        if (file.IsValueCreated)
            file.Value.Dispose();
    }

    private static partial class Native
    {
        [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8)]
        internal static partial SafeFileHandle Open(string path, int flags);

        // No SetLastError: nobody looks at it, and saving errno costs a write on every call.
        [LibraryImport("libc", EntryPoint = "pread")]
        internal static unsafe partial nint Read(SafeFileHandle file, byte* destination, nuint length, long offset);

        [LibraryImport("libc", EntryPoint = "process_vm_readv", SetLastError = true)]
        internal static unsafe partial nint ReadProcess(
            int pid, LocalPiece* local, nuint locals, LocalPiece* remote, nuint remotes, nuint flags);
    }

    /// <summary>The kernel's struct iovec.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private readonly record struct LocalPiece(ulong Address, ulong Length);

    /// <summary>Asks the kernel whether this process's memory may be read. One call that reads nothing.</summary>
    public static unsafe MemoryAccess Probe(int pid)
    {
        // process_vm_readv, for its errors tell more than those of an open. A read of no bytes returns 0 before the
        // kernel looks at the pid (mm/process_vm_access.c, process_vm_rw_core), so one byte is asked for where nothing
        // can be mapped: permission is checked first, and EFAULT is the answer of a process that would have let us read.
        byte nothing;
        var local = new LocalPiece((ulong)&nothing, 1);
        var remote = new LocalPiece(ulong.MaxValue - 1, 1);
        return Native.ReadProcess(pid, &local, 1, &remote, 1, 0) >= 0
            ? MemoryAccess.Permitted
            : MemoryAccess.FromErrno(Marshal.GetLastPInvokeError());
    }
}
