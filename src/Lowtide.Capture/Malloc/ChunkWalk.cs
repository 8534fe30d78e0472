using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>
/// Walks the chunks of one heap, each of which says where the next one begins. A heap may be torn, or not glibc's at all: a
/// chunk is believed only if its size makes sense and the chunk behind it agrees, and where one does not, the walk looks
/// for the next place from which several chunks agree.
/// </summary>
internal sealed class ChunkWalk(IMemory memory) : IDisposable
{
    /// <summary>Chunks that must follow each other for a chain to be believed that begins anywhere.</summary>
    private const int LeastChain = 8;

    public const int Batch = 512;

    /// <summary>Bytes that are searched for chains in all: a bound for memory that is no heap.</summary>
    private const ulong MostSearched = 32 << 20;

    private readonly HeadWindow _window = new(memory);
    private ulong _searched;
    private ulong _goesOnAt;

    /// <summary>In order of address. Nothing is said about what lies between two that do not touch.</summary>
    /// <param name="start">A multiple of 16.</param>
    /// <param name="end">The first address that is not the heap's.</param>
    public IEnumerable<MallocChunk> Over(ulong start, ulong end)
    {
        var batch = new MallocChunk[Batch];
        for (ulong? at = start; at is { } place;)
        {
            var count = Fill(batch, place, end, out at);
            for (var index = 0; index < count; index++)
                yield return batch[index];
        }
    }

    /// <summary>The next chunks, as many as there is room for: a heap may have millions.</summary>
    /// <param name="next">Where to go on; null at the end.</param>
    /// <returns>How many.</returns>
    public int Fill(Span<MallocChunk> chunks, ulong start, ulong end, out ulong? next)
    {
        var count = 0;
        // A chain is wanted at the very start; then each chunk vouches for the next.
        for (next = _goesOnAt == start ? start : FindChain(start, end); next is { } at && count < chunks.Length;)
        {
            if (TryNext(at, end, out chunks[count]))
            {
                var behind = chunks[count++].End;
                next = behind < end ? behind : null;
            }
            else
            {
                next = FindChain(at + MallocChunk.HeadSize, end);
            }
        }
        _goesOnAt = next ?? 0;
        return count;
    }

    /// <returns>False where no chunk stands, or its memory cannot be read.</returns>
    private bool TryNext(ulong at, ulong end, out MallocChunk chunk)
    {
        chunk = default;
        if (!_window.TryHead(at, out _, out var word))
            return false;
        var size = word & ~MallocChunk.Flags;
        // (at <= end, so that end - at cannot wrap.)
        if ((word & MallocChunk.IsMapped) != 0 || size % 16 != 0 || size < MallocChunk.Least || size > end - at)
            return false;
        var next = at + size;
        // The top chunk, which nothing is behind, is free.
        if (end - next < MallocChunk.HeadSize)
        {
            chunk = new MallocChunk(at, size, InUse: false);
            return true;
        }
        if (!_window.TryHead(next, out var previousSize, out var nextWord))
            return false;
        var inUse = (nextWord & MallocChunk.PreviousInUse) != 0;
        chunk = new MallocChunk(at, size, inUse);
        return inUse || previousSize == size;
    }

    private ulong? FindChain(ulong from, ulong end)
    {
        for (var at = from; at < end && end - at >= MallocChunk.Least && _searched < MostSearched; _searched += MallocChunk.HeadSize)
        {
            if (IsChain(at, end))
                return at;
            at = _window.TryHead(at, out _, out _) ? at + MallocChunk.HeadSize : (at | (Page.Size - 1)) + 1;
        }
        return null;
    }

    private bool IsChain(ulong at, ulong end)
    {
        for (var length = 0; length < LeastChain; length++)
        {
            if (!TryNext(at, end, out var chunk))
                return false;
            at = chunk.End;
            if (at == end)
                return true;
        }
        return true;
    }

    public void Dispose() => _window.Dispose();
}
