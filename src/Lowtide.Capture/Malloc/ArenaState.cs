using System.Buffers.Binary;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Malloc;

/// <summary>One arena's struct malloc_state (malloc/malloc.c) as it was at one instant.</summary>
/// <param name="Address">Of the struct in the process.</param>
internal sealed record ArenaState(ulong Address, GlibcLayout Layout, byte[] Bytes)
{
    private const ulong LargestAddress = 1ul << 47;

    public ulong Top => Word(Layout.Top);

    public ulong Next => Word(Layout.Next);

    /// <summary>Threads whose mallocs come here first.</summary>
    public ulong Threads => Word(Layout.Threads);

    /// <summary>Bytes from the system.</summary>
    public ulong SystemMemory => Word(Layout.SystemMemory);

    /// <summary>The first chunk of each list of fastbins, 0 where it is empty.</summary>
    public IEnumerable<ulong> FastBins =>
        Layout.FastBins is { } at ? Enumerable.Range(0, GlibcLayout.FastBinCount).Select(bin => Word(at + (8 * bin))) : [];

    /// <summary>Nothing was taken from its lists or put there between the two readings, and its heaps are as long as before.</summary>
    public bool IsSame(ArenaState other) => Bytes.AsSpan().SequenceEqual(other.Bytes);

    /// <summary>
    /// Null where it cannot be read or is no arena: each of the 127 lists is either empty, and then it points to itself, or has
    /// a first and a last chunk; there are a top, a next arena, and memory from the system.
    /// </summary>
    public static ArenaState? TryRead(IMemory memory, ulong address, GlibcLayout layout)
    {
        var state = new ArenaState(address, layout, new byte[layout.StateSize]);
        return memory.TryRead(address, state.Bytes) && state.MakesSense() ? state : null;
    }

    private bool MakesSense()
    {
        if (!IsChunkPointer(Top) || Next is 0 or > LargestAddress || SystemMemory is 0 or > LargestAddress || Threads > 1 << 22)
            return false;
        for (var bin = 0; bin < GlibcLayout.BinCount; bin++)
        {
            // A list's two pointers stand where those of a chunk would that began two words earlier.
            var offset = Layout.Bins + (16 * bin);
            var (first, last, head) = (Word(offset), Word(offset + 8), Address + (ulong)offset - 16);
            if ((first == head) != (last == head) || (first != head && !(IsChunkPointer(first) && IsChunkPointer(last))))
                return false;
        }
        return true;
    }

    private static bool IsChunkPointer(ulong pointer) => pointer % 16 == 0 && pointer is >= 4096 and < LargestAddress;

    private ulong Word(int offset) => BinaryPrimitives.ReadUInt64LittleEndian(Bytes.AsSpan(offset));
}
