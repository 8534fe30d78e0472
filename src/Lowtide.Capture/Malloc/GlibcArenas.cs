using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>Part of an arena: memory that its chunks fill from the first one on.</summary>
/// <param name="First">Its first chunk.</param>
/// <param name="TopGoes">The top at its end can be given back to the system: the break is there.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct ArenaHeap(ulong Start, ulong First, ulong End, bool TopGoes)
{
    public ulong FirstPage => Start & ~((ulong)Page.Size - 1);

    public ulong LastPageEnd => (End + Page.Size - 1) & ~((ulong)Page.Size - 1);
}

/// <param name="Heaps">Null where they could not be found.</param>
internal sealed record GlibcArena(bool Main, ArenaState State, IReadOnlyList<ArenaHeap>? Heaps)
{
    /// <summary>Without what is free in it.</summary>
    public ArenaFacts Facts(long? resident) =>
        new(Main, Heaps?.Count, (int)State.Threads, (long)State.SystemMemory, resident);
}

/// <summary>
/// Finds glibc's arenas without symbols. The main one stands among the C library's own data, and is known by its looks:
/// 127 lists whose empty ones point to themselves. Each arena points to the next in a ring of all.
/// </summary>
internal static class GlibcArenas
{
    // glibc makes 8 arenas a CPU (arena_get2 in malloc/arena.c), or as many as it was told.
    private const int MostArenas = 8192;

    // 2 TiB in all arenas.
    private const int MostHeaps = 32768;

    private const ulong MostData = 1 << 20;

    /// <param name="libc">The C library's first mapping.</param>
    /// <returns>The main one first; null where it was not found, which is so too before the first call of malloc.</returns>
    public static IReadOnlyList<GlibcArena>? Read(IMemory memory, IReadOnlyList<Mapping> mappings, Mapping libc, GlibcLayout layout)
    {
        foreach (var data in mappings)
            if (data is { IsAnonymous: false, Private: true, Write: true } && data.Path == libc.Path && data.Length <= MostData)
                foreach (var main in Candidates(memory, data, layout))
                    if (Ring(memory, main) is { } ring)
                        return WithHeaps(ring, main, memory, mappings);
        return null;
    }

    private static List<GlibcArena> WithHeaps(List<ArenaState> ring, ArenaState main, IMemory memory, IReadOnlyList<Mapping> mappings)
    {
        var left = MostHeaps;
        return ring.ConvertAll(state => new GlibcArena(state == main, state, state == main
            ? MainHeap(state, memory, mappings) : Heaps(memory, state, ref left)));
    }

    private static IEnumerable<ArenaState> Candidates(IMemory memory, Mapping data, GlibcLayout layout)
    {
        var bytes = new byte[data.Length];
        if (!memory.TryRead(data.Start, bytes))
            yield break;
        for (var at = 0; at + layout.StateSize <= bytes.Length; at += 8)
            // Most places end here: the last list of all is hardly ever used, and then points to itself.
            if (IsLink(bytes, data.Start, at, layout) && ArenaState.TryRead(memory, data.Start + (ulong)at, layout) is { } state)
                yield return state;
    }

    private static bool IsLink(byte[] bytes, ulong start, int at, GlibcLayout layout)
    {
        var words = MemoryMarshal.Cast<byte, ulong>(bytes.AsSpan(at));
        return words[layout.Next / 8] is > 0 and var next && next % 8 == 0 && words[layout.Top / 8] % 16 == 0 && words[layout.Bins / 8] != 0
            && (next == start + (ulong)at || next % Page.Size < 256);
    }

    private static List<ArenaState>? Ring(IMemory memory, ArenaState main)
    {
        var ring = new List<ArenaState> { main };
        var seen = new HashSet<ulong> { main.Address };
        for (var next = main.Next; next != main.Address; next = ring[^1].Next)
        {
            if (ring.Count == MostArenas || !seen.Add(next) || ArenaState.TryRead(memory, next, main.Layout) is not { } state)
                return null;
            ring.Add(state);
        }
        return ring;
    }

    /// <summary>
    /// The main arena grows by brk, so it is one piece that ends with its top, unless brk was refused once: then it has
    /// mappings of its own beside it, of which only the newest is known, by the top in it (sysmalloc in malloc/malloc.c).
    /// In a forked worker the top can reach from the mapping that it inherited into its own.
    /// </summary>
    private static IReadOnlyList<ArenaHeap>? MainHeap(ArenaState state, IMemory memory, IReadOnlyList<Mapping> mappings)
    {
        if (!memory.TryRead(state.Top + MallocChunk.SizeOffset, out ulong word))
            return null;
        var end = state.Top + (word & ~MallocChunk.Flags);
        if (mappings.FirstOrDefault(mapping => mapping.Contains(state.Top)) is not { } place)
            return null;
        if (place.Path != "[heap]")
            return place.Start < state.Top && end <= place.End ? [new ArenaHeap(place.Start, place.Start, end, TopGoes: false)] : null;
        var piece = BreakHeap.Of(mappings).First(piece => state.Top - piece.Address < piece.Length);
        var pieceEnd = piece.Address + piece.Length;
        // Somebody else may have moved the break before malloc did.
        var start = Math.Max(piece.Address, (end - state.SystemMemory + 15) & ~15ul);
        return start < state.Top && end <= pieceEnd ? [new ArenaHeap(start, start, end, TopGoes: end == pieceEnd)] : null;
    }

    /// <summary>The newest heap holds the top; each knows the one before it.</summary>
    /// <param name="left">Heads that may still be read: those of a ring that somebody made up lead on and on.</param>
    private static List<ArenaHeap>? Heaps(IMemory memory, ArenaState state, ref int left)
    {
        foreach (var alignment in state.Layout.HeapAlignments)
            if (Heaps(memory, state, alignment, ref left) is { } heaps)
                return heaps;
        return null;
    }

    private static List<ArenaHeap>? Heaps(IMemory memory, ArenaState state, ulong alignment, ref int left)
    {
        var heaps = new List<ArenaHeap>();
        var info = new byte[24];
        for (var start = state.Top & ~(alignment - 1); start != 0;)
        {
            if (left-- <= 0 || !memory.TryRead(start, info))
                return null;
            var words = MemoryMarshal.Cast<byte, ulong>(info);
            var (arena, previous, size) = (
                words[GlibcLayout.ArenaPointer / 8], words[GlibcLayout.PreviousHeap / 8], words[GlibcLayout.HeapSize / 8]);
            var own = start + (ulong)state.Layout.HeapInfoSize;
            if (arena != state.Address || arena == own != (previous == 0) || previous % alignment != 0
                || size is 0 || size > alignment || size % Page.Size != 0)
                return null;
            var first = arena == own ? (own + (ulong)state.Layout.StateSize + 15) & ~15ul : own;
            heaps.Add(new ArenaHeap(start, first, start + size, TopGoes: false));
            start = previous;
        }
        return heaps;
    }
}
