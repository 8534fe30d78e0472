using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>Hands on the entries of the pages between two addresses, in order and in pieces; where no page is present or swapped out, none need be.</summary>
/// <returns>False where they cannot all be read.</returns>
public delegate bool PageWalk(ulong start, ulong end, PageEntriesAt each);

/// <summary>
/// Tells what each of glibc's arenas holds and what of it is free, from outside and while the program goes on: an arena is walked
/// chunk by chunk, and once more if it was not the same before and after. Several are walked beside each other.
/// </summary>
/// <param name="mappings">In which the arenas were found.</param>
internal sealed class ArenaReader(IMemory memory, PageWalk pages, IReadOnlyList<Mapping> mappings)
{
    /// <summary>Of 64 MiB each: 64 GiB. A picture has some thousand cells, and its arenas may be made up.</summary>
    private const int MostPictures = 1024;

    private const int MostTries = 3;

    /// <summary>
    /// malloc_trim counts in pages of 4 KiB, and the kernel takes back none of a range that begins inside a page of its huge ones
    /// (madvise_dontneed_free_valid_vma, mm/madvise.c).
    /// </summary>
    private readonly List<Mapping> _huge = [.. mappings.Where(mapping => mapping.IsHugePages)];

    /// <summary>Of the heaps that were walked; null where none was asked for.</summary>
    public IReadOnlyList<HeapPicture>? Pictures { get; private set; }

    /// <summary>
    /// Only what is there and how much of thread arenas is resident: the main one is in every process, and may be long. In the
    /// order of <paramref name="arenas"/>.
    /// </summary>
    public IReadOnlyList<ArenaFacts> Look(IReadOnlyList<GlibcArena> arenas) =>
        [.. arenas.Select(arena => arena.Main ? arena.Facts(null) : Facts(arena))];

    /// <summary>In the order of <paramref name="arenas"/>.</summary>
    /// <param name="again">Finds the arenas anew, for another try: their heaps may have grown.</param>
    public IReadOnlyList<ArenaFacts> Walk(IReadOnlyList<GlibcArena> arenas, Func<IReadOnlyList<GlibcArena>?> again)
    {
        var tallies = new Dictionary<ulong, ArenaTally>();
        var left = arenas;
        for (var tries = 0; tries < MostTries && left is { Count: > 0 }; tries++)
        {
            if (tries > 0)
                left = again()?.Where(arena => !tallies.TryGetValue(arena.State.Address, out var tally) || !tally.IsSure).ToList() ?? [];
            foreach (var (arena, tally) in left.Zip(Threads.Select(left, TryTake)))
                if (tally is not null)
                    tallies[arena.State.Address] = tally;
            left = [.. left.Where(arena => !tallies.TryGetValue(arena.State.Address, out var tally) || !tally.IsSure)];
        }
        AddTcaches(tallies, new TcacheReader(memory, arenas[0].State.Layout));
        Pictures = [.. arenas.SelectMany((arena, number) => tallies.TryGetValue(arena.State.Address, out var tally)
            ? tally.Pictures(arena.Main ? "main arena" : $"arena {number + 1}") : []).Take(MostPictures)];
        return [.. arenas.Select(arena => tallies.TryGetValue(arena.State.Address, out var tally)
            ? tally.Facts() : Facts(arena) with { WalkedBytes = 0 })];
    }

    /// <param name="walked">Whether it was tried to tell what is free.</param>
    public static IReadOnlyList<Unreadable> CouldNotRead(IReadOnlyList<ArenaFacts> arenas, bool walked)
    {
        var missing = new List<Unreadable>();
        if (walked && arenas.Count(arena => arena.Use is null) is > 0 and var untold)
            missing.Add(new Unreadable(
                "malloc.free", $"what is free in {untold} of {arenas.Count} malloc arenas",
                "their chunks do not follow each other: damaged, partly swapped out, or changing all the time",
                Mend: null));
        return missing;
    }

    private ArenaFacts Facts(GlibcArena arena)
    {
        var heaps = arena.Heaps?.Select(PagesOf).ToList();
        return arena.Facts(heaps is null || heaps.Contains(null) ? null : heaps.Sum(heap => heap!.Bytes));
    }

    private ArenaTally? TryTake(GlibcArena arena)
    {
        var layout = arena.State.Layout;
        if (arena.Heaps is null || ArenaState.TryRead(memory, arena.State.Address, layout) is not { } before
            || FastBinReader.Read(memory, before) is not { } fastBins)
            return null;
        using var walk = new ChunkWalk(memory);
        var tally = ArenaTally.Take(
            arena with { State = before }, walk, fastBins, new TcacheReader(memory, layout).MayBe, PagesOf);
        tally.Settled = ArenaState.TryRead(memory, arena.State.Address, layout) is { } after && after.IsSame(before);
        return tally;
    }

    private ResidentPages? PagesOf(ArenaHeap heap) =>
        ResidentPages.TryRead(pages, heap.FirstPage, heap.LastPageEnd, goBack: !_huge.Exists(huge => huge.Contains(heap.Start)));

    /// <summary>Last, for a thread may keep chunks of any arena.</summary>
    private static void AddTcaches(Dictionary<ulong, ArenaTally> tallies, TcacheReader reader)
    {
        foreach (var chunk in tallies.Values.SelectMany(tally => tally.MayBeTcaches).ToList())
            foreach (var kept in reader.Read(chunk) ?? [])
                _ = tallies.Values.Any(tally => tally.AddTcached(kept));
    }
}
