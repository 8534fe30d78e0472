using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>What one walk through an arena's heaps counted.</summary>
internal sealed class ArenaTally
{
    /// <summary>As promised for the figures: where more than this share of an arena was not told, none is given.</summary>
    private const double MostUntold = 0.01;

    private readonly GlibcArena _arena;
    private readonly List<(ArenaHeap Heap, ResidentPages? Pages)> _heaps = [];
    private long _bins, _fastBins, _tcaches, _top, _walked;
    private long _trimmable, _trimmableShared, _resident, _residentShared;

    private ArenaTally(GlibcArena arena) => _arena = arena;

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
            tally._heaps.Add((heap, pages));
            tally.Walk(heap, pages, walk, fastBins, mayBeTcache);
        }
        return tally;
    }

    private void Walk(ArenaHeap heap, ResidentPages? pages, ChunkWalk walk, HashSet<ulong> fastBins, Func<MallocChunk, bool> mayBeTcache)
    {
        var runs = new FreeRuns(pages, topGoes: heap.TopGoes);
        foreach (var chunk in walk.Over(heap.First, heap.End))
        {
            _walked += (long)chunk.Size;
            var isTop = chunk.Start == _arena.State.Top;
            if (isTop)
                _top += (long)chunk.Size;
            else if (!chunk.InUse)
                _bins += (long)chunk.Size;
            else if (fastBins.Count > 0 && fastBins.Contains(chunk.Start))
                _fastBins += (long)chunk.Size;
            else
            {
                if (mayBeTcache(chunk))
                    MayBeTcaches.Add(chunk);
                runs.End(hasTop: false);
                continue;
            }
            runs.Add(chunk, isTop);
        }
        runs.End(hasTop: false);
        _trimmable += runs.Trimmable;
        _trimmableShared += runs.TrimmableShared;
        _resident += runs.Resident;
        _residentShared += runs.ResidentShared;
    }

    /// <summary>A chunk that some thread keeps: it looked used.</summary>
    /// <returns>False if it is no chunk of this arena.</returns>
    public bool AddTcached(MallocChunk chunk)
    {
        foreach (var (heap, pages) in _heaps)
            if (chunk.Start >= heap.First && chunk.End <= heap.End)
            {
                _tcaches += (long)chunk.Size;
                _resident += pages?.Any(chunk.Start, chunk.End) ?? 0;
                _residentShared += pages?.AnyShared(chunk.Start, chunk.End) ?? 0;
                return true;
            }
        return false;
    }

    /// <summary>Nothing changed meanwhile, and every byte was told.</summary>
    public bool IsSure => Settled && Untold <= MostUntold * System;

    private long System => (long)_arena.State.SystemMemory;

    /// <summary>
    /// Bytes that were not walked, or were too many. (The last two chunk heads of each heap but the newest are malloc's fence.)
    /// </summary>
    private long Untold
    {
        get
        {
            var fences = (_heaps.Count - 1) * 2L * MallocChunk.HeadSize;
            var heads = _heaps.Sum(heap => (long)(heap.Heap.First - heap.Heap.Start));
            return Math.Abs(System - _walked - heads - fences);
        }
    }

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
        return _arena.Facts(resident) with { Use = use, ChangedMeanwhile = !Settled };
    }
}
