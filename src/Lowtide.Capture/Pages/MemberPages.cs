using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Pages;

/// <summary>What one member has of its own in memory, with its page table entries, in order of address; and what the census tells of it.</summary>
internal sealed class MemberPages(ProcessFacts process, IReadOnlyList<RegionPages> regions, ProcessMemory memory) : IMemory, IDisposable
{
    public ProcessFacts Process { get; } = process;

    public IReadOnlyList<RegionPages> Regions { get; } = regions;

    /// <summary>For pages whose entries say that they are there.</summary>
    public ProcessMemory Memory { get; } = memory;

    /// <summary>From its first page to its last, whether or not these are looked at.</summary>
    public MemoryRange Extent { get; private init; } =
        regions.Count == 0 ? default : new MemoryRange(regions[0].Region.Start, regions[^1].Region.End - regions[0].Region.Start);

    /// <summary>KSM has merged some of its pages, and which they are could not be read.</summary>
    public bool MergedUntold { get; private init; }

    /// <summary>It reserves more addresses than were searched for pages.</summary>
    public bool NotSearchedThrough { get; private init; }

    /// <summary>Where not all of its pages are among <see cref="Regions"/>: for pointers that lead to others.</summary>
    private AddressSpace? Rest { get; init; }

    /// <summary>Null if its mappings or its pagemap may not be read, or it has gone.</summary>
    public static MemberPages? TryRead(ProcessFacts process) => MemberAddresses.TryOpen(process)?.Read(choice: null);

    /// <summary>Where a member has pages, before it is read what is there.</summary>
    internal sealed class MemberAddresses : IDisposable
    {
        private readonly ProcessFacts _process;
        private readonly AddressSpace _space;
        private readonly bool _complete;
        private readonly Dictionary<Mapping, IReadOnlyList<MemoryRange>> _touched = new(ReferenceEqualityComparer.Instance);

        private MemberAddresses(ProcessFacts process, AddressSpace space)
        {
            (_process, _space, _complete) = (process, space, true);
            foreach (var mapping in space.Mappings.Where(PagePurpose.IsOwn))
            {
                _touched[mapping] = space.Touched(mapping, out var searched);
                _complete &= searched;
            }
        }

        /// <inheritdoc cref="MemberPages.TryRead(ProcessFacts)"/>
        public static MemberAddresses? TryOpen(ProcessFacts process)
        {
            var space = AddressSpace.TryOpen(process.Pid);
            if (space is { HasPages: true })
                return new MemberAddresses(process, space);
            space?.Dispose();
            return null;
        }

        /// <summary>In order of address.</summary>
        public IEnumerable<MemoryRange> Touched => _space.Mappings.SelectMany(TouchedOf);

        private IReadOnlyList<MemoryRange> TouchedOf(Mapping mapping) => _touched.GetValueOrDefault(mapping, []);

        /// <param name="choice">What of it is looked at; null for all.</param>
        public MemberPages Read(PieceChoice? choice)
        {
            var merged = Procfs.HasMergedPages(_process.Pid);
            using var flags = merged ? KernelPageFlags.TryOpen() : null;
            var regions = RegionsOf(
                _space.Mappings, _space, mapping => choice is null ? TouchedOf(mapping) : [.. TouchedOf(mapping).SelectMany(choice.In)], _space.ReadPages);
            foreach (var region in regions)
                flags?.MarkMerged(region.Entries);
            var (first, last) = (Touched.FirstOrDefault(), Touched.LastOrDefault());
            return new MemberPages(_process, regions, choice is null ? _space.LeaveMemory() : _space.Memory)
            {
                Extent = new MemoryRange(first.Address, last.Address + last.Length - first.Address),
                MergedUntold = merged && flags is null,
                NotSearchedThrough = !_complete,
                Rest = choice is null ? null : _space,
            };
        }

        public void Dispose() => _space.Dispose();
    }

