using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>
/// Runs of free chunks that touch, as malloc_trim(3) would find them: it merges what fastbins keep first, then gives back the
/// whole pages inside each free chunk, and of the main arena's top all but a little (mtrim and systrim, malloc/malloc.c).
/// </summary>
/// <param name="pages">Of the heap; null where which pages are resident cannot be told.</param>
/// <param name="topGoes">Whether the top's memory can be given back: only the end of brk's heap can.</param>
internal sealed class FreeRuns(ResidentPages? pages, bool topGoes)
{
    /// <summary>sizeof (struct malloc_chunk): what a free chunk keeps at its start.</summary>
    private const int ChunkHead = 48;

    private ulong _start;
    private ulong _end;

    public long Trimmable { get; private set; }

    public long TrimmableShared { get; private set; }

    /// <summary>Free and resident, whole pages or not.</summary>
    public long Resident { get; private set; }

    public long ResidentShared { get; private set; }

    public void Add(MallocChunk chunk, bool isTop)
    {
        if (chunk.Start != _end)
            End(hasTop: false);
        if (_end == 0)
            _start = chunk.Start;
        _end = chunk.End;
        if (isTop)
            End(hasTop: true);
    }

    /// <summary>A used chunk follows, or nothing.</summary>
    public void End(bool hasTop)
    {
        var (start, end) = (_start, _end);
        (_start, _end) = (0, 0);
        if (end == 0 || pages is null)
            return;
        var (resident, shared) = pages.Any(start, end);
        Resident += resident;
        ResidentShared += shared;
        if (!pages.GoBack || (hasTop && !topGoes))
            return;
        // systrim keeps a smallest chunk and a byte, then counts whole pages from the end.
        var first = hasTop ? end - ((end - start - MallocChunk.Least - 1) & ~((ulong)Page.Size - 1)) : start + ChunkHead;
        if (hasTop ? end - start <= MallocChunk.Least : end - start < Page.Size + ChunkHead)
            return;
        Trimmable += pages.Whole(first, end);
        TrimmableShared += pages.WholeShared(first, end);
    }
}
