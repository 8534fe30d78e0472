using System.Runtime.InteropServices;
using Lowtide.Capture.Malloc;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Pages;

/// <summary>Adds up a process's resident anonymous memory by what it is for, and what of it is swapped out.</summary>
internal static class PartsReader
{
    /// <param name="heap"><see cref="RuntimeHeap.Spans"/></param>
    /// <param name="space">One whose pages may be read.</param>
    public static IReadOnlyList<ResidentPart> Read(AddressSpace space, IReadOnlyList<HeapSpan> heap) => 
        Of(MemberPages.RegionsOf(space, out _, kept: true), space.Heads, heap);

    /// <summary>Places that are asked in vain for a block, 16 MiB of pages: memory of another malloc has none, however much of it there is.</summary>
    private const int MostAsked = 1 << 12;

    /// <param name="regions">In order of address.</param>
    internal static IReadOnlyList<ResidentPart> Of(IReadOnlyList<RegionPages> regions, IMemory memory, IReadOnlyList<HeapSpan> heap)
    {
        var purposes = Enum.GetValues<MemoryPurpose>();
        var (bytes, shared, swapped) = (new long[purposes.Length], new long[purposes.Length], new long[purposes.Length]);
        var (span, blocksEnd, asked) = (0, 0UL, 0);
        foreach (var pages in regions)
        {
            var (region, entries) = pages;
            for (var index = 0; index < entries.Count; index++)
            {
                var entry = entries[index];
                if (!entry.Anonymous && !entry.Swapped)
                    continue;
                var address = region.Start + ((ulong)index * Page.Size);
                while (span < heap.Count && heap[span].End <= address)
                    span++;
                var isHeap = span < heap.Count && heap[span].Start <= address;
                // Anywhere in a mapping, for the kernel joins what lies side by side; and one may go on over pages that nobody has touched, and so over
                // the region's end.
                if (!isHeap && region.Purpose == MemoryPurpose.Other && address >= blocksEnd && entry.Anonymous && asked < MostAsked)
                {
                    blocksEnd = BlocksEnd(memory, pages, address);
                    asked += blocksEnd <= address ? 1 : 0;
                }
                var its = isHeap ? heap[span].Purpose
                    : region.Purpose == MemoryPurpose.Other && address < blocksEnd ? MemoryPurpose.LargeBlocks
                    : region.Purpose;
                swapped[(int)its] += entry.Swapped ? Page.Size : 0;
                bytes[(int)its] += entry.Anonymous ? Page.Size : 0;
                shared[(int)its] += entry.Anonymous && !entry.Exclusive ? Page.Size : 0;
            }
        }
        return [.. purposes.Where(purpose => purpose != MemoryPurpose.RuntimeCode).Select(purpose =>
            new ResidentPart(purpose, bytes[(int)purpose], shared[(int)purpose])
        {
            SwappedBytes = swapped[(int)purpose],
        })];
    }

    /// <summary>Up to where memory is filled by glibc's blocks of their own, each with its size and its mark in front (sysmalloc_mmap).</summary>
    private static ulong BlocksEnd(IMemory memory, RegionPages pages, ulong at)
    {
        Span<ulong> head = stackalloc ulong[2];
        // prev_size is 0 of all that memalign did not move.
        while (at < pages.Region.End && memory.TryRead(at, MemoryMarshal.AsBytes(head)) && head is [0, var word]
            && (word & MallocChunk.Flags) == MallocChunk.IsMapped
            && (word & ~MallocChunk.Flags) is > 0 and var size && size % Page.Size == 0 && size <= pages.MappedEnd - at)
            at += size;
        return at;
    }
}
