using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Malloc;

/// <summary>What is resident of a heap and its picture: as page by page, and at the cost of the pages that are there.</summary>
public sealed class SparseHeapTests
{
    private const ulong Start = 0x5555_5555_6000, Size = Page.Size;

    private const ulong Present = 1UL << 63, Exclusive = 1UL << 56;

    /// <summary>Against the sums and letters of every page, of heaps of one cell a page and of several.</summary>
    [Theory]
    [InlineData(1, 1)]
    [InlineData(700, 2)]
    [InlineData(700, 40)]
    [InlineData(16_385, 3)]
    [InlineData(70_001, 9)]
    public void The_same_as_page_by_page(int pages, int sparse)
    {
        var random = new Random(pages + sparse);
        var entries = new PageEntry[pages];
        for (var (page, there) = (0, false); page < pages; page++)
            if ((there = random.Next(sparse) == 0 ? random.Next(2) == 0 : there) || random.Next(sparse * 8) == 0)
                entries[page] = new PageEntry(Present | (random.Next(2) == 0 ? Exclusive : 0));
        var end = Start + ((ulong)pages * Size);
        var resident = ResidentPages.TryRead((start, _, each) => Handed(start, entries, each), Start, end, goBack: true)!;
        var (cells, marks) = (new HeapCells(Start, end, resident), new char[pages]);
        for (var at = Start; at < end;)
        {
            var chunk = new MallocChunk(at, Math.Min(end - at, 16 * (ulong)random.Next(2, random.Next(8) == 0 ? 4000 : 300)), InUse: true);
            at = chunk.End;
            var free = random.Next(3) == 0;
            if (random.Next(10) > 0)
            {
                if (free)
                    cells.Free(chunk);
                else
                    cells.Used(chunk);
                for (var page = (chunk.Start - Start) / Size; page <= (chunk.End - 1 - Start) / Size; page++)
                    marks[page] = (marks[page], free) is ('\0', _) or ('f', true) or ('u', false) ? free ? 'f' : 'u' : 'p';
            }
            Assert.Equal(Any(entries, chunk.Start, chunk.End), resident.Any(chunk.Start, chunk.End));
            Assert.Equal(Whole(entries, chunk.Start, chunk.End), (resident.Whole(chunk.Start, chunk.End), resident.WholeShared(chunk.Start, chunk.End)));
        }
        Assert.Equal(Whole(entries, Start, end).Resident, resident.Bytes);
        var together = 1;
        while (pages / together > 16_384)
            together *= 2;
        var letters = marks.Select((mark, page) => !entries[page].Present ? '.' : mark == '\0' ? 'x' : mark).ToArray();
        Assert.Equal(
            new HeapPicture("heap", "malloc", together * (long)Size, HeapPicture.RunsOf(HeapPicture.Together(letters, together))), cells.Picture("heap"));
    }

    /// <summary>19 bytes for every page of addresses once: 76 GiB of these, and of more than 8 TiB "a bug in Lowtide".</summary>
    [Fact]
    public void Sixteen_TiB_of_addresses_cost_what_is_there()
    {
        const ulong Long = 16UL << 40, Apart = 16UL << 30;
        var before = GC.GetAllocatedBytesForCurrentThread();
        var resident = ResidentPages.TryRead(
            static (start, end, each) =>
            {
                for (var at = start; at < end; at += Apart)
                    each(at, [new PageEntry(Present)]);
                return true;
            }, Start, Start + Long, goBack: true)!;
        var cells = new HeapCells(Start, Start + Long, resident);
        for (var at = Start; at < Start + Long; at += Apart)
            cells.Used(new MallocChunk(at, Apart, InUse: true));
        var picture = cells.Picture("heap")!;
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.Equal((long)(Long / Apart * Size), resident.Bytes);
        Assert.Equal(resident.Bytes, resident.Whole(Start, Start + Long));
        Assert.InRange(picture.Runs().Sum(run => run.Cells), 8192, 16_384);
        Assert.InRange(allocated, 0, 2 << 20);
    }

    [Fact]
    public void Where_pages_cannot_be_told_there_is_no_picture()
    {
        Assert.Null(ResidentPages.TryRead((_, _, _) => false, Start, Start + Size, goBack: true));
        Assert.Null(new HeapCells(Start, Start + Size, resident: null).Picture("heap"));
    }

    /// <summary>In pieces, and without those in which nothing is.</summary>
    private static bool Handed(ulong start, PageEntry[] entries, PageEntriesAt each)
    {
        foreach (var (piece, part) in entries.Chunk(16).Index())
            if (part.Any(entry => entry.Present))
                each(start + ((ulong)piece * 16 * Size), part);
        return true;
    }

    private static (long Resident, long Shared) Any(PageEntry[] entries, ulong start, ulong end) => Sum(entries, start, end, part => true);

    private static (long Resident, long Shared) Whole(PageEntry[] entries, ulong start, ulong end) => Sum(entries, start, end, part => part == Size);

    private static (long Resident, long Shared) Sum(PageEntry[] entries, ulong start, ulong end, Predicate<ulong> counts)
    {
        var (resident, shared) = (0L, 0L);
        for (var page = (start - Start) / Size; page < (ulong)entries.Length && Start + (page * Size) < end; page++)
        {
            var part = Math.Min(end, Start + ((page + 1) * Size)) - Math.Max(start, Start + (page * Size));
            if (!entries[page].Present || !counts(part))
                continue;
            resident += (long)part;
            shared += entries[page].Exclusive ? 0 : (long)part;
        }
        return (resident, shared);
    }
}
