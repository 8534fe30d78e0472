using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>Takes one record out of a ring.</summary>
/// <param name="record">Header and body, whole; gone after the call.</param>
internal delegate void TakeRecord(ReadOnlySpan<byte> record);

/// <summary>What the kernel writes for one CPU and Lowtide takes out: perf_event_open(2), "MMAP layout".</summary>
internal sealed unsafe partial class PerfRing : IDisposable
{
    /// <summary>When a reader that waits is woken.</summary>
    public const int WakeupBytes = 256 * 1024;

    private const int HeadAt = 1024, TailAt = 1032, HeaderBytes = 8;

    private readonly byte* _page;
    private readonly byte* _data;
    private readonly int _bytes;
    private readonly byte[] _whole = new byte[ushort.MaxValue];

    private PerfRing(byte* page, int bytes, SafeFileHandle file)
    {
        _page = page;
        _data = page + Environment.SystemPageSize;
        _bytes = bytes;
        File = file;
    }

    /// <summary>Of the event that it was mapped by, to wait on.</summary>
    public SafeFileHandle File { get; }

    /// <param name="bytes">A power of two, at least a page.</param>
    public static PerfRing? TryMap(SafeFileHandle file, int bytes, out int error)
    {
        var page = Native.Map(null, (nuint)(bytes + Environment.SystemPageSize), Native.ReadAndWrite, Native.Shared, file, 0);
        error = page == Native.Failed ? Marshal.GetLastPInvokeError() : 0;
        return page == Native.Failed ? null : new PerfRing((byte*)page, bytes, file);
    }

    /// <summary>Hands over all that was written before the call.</summary>
    /// <returns>Bytes taken.</returns>
    public long Drain(TakeRecord take)
    {
        var head = Volatile.Read(ref *(ulong*)(_page + HeadAt));
        var tail = *(ulong*)(_page + TailAt);
        var start = tail;
        while (head - tail >= HeaderBytes)
        {
            // The size never wraps: records are multiples of 8 bytes and so is the ring.
            int size = *(ushort*)(_data + (int)(tail % (ulong)_bytes) + 6);
            if (size < HeaderBytes || (ulong)size > head - tail)
                break;
            take(Record((int)(tail % (ulong)_bytes), size));
            tail += (ulong)size;
            Volatile.Write(ref *(ulong*)(_page + TailAt), tail);
        }
        return (long)(tail - start);
    }

    private ReadOnlySpan<byte> Record(int at, int size)
    {
        if (at + size <= _bytes)
            return new ReadOnlySpan<byte>(_data + at, size);
        var first = _bytes - at;
        new ReadOnlySpan<byte>(_data + at, first).CopyTo(_whole);
        new ReadOnlySpan<byte>(_data, size - first).CopyTo(_whole.AsSpan(first));
        return _whole.AsSpan(0, size);
    }

    /// <summary>Returns when one of the rings has much to take, at the latest after this time.</summary>
    public static void Wait(IReadOnlyList<PerfRing> rings, TimeSpan atMost)
    {
        Span<Native.Waited> waited = rings.Count <= 128 ? stackalloc Native.Waited[rings.Count] : new Native.Waited[rings.Count];
        for (var index = 0; index < rings.Count; index++)
            waited[index] = new Native.Waited { File = (int)rings[index].File.DangerousGetHandle(), Events = 1 };
        fixed (Native.Waited* first = waited)
            _ = Native.Poll(first, (nuint)rings.Count, (int)atMost.TotalMilliseconds);
    }

    public void Dispose() => _ = Native.Unmap(_page, (nuint)(_bytes + Environment.SystemPageSize));

    private static partial class Native
    {
        // sys/mman.h on x86-64.
        internal const int ReadAndWrite = 3, Shared = 1;

        internal static readonly void* Failed = (void*)-1;

        [StructLayout(LayoutKind.Sequential)]
        internal struct Waited
        {
            public int File;
            public short Events, Returned;
        }

        [LibraryImport("libc", EntryPoint = "mmap", SetLastError = true)]
        internal static partial void* Map(void* address, nuint length, int protection, int flags, SafeFileHandle file, long offset);

        [LibraryImport("libc", EntryPoint = "munmap")]
        internal static partial int Unmap(void* address, nuint length);

        [LibraryImport("libc", EntryPoint = "poll")]
        internal static partial int Poll(Waited* files, nuint count, int milliseconds);
    }
}
