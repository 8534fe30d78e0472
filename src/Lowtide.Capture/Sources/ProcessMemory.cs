using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>A piece of another process's address space.</summary>
[StructLayout(LayoutKind.Auto)]
public readonly record struct MemoryRange(ulong Address, ulong Length);

/// <summary>
/// Another process's memory by pread(2) on /proc/PID/mem: the process is neither stopped nor written to. The kernel takes
/// the target's mmap lock for reading, a page at a time, so a read stalls a mapping call there for microseconds.
/// </summary>
/// <remarks>
/// Not by process_vm_readv(2), although that is twice as fast. It pins the pages it reads, and since Linux 5.19 a page that
/// is shared with a forked process cannot be pinned for reading unless the kernel first gives the target a copy of its own
/// (gup_must_unshare, FAULT_FLAG_UNSHARE in mm/gup.c): looking at a family would destroy the very sharing that is looked
/// at, and take as much new memory as was read. /proc/PID/mem takes a reference instead of a pin (access_remote_vm in
/// mm/memory.c) and copies nothing.
/// </remarks>
public sealed partial class ProcessMemory(int pid) : IMemory, IDisposable
{
    // Open, it stays that very process's, whoever gets the pid later: it holds the address space, not the memory.
    private readonly Lazy<SafeFileHandle> _file = new(() => ReadOnlyFile.Open($"/proc/{pid}/mem"));

    /// <summary>Whether it is one of a process's on x86-64, with four or five levels of page tables.</summary>
    public static bool MayBeAddress(ulong value) => value is >= 4096 and < 1ul << 56;

    public bool TryRead(ulong address, Span<byte> destination) => Read(address, destination) == destination.Length;

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
        // An address of the kernel's half would be a negative offset.
        if (destination.IsEmpty || address > long.MaxValue || StuckProcesses.Contains(pid) || _file.Value is { IsInvalid: true })
            return 0;
        using var watched = ReadWatch.Of(pid);
        fixed (byte* start = destination)
            return (int)Math.Max(0, Native.Read(_file.Value, start, (nuint)destination.Length, (long)address));
    }

    public void Dispose()
    {
        if (_file.IsValueCreated)
            _file.Value.Dispose();
    }

    /// <summary>Asks the kernel whether this process's memory may be read. Reads nothing of it.</summary>
    public static unsafe MemoryAccess Probe(int pid)
    {
        if (StuckProcesses.Contains(pid))
            return new MemoryAccess(MemoryAccessState.Unsupported, "a read of its memory does not come back");
        using var watched = ReadWatch.Of(pid);
        using var file = ReadOnlyFile.Open($"/proc/{pid}/mem");
        if (file.IsInvalid)
            return MemoryAccess.FromErrno(Marshal.GetLastPInvokeError());
        // Of a process without memory (a zombie, a kernel thread) some kernels let it be opened: then it ends at once.
        // Any other has nothing in its last page, and the answer is an error.
        byte nothing;
        return Native.Read(file, &nothing, 1, long.MaxValue) == 0 ? MemoryAccess.FromErrno(MemoryAccess.NoProcess) : MemoryAccess.Permitted;
    }

    private static partial class Native
    {
        // No SetLastError: nobody looks at it, and saving errno costs a write on every call.
        [LibraryImport("libc", EntryPoint = "pread")]
        internal static unsafe partial nint Read(SafeFileHandle file, byte* destination, nuint length, long offset);
    }
}
