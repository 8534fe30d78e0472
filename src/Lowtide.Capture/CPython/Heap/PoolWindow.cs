using System.Runtime.InteropServices;
using Lowtide.Capture.Pages;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>The memory of one place in which a pool of pymalloc may stand, read at once; one place after the other.</summary>
internal sealed class PoolWindow(int poolSize) : IWords
{
    private readonly byte[] _bytes = new byte[poolSize];

    public ulong Start { get; private set; }

    public ulong End => Start + (ulong)_bytes.Length;

    /// <summary>The places in a region that hold a whole pool; none where arenas of pymalloc cannot be, which are anonymous mappings.</summary>
    public IEnumerable<ulong> PlacesIn(Region region)
    {
        // Whatever else the kernel has joined them with, as a thread's stack.
        if (region.Purpose is MemoryPurpose.Malloc or MemoryPurpose.LibraryData)
            yield break;
        var size = (ulong)_bytes.Length;
        for (var pool = (region.Start + size - 1) & ~(size - 1); pool + size <= region.End; pool += size)
            yield return pool;
    }

    /// <returns>To be filled with what stands there; it still has what stood at the place before.</returns>
    public Span<byte> MoveTo(ulong pool)
    {
        Start = pool;
        return _bytes;
    }

    public bool TryWord(ulong address, out ulong word)
    {
        var inside = address >= Start && address - Start <= (ulong)_bytes.Length - sizeof(ulong);
        word = inside ? MemoryMarshal.Read<ulong>(_bytes.AsSpan((int)(address - Start))) : 0;
        return inside;
    }
}
