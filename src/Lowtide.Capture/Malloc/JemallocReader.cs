using System.Buffers.Binary;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>
/// Adds up what jemalloc's arenas say of themselves. No symbol leads to them, but their list is in the library's zero-filled data: where its first word leads
/// to the arena of number 0, and the next ones to those of their own numbers.
/// </summary>
internal static class JemallocReader
{
    /// <summary>Of arenas (MALLOCX_ARENA_LIMIT - 1).</summary>
    private const int MostArenas = 4095;

    /// <summary>5.3.0's data come to 2.1 MiB, of which most were never touched.</summary>
    private const ulong MostData = 16 << 20;

    /// <summary>Words that are followed: an arena lies at a multiple of 64 bytes, and of what the data hold few words look so.</summary>
    private const int MostFollowed = 4096;

    /// <summary>Of words that lead to the first arena: its list, and a pointer or two (a0). Data that are full of them are nobody's jemalloc.</summary>
    private const int MostPlaces = 64;

    private const ulong ArenaAlignment = 64;

    /// <param name="data">The library's zero-filled data.</param>
    /// <returns>Null where no arena was found, or what one says does not agree.</returns>
    public static JemallocUse? Read(IMemory memory, JemallocLayout layout, MemoryRange data)
    {
        var (first, places, followed) = (0UL, new List<ulong>(), 0);
        foreach (var (at, word) in Words(memory, data.Address, Math.Min(data.Length, MostData)))
        {
            if (first != 0)
            {
                if (word == first && places.Count < MostPlaces)
                    places.Add(at);
            }
            else if (word % ArenaAlignment == 0 && ProcessMemory.MayBeAddress(word) && word - data.Address >= data.Length && followed++ < MostFollowed
                && JemallocArena.TryRead(memory, word, layout, data) is { Index: 0 })
            {
                first = word;
                places.Add(at);
            }
        }
        // A pointer to the first arena may stand alone, too (a0); the list has all.
        var arenas = places.Select(place => Listed(memory, layout, data, place)).MaxBy(list => list.Count);
        return arenas is null or [] ? null : new JemallocUse(
            arenas.Count, arenas.Sum(arena => arena.ActiveBytes), arenas.Sum(arena => arena.DirtyBytes), arenas.Sum(arena => arena.SlabFreeBytes));
    }

    private static List<JemallocArena> Listed(IMemory memory, JemallocLayout layout, MemoryRange data, ulong place)
    {
        var arenas = new List<JemallocArena>();
        foreach (var (at, word) in Words(memory, place, Math.Min(data.Address + data.Length - place, MostArenas * sizeof(ulong))))
        {
            if (word % ArenaAlignment != 0 || JemallocArena.TryRead(memory, word, layout, data) is not { } arena || arena.Index != (at - place) / sizeof(ulong))
                break;
            arenas.Add(arena);
        }
        return arenas;
    }

    /// <summary>Those that are not 0, on pages that are there: much of it was never touched, and an arena comes to be when a thread first needs it.</summary>
    private static IEnumerable<(ulong At, ulong Word)> Words(IMemory memory, ulong start, ulong length)
    {
        var bytes = new byte[Page.Size];
        for (ulong at = start, end = start + length, next; at + sizeof(ulong) <= end; at = next)
        {
            next = Math.Min(end, (at + Page.Size) & ~((ulong)Page.Size - 1));
            if (!memory.TryRead(at, bytes.AsSpan(0, (int)(next - at))))
                continue;
            for (var offset = (int)(-(long)at & (sizeof(ulong) - 1)); offset + sizeof(ulong) <= (int)(next - at); offset += sizeof(ulong))
                if (BinaryPrimitives.ReadUInt64LittleEndian(bytes.AsSpan(offset)) is not 0 and var word)
                    yield return (at + (ulong)offset, word);
        }
    }
}
