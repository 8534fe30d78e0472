using Lowtide.Capture.Malloc;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Pages;

/// <summary>Adds up a process's resident anonymous memory by what it is for, and what of it is swapped out.</summary>
internal static class PartsReader
{
    /// <param name="heap"><see cref="RuntimeHeap.Spans"/></param>
    /// <returns>Null if it has gone, or may not be looked at.</returns>
    public static IReadOnlyList<ResidentPart>? Read(int pid, IReadOnlyList<HeapSpan> heap)
    {
        using var memory = TouchedMemory.TryOpen(pid);
        using var pagemap = Pagemap.TryOpen(pid);
        return memory is null || pagemap is null ? null : Of(memory.Mappings, memory, pagemap.Read, heap);
    }

    /// <param name="mappings">In order of address.</param>
    /// <param name="pages">The entries of the page table from one address up to another, one a page.</param>
    internal static IReadOnlyList<ResidentPart> Of(
        IReadOnlyList<Mapping> mappings, IMemory memory, Func<ulong, ulong, PageEntry[]> pages, IReadOnlyList<HeapSpan> heap)
    {
        var purposes = Enum.GetValues<MemoryPurpose>();
        var (bytes, shared, swapped) = (new long[purposes.Length], new long[purposes.Length], new long[purposes.Length]);
        Mapping? before = null;
        var span = 0;
        foreach (var mapping in mappings)
        {
            if (mapping is { Private: true, Read: true } && mapping.Path is not ("[vvar]" or "[vdso]" or "[vsyscall]"))
                Add(mapping, before);
            before = mapping;
        }
        return [.. purposes.Select(purpose => new ResidentPart(purpose, bytes[(int)purpose], shared[(int)purpose])
        {
            SwappedBytes = swapped[(int)purpose],
        })];

        void Add(Mapping mapping, Mapping? before)
        {
            var purpose = PurposeOf(mapping, before, memory);
            var blocksEnd = purpose == MemoryPurpose.Other ? BlocksEnd(memory, mapping) : mapping.Start;
            var entries = pages(mapping.Start, mapping.End);
            for (var index = 0; index < entries.Length; index++)
            {
                var entry = entries[index];
                if (!entry.Anonymous && !entry.Swapped)
                    continue;
                var address = mapping.Start + ((ulong)index * Page.Size);
                while (span < heap.Count && heap[span].End <= address)
                    span++;
                var its = span < heap.Count && heap[span].Start <= address ? heap[span].Purpose
                    : address < blocksEnd ? MemoryPurpose.LargeBlocks
                    : purpose;
                swapped[(int)its] += entry.Swapped ? Page.Size : 0;
                bytes[(int)its] += entry.Anonymous ? Page.Size : 0;
                shared[(int)its] += entry.Anonymous && !entry.Exclusive ? Page.Size : 0;
            }
        }
    }

    private static MemoryPurpose PurposeOf(Mapping mapping, Mapping? before, IMemory memory) => mapping switch
    {
        { IsAnonymous: false } => MemoryPurpose.LibraryData,
        { Path: "[heap]" } => MemoryPurpose.Malloc,
        { Path: "[stack]" } => MemoryPurpose.Stacks,
        { Execute: true } => MemoryPurpose.MadeCode,
        _ when GlibcLayout.MayBeHeap(mapping) || BeginsWithHeap(mapping, memory) => MemoryPurpose.Malloc,
        { Write: true } when before is not null && mapping.IsBehindGuard(before) => MemoryPurpose.Stacks,
        _ => MemoryPurpose.Other,
    };

    /// <summary>Of several heaps in one mapping: a full one and its neighbours.</summary>
    private static bool BeginsWithHeap(Mapping mapping, IMemory memory) =>
        mapping is { Write: true, Length: > GlibcLayout.HeapAlignment } && memory.TryRead(mapping.Start, out HeapInfo info) && info.IsOfHeap(mapping.Start);

    /// <summary>Up to where a mapping is filled by glibc's blocks of their own, each with its size and its mark in front (sysmalloc_mmap).</summary>
    private static ulong BlocksEnd(IMemory memory, Mapping mapping)
    {
        var at = mapping.Start;
        while (at < mapping.End && memory.TryRead(at + MallocChunk.SizeOffset, out ulong word) && (word & MallocChunk.Flags) == MallocChunk.IsMapped
            && (word & ~MallocChunk.Flags) is > 0 and var size && size % Page.Size == 0 && size <= mapping.End - at)
            at += size;
        return at;
    }
}
