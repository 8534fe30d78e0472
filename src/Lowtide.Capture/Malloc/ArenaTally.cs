using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>What one walk through an arena's heaps counted.</summary>
internal sealed class ArenaTally
{
    /// <summary>As promised for the figures: where more than this share of an arena was not told, none is given.</summary>
    private const double MostUntold = 0.01;

    private readonly GlibcArena _arena;
    private readonly ulong _topStart;
    private readonly List<(ArenaHeap Heap, ResidentPages? Pages, HeapCells Cells)> _heaps = [];
    private long _bins, _fastBins, _tcaches, _top, _walked;
    private long _trimmable, _trimmableShared, _resident, _residentShared;

    private ArenaTally(GlibcArena arena) => (_arena, _topStart) = (arena, arena.State.Top);

    /// <summary>Chunks that may be a thread's tcache.</summary>
    public List<MallocChunk> MayBeTcaches { get; } = [];

    /// <summary>The arena was the same before and after.</summary>
    public bool Settled { get; set; }

    /// <param name="fastBins">Chunks that look used and are free.</param>
    /// <param name="pagesOf">Null where residency cannot be told.</param>
    public static ArenaTally Take(
        GlibcArena arena, ChunkWalk walk, HashSet<ulong> fastBins, Func<MallocChunk, bool> mayBeTcache, Func<ArenaHeap, ResidentPages?> pagesOf)
    {
        var tally = new ArenaTally(arena);
        foreach (var heap in arena.Heaps!)
        {
            var pages = pagesOf(heap);
            var cells = new HeapCells(heap.FirstPage, heap.LastPageEnd, pages);
            tally._heaps.Add((heap, pages, cells));
            tally.Walk(heap, pages, cells, walk, fastBins, mayBeTcache);
        }
        return tally;
    }

    private void Walk(
        ArenaHeap heap, ResidentPages? pages, HeapCells cells, ChunkWalk walk, HashSet<ulong> fastBins, Func<MallocChunk, bool> mayBeTcache)
    {
        var runs = new FreeRuns(pages, topGoes: heap.TopGoes);
        var chunks = new MallocChunk[ChunkWalk.Batch];
        for (ulong? at = heap.First; at is { } place;)
        {
            var count = walk.Fill(chunks, place, heap.End, out at);
            foreach (var chunk in chunks.AsSpan(0, count))
                Add(chunk, cells, runs, fastBins, mayBeTcache);
        }
        runs.End(hasTop: false);
        _trimmable += runs.Trimmable;
        _trimmableShared += runs.TrimmableShared;
        _resident += runs.Resident;
        _residentShared += runs.ResidentShared;
    }

    private void Add(MallocChunk chunk, HeapCells cells, FreeRuns runs, HashSet<ulong> fastBins, Func<MallocChunk, bool> mayBeTcache)
    {
        var size = (long)chunk.Size;
        var isTop = chunk.Start == _topStart;
        _walked += size;
        if (isTop)
            _top += size;
        else if (!chunk.InUse)
            _bins += size;
        else if (fastBins.Count > 0 && fastBins.Contains(chunk.Start))
            _fastBins += size;
        else
        {
            if (mayBeTcache(chunk))
                MayBeTcaches.Add(chunk);
            runs.End(hasTop: false);
            cells.Used(chunk);
            return;
        }
        if (isTop)
            cells.Top(chunk);
        else
            cells.Free(chunk);
        runs.Add(chunk, isTop);
    }

    /// <summary>A chunk that some thread keeps: it looked used.</summary>
    /// <returns>False if it is no chunk of this arena. A thread keeps a chunk once: those beyond all that the arena has are none.</returns>
    public bool AddTcached(MallocChunk chunk)
    {
        if (_tcaches > System - (long)chunk.Size)
            return false;
        foreach (var (heap, pages, cells) in _heaps)
            if (chunk.Start >= heap.First && chunk.End <= heap.End)
            {
                // Its pages count as used by now, for it looked so: they become partly free.
                cells.Free(chunk);
                _tcaches += (long)chunk.Size;
                var (kept, shared) = pages?.Any(chunk.Start, chunk.End) ?? default;
                _resident += kept;
                _residentShared += shared;
                return true;
            }
        return false;
    }

    /// <summary>Nothing changed meanwhile, and every byte was told.</summary>
    public bool IsSure => Settled && Untold <= MostUntold * System;

    private long System => (long)_arena.State.SystemMemory;

    /// <summary>Bytes that were not walked, or were too many.</summary>
    private long Untold => Math.Abs(System - Walked);

    /// <summary>
    /// Chunks, and what stands around them: the heads of the heaps, and the last two chunk heads of each heap but the newest, which are malloc's fence
    /// (sysmalloc in malloc/malloc.c).
    /// </summary>
    private long Walked => _walked + _heaps.Sum(heap => (long)(heap.Heap.First - heap.Heap.Start)) + ((_heaps.Count - 1) * 2L * MallocChunk.HeadSize);

    /// <summary>Of each heap whose resident pages can be told, the oldest first.</summary>
    public IEnumerable<HeapPicture> Pictures(string arena) => _heaps.AsEnumerable().Reverse().Select((heap, number) =>
        heap.Cells.Picture(_heaps.Count == 1 ? arena : $"{arena}, heap {number + 1}")).OfType<HeapPicture>();

    public ArenaFacts Facts()
    {
        var resident = _heaps.TrueForAll(heap => heap.Pages is not null) ? _heaps.Sum(heap => heap.Pages!.Bytes) : (long?)null;
        var use = Untold > MostUntold * System ? null : new ArenaUse(
            System - _bins - _fastBins - _tcaches - _top,
            _bins,
            _fastBins,
            _tcaches,
            _top,
            resident is null ? null : _trimmable,
            resident is null ? null : _trimmableShared,
            resident is null ? null : _resident - _trimmable,
            resident is null ? null : _residentShared - _trimmableShared);
        return _arena.Facts(resident) with { Use = use, WalkedBytes = Walked, ChangedMeanwhile = !Settled };
    }
}
