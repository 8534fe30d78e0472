using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>
/// Walks the chunks of one heap, each of which says where the next one begins. A heap may be torn, or not glibc's at all: a
/// chunk is believed only if its size makes sense and the chunk behind it agrees, and where one does not, the walk looks
/// for the next place from which several chunks agree.
/// </summary>
internal sealed class ChunkWalk(IMemory memory)
{
    /// <summary>Chunks that must follow each other for a chain to be believed that begins anywhere.</summary>
    private const int LeastChain = 8;

    /// <summary>Bytes that are searched for chains in all: a bound for memory that is no heap.</summary>
    private const ulong MostSearched = 32 << 20;

    private readonly HeadWindow _window = new(memory);
    private ulong _searched;

    /// <summary>In order of address. Nothing is said about what lies between two that do not touch.</summary>
    /// <param name="start">A multiple of 16.</param>
    /// <param name="end">The first address that is not the heap's.</param>
    public IEnumerable<MallocChunk> Over(ulong start, ulong end)
    {
        for (var at = FindChain(start, end); at is { } place;)
        {
            if (Next(place, end) is { } chunk)
            {
                yield return chunk;
                at = chunk.End < end ? chunk.End : null;
            }
            else
            {
                at = FindChain(place + MallocChunk.HeadSize, end);
            }
        }
    }

    /// <returns>Null where no chunk stands, or its memory cannot be read.</returns>
    private MallocChunk? Next(ulong at, ulong end)
    {
        if (!_window.TryHead(at, out _, out var word))
            return null;
        var size = word & ~MallocChunk.Flags;
        // (at <= end, so that end - at cannot wrap.)
        if ((word & MallocChunk.IsMapped) != 0 || size % 16 != 0 || size < MallocChunk.Least || size > end - at)
            return null;
        var next = at + size;
        // The top chunk, which nothing is behind, is free.
        if (end - next < MallocChunk.HeadSize)
            return new MallocChunk(at, size, InUse: false);
        if (!_window.TryHead(next, out var previousSize, out var nextWord))
            return null;
        var inUse = (nextWord & MallocChunk.PreviousInUse) != 0;
        return inUse || previousSize == size ? new MallocChunk(at, size, inUse) : null;
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
            if (Next(at, end) is not { } chunk)
                return false;
            at = chunk.End;
            if (at == end)
                return true;
        }
        return true;
    }

    /// <summary>Reads ahead, so that heads near each other cost one call.</summary>
    private sealed class HeadWindow(IMemory memory)
    {
        private const int Size = 16 * 1024;
        private readonly byte[] _bytes = new byte[Size];
        private ulong _start;
        private ulong _length;

        public bool TryHead(ulong at, out ulong previousSize, out ulong size)
        {
            (previousSize, size) = (0, 0);
            if (at - _start >= _length && !Fill(at))
                return false;
            var head = MemoryMarshal.Cast<byte, ulong>(_bytes.AsSpan((int)(at - _start), MallocChunk.HeadSize));
            (previousSize, size) = (head[0], head[1]);
            return true;
        }

        /// <summary>All of the window, or, where some of it cannot be read, the one page.</summary>
        private bool Fill(ulong at)
        {
            foreach (var length in (ReadOnlySpan<int>)[Size, Page.Size])
            {
                (_start, _length) = (at & ~((ulong)length - 1), (ulong)length);
                if (memory.TryRead(_start, _bytes.AsSpan(0, length)))
                    return true;
            }
            _length = 0;
            return false;
        }
    }
}
