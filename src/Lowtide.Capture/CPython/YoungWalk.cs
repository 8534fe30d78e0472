using System.Buffers.Binary;
using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython;

/// <summary>
/// Follows the lists of the two young generations and adds up the blocks in which their objects stand. The target goes on meanwhile: what is torn
/// ends a list, and its objects so far count.
/// </summary>
internal sealed class YoungWalk(IMemory memory, CPythonLayout layout)
{
    /// <summary>Of each generation: enough for a mean, and a bound for a list that has no end.</summary>
    private const int Most = 2_000;

    /// <summary>In front of the collector's head, from 3.11 on, the pointers of what is managed.</summary>
    private const int Managed = 16;

    private const int HeaderSize = 48, Alignment = 16, LargestBlock = 512, ArenaIndex = 32, LastOffset = 44;

    private readonly Dictionary<ulong, int> _blockSizes = [];

    /// <param name="state">Address of the collector's state.</param>
    /// <returns>Null where no young object could be read.</returns>
    public YoungObjects? Take(ulong state)
    {
        var (objects, bytes) = (0, 0L);
        foreach (var generation in Enumerable.Range(0, layout.Incremental ? 1 : 2))
        {
            var head = state + (ulong)(layout.Generations + (generation * layout.GenerationSize));
            var at = Next(head);
            for (var seen = 0; seen < Most && at != 0 && at != head; seen++, at = Next(at))
                if (BlockSize(at) is { } size)
                    (objects, bytes) = (objects + 1, bytes + size);
        }
        return objects == 0 ? null : new YoungObjects(objects, bytes);
    }

    /// <returns>0 where there is no next.</returns>
    private ulong Next(ulong head) =>
        memory.TryRead(head, out ulong next) && ProcessMemory.MayBeAddress(next & ~3ul) && next % 4 == 0 ? next : 0;

    /// <summary>Of a pool of pymalloc by its header (struct pool_header, Objects/obmalloc.c), else of a chunk of malloc by its size.</summary>
    private long? BlockSize(ulong head)
    {
        var pool = head & ~((ulong)layout.Heap.PoolSize - 1);
        if (!_blockSizes.TryGetValue(pool, out var size))
            _blockSizes[pool] = size = PoolBlock(pool);
        return size > 0 ? size : ChunkSize(head) ?? ChunkSize(head - Managed);
    }

    /// <returns>0 where no pool stands there.</returns>
    private int PoolBlock(ulong pool)
    {
        Span<byte> header = stackalloc byte[HeaderSize];
        if (!memory.TryRead(pool, header))
            return 0;
        var sizeClass = BinaryPrimitives.ReadUInt32LittleEndian(header[(ArenaIndex + 4)..]);
        var size = (int)(Math.Min(sizeClass, LargestBlock) + 1) * Alignment;
        return sizeClass < LargestBlock / Alignment && BinaryPrimitives.ReadUInt32LittleEndian(header[LastOffset..]) == layout.Heap.PoolSize - size
            ? size : 0;
    }

    private long? ChunkSize(ulong content) =>
        memory.TryRead(content - sizeof(ulong), out ulong word) && (word & ~MallocChunk.Flags) is > LargestBlock and < 1 << 24 and var size
            ? (long)size : null;
}
