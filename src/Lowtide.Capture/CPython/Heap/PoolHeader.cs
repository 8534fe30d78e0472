using System.Runtime.InteropServices;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>
/// The header of a pool of pymalloc, the allocator of objects up to 512 bytes. A pool has no mark; it is known by its header, whose members must agree
/// with each other (struct pool_header, Objects/obmalloc.c, and Include/internal/pycore_obmalloc.h from 3.12 on).
/// </summary>
/// <param name="Arena">The number of the arena that it lies in (arenaindex).</param>
/// <param name="BlockSize">Of each of its blocks, in bytes.</param>
/// <param name="Used">Blocks that were handed out and not freed (ref.count).</param>
/// <param name="Begun">Blocks that were ever handed out since the pool has been of this size.</param>
/// <param name="Blocks">That it has room for.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct PoolHeader(uint Arena, int BlockSize, int Used, int Begun, int Blocks)
{
    /// <summary>In bytes; the first block stands behind it.</summary>
    public const int Size = 48;

    /// <summary>Of words within it.</summary>
    public const int FreeList = 8, ArenaIndex = 32, NextOffset = 40;

    private const int Alignment = 16, LargestBlock = 512;
    private const uint MostArenas = 1 << 24;

    /// <summary>From its first, its <see cref="ArenaIndex"/> and its <see cref="NextOffset"/> word.</summary>
    /// <returns>Null if no pool begins so.</returns>
    public static PoolHeader? Of(ulong used, ulong indexes, ulong offsets, int poolSize)
    {
        var (arena, sizeClass) = ((uint)indexes, (uint)(indexes >> 32));
        var (next, last) = ((uint)offsets, (uint)(offsets >> 32));
        if (arena >= MostArenas || sizeClass >= LargestBlock / Alignment)
            return null;
        var blockSize = (int)(sizeClass + 1) * Alignment;
        var blocks = (poolSize - Size) / blockSize;
        return last != poolSize - blockSize || next > last + blockSize || next < Size + blockSize || (next - Size) % blockSize != 0 || (uint)used > blocks
            ? null
            : new PoolHeader(arena, blockSize, (int)(uint)used, Math.Min(blocks, (int)(next - Size) / blockSize), blocks);
    }
}
