using System.Runtime.InteropServices;

namespace Lowtide.Capture.Malloc;

/// <summary>A chunk of glibc's malloc: what one call got, or what is free (struct malloc_chunk, malloc/malloc.c).</summary>
/// <param name="Start">Of the chunk; 16 bytes in front of what the caller got.</param>
/// <param name="Size">To the next chunk.</param>
/// <param name="InUse">As the chunk behind it says. What malloc keeps for its next call (tcache, fastbins) looks in use.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct MallocChunk(ulong Start, ulong Size, bool InUse)
{
    /// <summary>Two words in front: the size of a free chunk before this one, and this one's size with three flags.</summary>
    public const int HeadSize = 16;

    /// <summary>Of the chunk's start: its size and flags.</summary>
    public const int SizeOffset = 8;

    /// <summary>A chunk that could not hold a free chunk's four words is never made.</summary>
    public const ulong Least = 32;

    public const ulong PreviousInUse = 1, IsMapped = 2, NotMainArena = 4, Flags = 7;

    /// <summary>What the caller got.</summary>
    public ulong Content => Start + HeadSize;

    /// <summary>The caller may use the next chunk's first word too, while this one is in use. A mapping of its own has no next.</summary>
    public ulong ContentEnd => Start + Size + SizeOffset;

    public ulong End => Start + Size;
}
