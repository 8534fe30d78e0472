using Lowtide.Capture.Malloc;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Pages;

/// <summary>Each resident page of a made-up process counts once, for what it is for, wherever its mapping begins.</summary>
public sealed class PartsReaderTests
{
    private const ulong Present = 1ul << 63, Swapped = 1ul << 62, OfFile = 1ul << 61, Once = 1ul << 56;
    private const ulong Size = (ulong)Page.Size;

    private const ulong Anonymous = 0x7f00_0001_0000, Heap = 0x5600_0000_0000, Library = 0x7e00_0000_0000, ThreadHeap = 0x7f40_0000_0000,
        Stack = 0x7ffc_0000_0000;

    [Fact]
    public void Pages_count_for_what_stands_on_them()
    {
        var mappings = new[]
        {
            At(Heap, 4, path: "[heap]"),
            At(Library, 2, inode: 7, path: "/usr/lib/libruby.so"),
            At(Anonymous, 8),
            At(Anonymous + (100 * Size), 1, read: false, write: false),
            At(Anonymous + (101 * Size), 3),
            At(Anonymous + (200 * Size), 2, execute: true),
            At(ThreadHeap, 2),
            At(Stack, 2, path: "[stack]"),
            At(Stack + (50 * Size), 2, path: "[vdso]"),
        };
        var memory = new FakeMemory()
            // Two blocks of malloc's own, two pages and one; then what is none.
            .With(Anonymous, 0, (2 * Size) | MallocChunk.IsMapped)
            .With(Anonymous + (2 * Size), 0, Size | MallocChunk.IsMapped);
        // Ruby's pages begin inside the heap and end there; one lies in the anonymous mapping behind malloc's blocks.
        HeapSpan[] spans =
        [
            new(Heap + Size, Heap + (2 * Size), MemoryPurpose.RubyPages),
            new(Anonymous + (5 * Size), Anonymous + (7 * Size), MemoryPurpose.RubyPages),
        ];

        var parts = Parts(mappings, memory, Entries, spans)
            .ToDictionary(part => part.Purpose, part => (part.Bytes / Page.Size, part.SharedBytes / Page.Size));

        Assert.Equal((3, 0), parts[MemoryPurpose.RubyPages]);
        Assert.Equal((3 + 2, 0), parts[MemoryPurpose.Malloc]);
        Assert.Equal((3, 0), parts[MemoryPurpose.LargeBlocks]);
        Assert.Equal((3, 0), parts[MemoryPurpose.Other]);
        Assert.Equal((3 + 2, 1), parts[MemoryPurpose.Stacks]);
        Assert.Equal((1, 0), parts[MemoryPurpose.LibraryData]);
        Assert.Equal((2, 0), parts[MemoryPurpose.MadeCode]);
    }

    /// <summary>A thread arena's heaps of 64 MiB that are full, one behind the other; and what only lies at such a place.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Heaps_that_the_kernel_has_joined_are_mallocs(bool isHeap)
    {
        var memory = isHeap ? new FakeMemory().With(ThreadHeap, ThreadHeap + 48, 0, 64 << 20) : new FakeMemory().With(ThreadHeap, 1, 2, 3);
        var parts = Parts([At(ThreadHeap, (64 << 20) / Size + 2)], memory, Entries, []);
        Assert.Equal((64 << 20) + (2 * Page.Size), parts[(int)(isHeap ? MemoryPurpose.Malloc : MemoryPurpose.Other)].Bytes);
    }

    /// <summary>The kernel has joined a block of malloc's with an arena of a runtime below it and with memory of another purpose above.</summary>
    [Fact]
    public void A_block_in_the_middle_of_a_mapping_is_mallocs()
    {
        var memory = new FakeMemory()
            .With(Anonymous + (2 * Size), 0, (3 * Size) | MallocChunk.IsMapped)
            // A size that leads out of the mapping, and what memalign would have moved: none.
            .With(Anonymous + (5 * Size), 0, (9 * Size) | MallocChunk.IsMapped)
            .With(Anonymous + (6 * Size), 64, Size | MallocChunk.IsMapped);
        var parts = Parts([At(Anonymous, 8)], memory, Entries, [new(Anonymous, Anonymous + (2 * Size), MemoryPurpose.PythonPools)])
            .ToDictionary(part => part.Purpose, part => part.Bytes / Page.Size);
        Assert.Equal((2, 3, 3), (parts[MemoryPurpose.PythonPools], parts[MemoryPurpose.LargeBlocks], parts[MemoryPurpose.Other]));
    }

    [Fact]
    public void What_is_swapped_out_counts_by_itself()
    {
        HeapSpan[] spans = [new(Heap, Heap + (3 * Size), MemoryPurpose.RubyPages)];
        PageEntry[] entries = [new(Swapped), new(Swapped), new(Present | Once), default];
        var parts = Parts([At(Heap, 4, path: "[heap]")], new FakeMemory(), (_, _) => entries, spans);
        Assert.Equal(new ResidentPart(MemoryPurpose.RubyPages, Page.Size, 0) { SwappedBytes = 2 * Page.Size }, parts[(int)MemoryPurpose.RubyPages]);
        Assert.Equal(new ResidentPart(MemoryPurpose.Malloc, 0, 0) { SwappedBytes = 0 }, parts[(int)MemoryPurpose.Malloc]);
    }

    private static IReadOnlyList<ResidentPart> Parts(Mapping[] mappings, FakeMemory memory, Func<ulong, ulong, PageEntry[]> entries, HeapSpan[] spans) =>
        PartsReader.Of(
            MemberPages.RegionsOf(
                mappings, memory, mapping => [new(mapping.Start, mapping.Length)], range => entries(range.Address, range.Address + range.Length)),
            memory, spans);

    /// <summary>All are resident; one of the stack's is shared, and of the library one was never written to.</summary>
    private static PageEntry[] Entries(ulong start, ulong end)
    {
        var entries = Enumerable.Repeat(new PageEntry(Present | Once), (int)((end - start) / Size)).ToArray();
        if (start == Stack)
            entries[1] = new PageEntry(Present);
        if (start == Library)
            entries[0] = new PageEntry(Present | OfFile | Once);
        return entries;
    }

    private static Mapping At(ulong start, ulong pages, bool read = true, bool write = true, bool execute = false, ulong inode = 0, string path = "") =>
        new(start, start + (pages * Size), 0, read, write, execute, true, inode, inode, path);
}
