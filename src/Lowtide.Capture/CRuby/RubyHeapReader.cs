using System.Buffers;
using Lowtide.Capture.Malloc;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.CRuby;

/// <summary>
/// Finds CRuby's heap pages without symbols, and counts their slots. A page's body is aligned to its size and begins with the
/// address of a struct heap_page, which has the address of the body's first slot: nothing else in a process looks so.
/// </summary>
/// <param name="memory">Reads no page that was never touched.</param>
internal sealed class RubyHeapReader(IMemory memory, RubyPageLayout layout)
{
    // 16 GiB of Ruby 3.1's pages of 16 KiB, 64 GiB of later ones.
    private const int MostPages = 1 << 20;

    /// <summary>Of a process's pictures; of more slots a cell is several.</summary>
    private const int MostCells = 1 << 20;

    /// <param name="touched">The stretches of a mapping in which pages are, in order.</param>
    /// <returns>Null where there is none, as in a Ruby that has just started.</returns>
    public CRubyHeap? Read(IReadOnlyList<Mapping> mappings, Func<Mapping, IReadOnlyList<MemoryRange>> touched)
    {
        var pages = Pages(mappings, touched);
        if (pages.Count == 0)
            return null;
        var (slotsInCell, all) = (1, pages.Sum(page => (long)page.Slots));
        while (all / slotsInCell > MostCells)
            slotsInCell *= 2;
        var tallies = new SortedDictionary<int, RubyPoolTally>();
        var (counts, bytes) = (new long[RubyKinds.Count], new long[RubyKinds.Count]);
        var unread = 0;
        var body = ArrayPool<byte>.Shared.Rent(layout.PageBytes);
        foreach (var page in pages)
        {
            if (!tallies.TryGetValue(page.SlotBytes, out var tally))
                tallies[page.SlotBytes] = tally = new RubyPoolTally(page.SlotBytes, layout.OldFlags, slotsInCell);
            var slots = body.AsSpan(0, (int)(page.End - page.Start));
            if (memory.TryRead(page.Start, slots))
            {
                tally.Add(page, slots, counts, bytes);
                continue;
            }
            tally.AddUnread(page);
            unread++;
        }
        ArrayPool<byte>.Shared.Return(body);
        var objects = Enumerable.Range(1, RubyKinds.Count - 1)
            .Where(kind => counts[kind] > 0)
            .Select(kind => new RubyObjects(RubyKinds.Name(kind), counts[kind], bytes[kind]))
            .OrderByDescending(kind => kind.Count);
        return new CRubyHeap(
            [.. pages.Select(page => new HeapSpan(page.Body, page.End, MemoryPurpose.RubyPages)).Concat(Transient(mappings)).OrderBy(span => span.Start)],
            [.. tallies.Values.Select(tally => tally.Picture)],
            new RubyHeap(
                layout.PageBytes, [.. tallies.Values.Select(tally => tally.Pool).Where(pool => pool.Pages > 0)], [.. objects], unread));
    }

    /// <summary>The one mapping of its size, where the kernel has not joined it with a neighbour.</summary>
    private IEnumerable<HeapSpan> Transient(IReadOnlyList<Mapping> mappings) => mappings
        .Where((mapping, at) => mapping is { Path: "", Private: true, Write: true, Execute: false } && mapping.Length == layout.TransientBytes
            && !GlibcLayout.MayBeHeap(mapping) && !(at > 0 && mapping.IsBehindGuard(mappings[at - 1])))
        .Select(mapping => new HeapSpan(mapping.Start, mapping.End, MemoryPurpose.RubyTransient));

    /// <summary>In order of address.</summary>
    private List<RubyPage> Pages(IReadOnlyList<Mapping> mappings, Func<Mapping, IReadOnlyList<MemoryRange>> touched)
    {
        var pages = new Dictionary<ulong, RubyPage>();
        // By the structs' own places: neighbours are read together.
        foreach (var (body, address) in Candidates(mappings, touched).OrderBy(candidate => candidate.Struct))
            if (RubyPage.TryRead(memory, body, address, layout) is { } page)
                pages[address] = page;
        AddAway(pages);
        return [.. pages.Values.OrderBy(page => page.Body)];
    }

    /// <summary>Pages that are swapped out, along Ruby's lists of pages: a list leads to all of its pages, and to its own two links between them.</summary>
    private void AddAway(Dictionary<ulong, RubyPage> pages)
    {
        var (asked, links) = (new HashSet<ulong>(pages.Keys), new Stack<ulong>());
        foreach (var page in pages.Values)
            Follow(page);
        while (links.TryPop(out var link) && pages.Count < MostPages)
        {
            var address = link - (ulong)layout.Links;
            if (!asked.Add(address) || RubyPage.TryReadAway(memory, address, layout) is not { } page)
                continue;
            pages[address] = page;
            Follow(page);
        }

        void Follow(RubyPage page)
        {
            links.Push(page.Next);
            links.Push(page.Previous);
        }
    }

    private List<(ulong Body, ulong Struct)> Candidates(IReadOnlyList<Mapping> mappings, Func<Mapping, IReadOnlyList<MemoryRange>> touched)
    {
        var found = new List<(ulong Body, ulong Struct)>();
        var size = (ulong)layout.PageBytes;
        // Not writable ones alone: while it compacts, Ruby protects pages against itself (lock_page_body, gc.c).
        foreach (var range in mappings.Where(mapping => mapping is { IsAnonymous: true, Private: true, IsKernels: false }).SelectMany(touched))
            for (ulong body = (range.Address + size - 1) & ~(size - 1), end = range.Address + range.Length;
                body + sizeof(ulong) < end && found.Count < MostPages; body += size)
                if (memory.TryRead(body, out ulong address) && ProcessMemory.MayBeAddress(address) && address % sizeof(ulong) == 0)
                    found.Add((body, address));
        return found;
    }
}
