using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Malloc;

/// <summary>
/// What threads keep for their own next calls. Each thread's tcache is itself a chunk, of a size that tells it; that its lists
/// hold just as many chunks of just the right sizes as it counts makes it sure (tcache_perthread_struct, malloc/malloc.c).
/// </summary>
internal sealed class TcacheReader(IMemory memory, GlibcLayout layout)
{
    private const int SmallBins = 64, LongestList = 1 << 16, MostTries = 5;

    // A chunk may be one step longer than asked for where no chunk could be made of the rest.
    private const int Step = 16;

    /// <summary>Whether a chunk may be a tcache, by its size alone.</summary>
    public bool MayBe(MallocChunk chunk) =>
        layout.Tcache is { } tcache && chunk.InUse && chunk.Size - (ulong)tcache.ChunkSize is 0 or Step;

    /// <summary>The free chunks in it; null where it is none, or changes each time that it is looked at.</summary>
    public List<MallocChunk>? Read(MallocChunk chunk)
    {
        for (var tries = 0; tries < MostTries; tries++)
        {
            var found = new List<MallocChunk>();
            if (TryRead(chunk, found))
                return found;
            // No list of it was one: it is something else, of the same size.
            if (found.Count == 0)
                break;
        }
        return null;
    }

    private bool TryRead(MallocChunk chunk, List<MallocChunk> found)
    {
        var tcache = layout.Tcache!;
        var bytes = new byte[tcache.Size];
        if (!memory.TryRead(chunk.Content, bytes))
            return false;
        var heads = MemoryMarshal.Cast<byte, ulong>(bytes.AsSpan(tcache.Heads));
        for (var bin = 0; bin < tcache.Bins; bin++)
        {
            var count = tcache.CountSize == 1 ? bytes[bin] : BinaryPrimitives.ReadUInt16LittleEndian(bytes.AsSpan(2 * bin));
            if (!AddList(heads[bin], bin, found, out var length) || (!tcache.CountsDown && count != length))
                return false;
        }
        return true;
    }

    /// <returns>False where a link leads to what is no chunk of this list.</returns>
    private bool AddList(ulong entry, int bin, List<MallocChunk> found, out int length)
    {
        Span<byte> words = stackalloc byte[24];
        for (length = 0; entry != 0; length++)
        {
            if (length == LongestList || entry % 16 != 0 || !memory.TryRead(entry - 8, words))
                return false;
            var size = BinaryPrimitives.ReadUInt64LittleEndian(words) & ~MallocChunk.Flags;
            if (bin < SmallBins ? size != SizeOf(bin) : size < SizeOf(SmallBins))
                return false;
            found.Add(new MallocChunk(entry - MallocChunk.HeadSize, size, InUse: false));
            entry = layout.Follow(entry, BinaryPrimitives.ReadUInt64LittleEndian(words[8..]));
        }
        return true;
    }

    /// <summary>Of every chunk in a list of fastbins or of a tcache: they are the same for both.</summary>
    public static ulong SizeOf(int bin) => MallocChunk.Least + (Step * (ulong)bin);
}
