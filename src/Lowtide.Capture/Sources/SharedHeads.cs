using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Lowtide.Capture.Sources;

/// <summary>
/// The first words of pages that several processes share, each read once for all of them: fifty workers have the same ones of their master. Several
/// threads may use one.
/// </summary>
/// <remarks>
/// A page in a frame that is shared by copy-on-write is never written where it stands, so that what was read stays true as long as it is shared. Without
/// CAP_SYS_ADMIN the kernel hides the frames, and each process is read by itself.
/// </remarks>
public sealed class SharedHeads
{
    /// <summary>Of a page, in bytes: as long as the head of a pool of CPython's.</summary>
    public const int Size = 48;

    /// <summary>Frames whose heads are kept: 72 to 140 bytes each, with what finds them.</summary>
    private const int MostKept = 1 << 20;

    /// <summary>By frame. Under a lock, for a ConcurrentDictionary makes an object of each.</summary>
    private readonly Dictionary<ulong, Head> _heads = [];
    private readonly Lock _gate = new();

    /// <param name="entry">Of the page, as it is now.</param>
    /// <param name="page">Its address in that memory.</param>
    /// <param name="destination">At most <see cref="Size"/> bytes.</param>
    internal bool TryRead(IMemory memory, PageEntry entry, ulong page, Span<byte> destination)
    {
        if (!entry.Anonymous || entry.Exclusive || entry.Frame == 0)
            return memory.TryRead(page, destination);
        if (!IsKept(entry.Frame, out var head))
        {
            if (!memory.TryRead(page, Bytes(ref head)))
                return false;
            Keep(entry.Frame, head);
        }
        Bytes(ref head)[..destination.Length].CopyTo(destination);
        return true;
    }

    private bool IsKept(ulong frame, out Head head)
    {
        lock (_gate)
            return _heads.TryGetValue(frame, out head);
    }

    private void Keep(ulong frame, in Head head)
    {
        lock (_gate)
            if (_heads.Count < MostKept)
                _heads[frame] = head;
    }

    private static Span<byte> Bytes(ref Head head) => MemoryMarshal.AsBytes(MemoryMarshal.CreateSpan(ref Unsafe.As<Head, ulong>(ref head), Head.Words));

    [InlineArray(Words)]
    private struct Head
    {
        public const int Words = SharedHeads.Size / sizeof(ulong);

        private ulong _first;
    }
}
