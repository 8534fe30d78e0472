using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Malloc;

/// <summary>glibc's arenas beside the main one.</summary>
/// <param name="Bytes">Resident in their heaps; null where not known.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct ArenaTally(int Count, long? Bytes);

/// <summary>
/// Finds glibc's thread arenas without symbols: their heaps begin at multiples of 64 MiB with a pointer to their
/// arena, and each arena points to the next in a ring of all.
/// </summary>
internal static class GlibcArenas
{
    // A heap a 64 MiB: 256 GiB of writable anonymous memory are looked through.
    private const int MostPlaces = 4096;

    // glibc makes 8 arenas a CPU (arena_get2 in malloc/arena.c), or as many as it was told.
    private const int MostArenas = 8192;

    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Heap(ulong Start, ulong End, ulong Arena);

    /// <param name="resident">Resident bytes from one address to another; null where it cannot tell.</param>
    /// <returns>Null where the memory could not be read.</returns>
    public static ArenaTally? Read(
        IMemory memory, IReadOnlyList<Mapping> mappings, GlibcLayout layout, Func<ulong, ulong, long?> resident)
    {
        if (FindHeaps(memory, mappings, layout) is not { } heaps)
            return null;
        var arenas = heaps.Select(heap => heap.Arena).ToHashSet();
        var ring = arenas.Count == 0 ? null : FollowRing(memory, arenas.First(), layout, mappings);
        // An arena in the ring that no heap was found for: heaps of another alignment (glibc.malloc.hugetlb).
        var complete = ring is null || arenas.IsSupersetOf(ring);
        return new ArenaTally(ring?.Count ?? arenas.Count, complete ? Sum(heaps, resident) : null);
    }

    private static List<Heap>? FindHeaps(IMemory memory, IReadOnlyList<Mapping> mappings, GlibcLayout layout)
    {
        var heaps = new List<Heap>();
        var places = 0;
        var answered = 0;
        foreach (var mapping in mappings)
        {
            if (mapping is not { IsAnonymous: true, Private: true, Read: true, Write: true })
                continue;
            // The kernel joins neighbours, so several heaps may be in one mapping.
            var first = (mapping.Start + GlibcLayout.HeapAlignment - 1) & ~(GlibcLayout.HeapAlignment - 1);
            for (var start = first; start < mapping.End && places < MostPlaces; start += GlibcLayout.HeapAlignment)
            {
                places++;
                if (TryReadHeap(memory, start, layout, out var isHeap, out var arena))
                    answered++;
                if (isHeap)
                    heaps.Add(new Heap(start, Math.Min(mapping.End, start + GlibcLayout.HeapAlignment), arena));
            }
        }
        // A mapping may go away between the look at the map and this one, but not all of them.
        return places > 0 && answered == 0 ? null : heaps;
    }

    private static bool TryReadHeap(IMemory memory, ulong start, GlibcLayout layout, out bool isHeap, out ulong arena)
    {
        Span<byte> info = stackalloc byte[24];
        isHeap = false;
        arena = 0;
        if (!memory.TryRead(start, info))
            return false;
        arena = BinaryPrimitives.ReadUInt64LittleEndian(info[GlibcLayout.ArenaPointer..]);
        var previous = BinaryPrimitives.ReadUInt64LittleEndian(info[GlibcLayout.PreviousHeap..]);
        var size = BinaryPrimitives.ReadUInt64LittleEndian(info[GlibcLayout.HeapSize..]);
        var own = start + (ulong)layout.HeapInfoSize;
        isHeap = size is > 0 and <= GlibcLayout.HeapAlignment && size % Recordings.Page.Size == 0
            && arena % GlibcLayout.HeapAlignment == (ulong)layout.HeapInfoSize
            && previous % GlibcLayout.HeapAlignment == 0
            && arena == own == (previous == 0)
            && IsArena(memory, arena, layout);
        return true;
    }

    /// <summary>What an arena has from the system is at least its first heap's first page, in whole pages.</summary>
    private static bool IsArena(IMemory memory, ulong arena, GlibcLayout layout) =>
        memory.TryRead(arena + (ulong)layout.SystemMemory, out ulong bytes)
        && bytes is > 0 and < 1ul << 47 && bytes % Recordings.Page.Size == 0
        && memory.TryRead(arena + (ulong)layout.Next, out ulong next) && next % 16 == 0 && next != 0;

    /// <summary>All arenas but the main one, which alone stands in a file's data; null where the ring does not close.</summary>
    private static HashSet<ulong>? FollowRing(IMemory memory, ulong first, GlibcLayout layout, IReadOnlyList<Mapping> mappings)
    {
        var seen = new HashSet<ulong>();
        var main = 0;
        for (var arena = first; seen.Count < MostArenas;)
        {
            var place = mappings.FirstOrDefault(mapping => mapping.Contains(arena));
            if (place is not { Write: true } || (!place.IsAnonymous && ++main > 1))
                return null;
            if (place.IsAnonymous && !seen.Add(arena))
                return null;
            if (!memory.TryRead(arena + (ulong)layout.Next, out arena))
                return null;
            if (arena == first)
                return main == 1 ? seen : null;
        }
        return null;
    }

    private static long? Sum(List<Heap> heaps, Func<ulong, ulong, long?> resident) =>
        heaps.Aggregate((long?)0, (sum, heap) => sum + resident(heap.Start, heap.End));
}
