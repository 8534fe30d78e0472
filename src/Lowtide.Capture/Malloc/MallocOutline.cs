using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>
/// Where glibc's chunks stand in one process: in the heap that brk grows, in the heaps of arenas, and alone in a mapping of
/// their own. Everything is told by what stands there, so that another allocator's memory just has no chunks.
/// </summary>
internal sealed class MallocOutline
{
    /// <summary>In all heaps; 24 bytes are kept of each.</summary>
    private const int MostChunks = 4 << 20;

    /// <summary>M_MMAP_THRESHOLD at first; it only rises by itself. Chunks of a lower one set by hand are not found.</summary>
    private const ulong LeastMapped = 128 * 1024;

    private readonly List<Heap> _heaps = [];
    private readonly List<MallocChunk> _mapped = [];
    private int _chunks;

    private sealed record Heap(ulong Start, ulong End, List<MallocChunk> Chunks);

    private MallocOutline()
    {
    }

    /// <param name="memory">Reads no page that was never touched; it would give the process one.</param>
    /// <param name="mappings">In order of address.</param>
    /// <param name="touched">The stretches of a mapping in which pages are, in order.</param>
    public static MallocOutline Read(IMemory memory, IReadOnlyList<Mapping> mappings, Func<Mapping, IReadOnlyList<MemoryRange>> touched)
    {
        var outline = new MallocOutline();
        foreach (var heap in BreakHeap.Of(mappings))
            outline.AddHeap(memory, heap.Address, heap.Address, heap.Address + heap.Length);
        foreach (var mapping in mappings)
        {
            if (mapping is { IsAnonymous: true, Private: true, Read: true, Write: true } && mapping.Path != "[heap]"
                && !mapping.Path.StartsWith("[stack", StringComparison.Ordinal))
                outline.AddMapping(memory, mapping, touched(mapping));
        }
        return outline;
    }

    /// <summary>Whether the address is in a heap of glibc's, so that it is no other allocator's.</summary>
    public bool IsInHeap(ulong address) => HeapOf(address) is not null;

    /// <summary>The chunks of which some bytes are on a page, in order.</summary>
    public IEnumerable<MallocChunk> On(ulong page)
    {
        var chunks = HeapOf(page)?.Chunks ?? _mapped;
        for (var index = FirstBehind(chunks, page); index < chunks.Count && chunks[index].Start < page + Page.Size; index++)
            yield return chunks[index];
    }

    private Heap? HeapOf(ulong address)
    {
        foreach (var heap in _heaps)
            if (address >= heap.Start && address < heap.End)
                return heap;
        return null;
    }

    /// <summary>The first chunk that ends behind an address.</summary>
    private static int FirstBehind(List<MallocChunk> chunks, ulong address) =>
        AddressOrder.FirstBehind<MallocChunk>(CollectionsMarshal.AsSpan(chunks), address, static (chunk, at) => chunk.End > at);

    private void AddHeap(IMemory memory, ulong start, ulong first, ulong end)
    {
        using var walk = new ChunkWalk(memory);
        var chunks = walk.Over(first, end).Take(MostChunks - _chunks).ToList();
        _chunks += chunks.Count;
        if (chunks.Count > 0)
            _heaps.Add(new Heap(start, end, chunks));
    }

    /// <summary>The kernel joins neighbours: one mapping may hold heaps, chunks of their own, and what is no malloc's.</summary>
    private void AddMapping(IMemory memory, Mapping mapping, IReadOnlyList<MemoryRange> touched)
    {
        var page = mapping.Start;
        foreach (var range in touched)
            for (page = Math.Max(page, range.Address); page < range.Address + range.Length;)
                page = AddAt(memory, page, mapping.End);
    }

    /// <returns>Where the next thing may stand.</returns>
    private ulong AddAt(IMemory memory, ulong page, ulong end)
    {
        if (!memory.TryRead(page, out HeapInfo info))
            return page + Page.Size;
        if (page % GlibcLayout.HeapAlignment == 0 && info.IsOfHeap(page) && info.Size <= end - page)
        {
            // What is in front of the first chunk, the arena itself, is none: the walk finds where they begin.
            AddHeap(memory, page, page + HeapInfo.LeastSize, page + info.Size);
            return page + info.Size;
        }
        if (MappedSize(info, end - page) is not { } size)
            return page + Page.Size;
        _mapped.Add(new MallocChunk(page, size, InUse: true));
        return page + size;
    }

    /// <summary>A mapping of one chunk begins with it; nothing is in front, and its size is in whole pages.</summary>
    private static ulong? MappedSize(HeapInfo info, ulong most)
    {
        var (previousSize, word) = (info.Arena, info.Previous);
        var size = word & ~MallocChunk.Flags;
        return previousSize == 0 && (word & MallocChunk.Flags) == MallocChunk.IsMapped && size % Page.Size == 0
            && size >= LeastMapped && size <= most ? size : null;
    }
}
