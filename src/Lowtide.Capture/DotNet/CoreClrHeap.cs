using Lowtide.Capture.Malloc;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.DotNet;

/// <summary>Where a CoreCLR's collector has its heap. What is in it, the runtime alone tells.</summary>
/// <remarks>
/// From .NET 7 on the collector reserves one range for all its regions, many times what it uses, right behind that of its tables (dotnet/runtime:
/// gc.cpp, gc_heap::initialize_gc, virtual_reserve). It begins to use a region at its start, which is aligned to 1 MiB or more (global_region_allocator), and
/// nobody may touch what is behind: no other memory of a process looks so, but a malloc arena's, which begins as one.
/// </remarks>
internal sealed record CoreClrHeap(IReadOnlyList<HeapSpan> Spans) : RuntimeHeap(Spans, [])
{
    private const ulong RegionAlignment = 1 << 20;

    /// <summary>A range is longer: the least that a collector with a limit reserves is a multiple of its limit, 20 MB or more.</summary>
    private const ulong LeastReserved = 64 << 20;

    /// <summary>The runtime's own name of what it maps twice, once to write and once to run (ExecutableAllocator).</summary>
    private const string MappedTwice = "/memfd:doublemapper";

    /// <summary>Of pages that are there: what it maps twice is 2 GiB long (MaxDoubleMappedSize, dotnet/runtime: minipal/Unix/doublemapping.cpp).</summary>
    private const ulong MostMappedTwice = 4UL << 30;

    public override Member AddTo(Member member, PageCensus? census) => member;

    /// <summary>Without a span where no such range is mapped, as of a collector of segments: then the heap is told from nothing else.</summary>
    public static CoreClrHeap Find(AddressSpace space) => new(Range(space.Mappings, space.HereAndThere) is { } range ? [range] : [])
    {
        PartsOfFiles = MappedTwiceBytes(space) is { } bytes ? [new ResidentPart(MemoryPurpose.RuntimeCode, bytes, SharedBytes: 0)] : [],
    };

    /// <param name="mappings">In order of address; a hostile program has as many as it may, and each is looked at once or twice.</param>
    internal static HeapSpan? Range(IReadOnlyList<Mapping> mappings, IMemory memory)
    {
        var places = new ArenaPlaces(memory);
        var (kept, longest, begins) = (-1, LeastReserved, false);
        for (var at = 1; at < mappings.Count; at++)
        {
            begins = BeginsAsRegion(at - 1, begins);
            var reserved = mappings[at];
            if (begins && IsReserved(reserved) && reserved.Length >= longest && mappings[at - 1].End == reserved.Start && MayBeOfHeap(at - 1))
                (kept, longest) = (at, reserved.Length);
        }
        if (kept < 0)
            return null;
        var (first, last) = (kept - 1, kept);
        while (first > 0 && mappings[first - 1].End == mappings[first].Start && MayBeOfHeap(first - 1))
            first--;
        while (last + 1 < mappings.Count && mappings[last].End == mappings[last + 1].Start && MayBeOfHeap(last + 1))
            last++;
        return new HeapSpan(mappings[first].Start, mappings[last].End, MemoryPurpose.ManagedHeap);

        // What is in use of a region may be of several mappings: the kernel does not always make one of those that it gave one after the other.
        bool BeginsAsRegion(int index, bool beforeBegins) => mappings[index].Start % RegionAlignment == 0
            || (beforeBegins && mappings[index].Write && index > 0
                && mappings[index - 1] is { IsAnonymous: true, Private: true, Write: true, Path: "" } before && before.End == mappings[index].Start);

        // A region that nobody has touched may begin where an arena's heap would, so that only what stands there tells the two apart. A stack begins a page
        // behind what was mapped for it, hardly ever where a region does; the region before may have left one page of its end free.
        bool MayBeOfHeap(int index) => mappings[index] is { IsAnonymous: true, Private: true, Execute: false, Path: "" } mapping
            && !(mapping.Write && mapping.Start % RegionAlignment != 0 && index > 0 && mapping.IsBehindGuard(mappings[index - 1]))
            && !places.IsOfHeap(mapping.Start);
    }

    /// <summary>Where malloc's heaps begin: each place is read once, and where a program has more of them than one has mappings, the rest is none.</summary>
    private sealed class ArenaPlaces(IMemory memory)
    {
        /// <summary>vm.max_map_count as the kernel sets it (DEFAULT_MAX_MAP_COUNT, include/linux/mm.h).</summary>
        private const int MostReads = 65530;

        private readonly Dictionary<ulong, bool> _known = [];

        public bool IsOfHeap(ulong address)
        {
            var place = address & ~(GlibcLayout.HeapAlignment - 1);
            return _known.TryGetValue(place, out var known) ? known
                : _known.Count < MostReads && (_known[place] = HeapInfo.Around(place, memory) is not null);
        }
    }

    private static bool IsReserved(Mapping mapping) => mapping is { IsAnonymous: true, Private: true, Read: false, Write: false, Execute: false };

    /// <summary>Of what is mapped twice, every page once; null where that could not be read, or is more than a runtime maps.</summary>
    private static long? MappedTwiceBytes(AddressSpace space)
    {
        var (offsets, left) = (new HashSet<ulong>(), MostMappedTwice);
        foreach (var mapping in space.Mappings.Where(mapping => mapping.Path.StartsWith(MappedTwice, StringComparison.Ordinal)))
            if (!space.TryWalkOccupied(mapping.Start, mapping.End, ref left, (start, entries) =>
                {
                    for (var at = 0; at < entries.Length; at++)
                        if (entries[at].Present)
                            offsets.Add(mapping.Offset + (start - mapping.Start) + ((ulong)at * Page.Size));
                }))
                return null;
        return offsets.Count * (long)Page.Size;
    }
}