    /// <summary>Of every mapping that a fork shares by copy-on-write the stretches that have pages, with their entries.</summary>
    /// <param name="complete">False where some of the address space was not searched.</param>
    /// <param name="kept">Whether entries will do that the space has read since it was last refreshed; otherwise all are of now.</param>
    public static List<RegionPages> RegionsOf(AddressSpace space, out bool complete, bool kept = false)
    {
        var all = true;
        var regions = RegionsOf(space.Mappings, space, mapping =>
        {
            var touched = space.Touched(mapping, out var searched);
            all &= searched;
            return kept ? [.. touched.SelectMany(AddressSpace.InWindows)] : touched;
        }, kept ? space.KeptPages : space.ReadPages);
        complete = all;
        return regions;
    }

    /// <param name="mappings">In order of address.</param>
    /// <param name="touched">The stretches of a mapping in which pages are.</param>
    /// <param name="entries">Of a stretch, one a page.</param>
    internal static List<RegionPages> RegionsOf(
        IReadOnlyList<Mapping> mappings, IMemory memory, Func<Mapping, IReadOnlyList<MemoryRange>> touched, Func<MemoryRange, ArraySegment<PageEntry>> entries)
    {
        var regions = new List<RegionPages>();
        for (var at = 0; at < mappings.Count; at++)
        {
            var mapping = mappings[at];
            if (!PagePurpose.IsOwn(mapping) || touched(mapping) is not { Count: > 0 } ranges)
                continue;
            var (purpose, path) = (PagePurpose.Of(mapping, at == 0 ? null : mappings[at - 1], memory), mapping.IsAnonymous ? null : mapping.FilePath);
            regions.AddRange(ranges.Select(range => new RegionPages(new Region(range.Address, range.Address + range.Length, purpose, path), entries(range))
            {
                MappedStart = mapping.Start,
                MappedEnd = mapping.End,
            }));
        }
        return regions;
    }

    /// <summary>What stands on pages that it has of its own: wherever a pointer leads, nothing else is read.</summary>
    public bool TryRead(ulong address, Span<byte> destination)
    {
        if (Rest is not null && Find(address) is null)
            return Rest.HereAndThere.TryRead(address, destination);
        for (var page = address & ~((ulong)Page.Size - 1); page < address + (ulong)destination.Length; page += Page.Size)
            if (Find(page) is not { } region || !region.Entries[PageIndex(region, page)].Anonymous)
                return false;
        return Memory.TryRead(address, destination);
    }

    /// <summary>The entries of [start, end), or nothing unless one region holds it whole.</summary>
    public ReadOnlySpan<PageEntry> Entries(ulong start, ulong end) =>
        Find(start) is { } found && end <= found.Region.End
            ? found.Entries.AsSpan(PageIndex(found, start), (int)((end - start) / Page.Size))
            : default;

    public RegionPages? Find(ulong address)
    {
        int low = 0, high = Regions.Count - 1;
        while (low <= high)
        {
            var middle = (low + high) / 2;
            var region = Regions[middle].Region;
            if (address < region.Start)
                high = middle - 1;
            else if (address >= region.End)
                low = middle + 1;
            else
                return Regions[middle];
        }
        return null;
    }

    public PageState StateAt(ulong address) =>
        Find(address) is { } region ? region.States[PageIndex(region, address)] : PageState.None;

    public CopyTrace TraceAt(ulong address) =>
        Find(address) is { Traces: { } traces } region ? traces[PageIndex(region, address)] : CopyTrace.None;

    public void Dispose()
    {
        Memory.Dispose();
        Rest?.Dispose();
    }

    public static int PageIndex(RegionPages region, ulong address) => (int)((address - region.Region.Start) / Page.Size);
}

/// <param name="Region">As far as pages are there: one of several of a mapping.</param>
internal sealed record RegionPages(Region Region, ArraySegment<PageEntry> Entries)
{
    public ulong MappedStart { get; init; } = Region.Start;

    public ulong MappedEnd { get; init; } = Region.End;

    /// <summary>Of a census; empty before it has begun.</summary>
    public PageState[] States { get; private set; } = [];

    /// <summary>Null where nobody traces what copied them.</summary>
    public CopyTrace[]? Traces { get; private set; }

    public void BeginCensus(bool traces) => (States, Traces) = (new PageState[Entries.Count], traces ? new CopyTrace[Entries.Count] : null);
}
