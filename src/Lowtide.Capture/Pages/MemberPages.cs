using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Pages;

/// <summary>The private mappings of one member with their page table entries, in order of address.</summary>
internal sealed class MemberPages(ProcessFacts process, IReadOnlyList<RegionPages> regions) : IDisposable
{
    public ProcessFacts Process { get; } = process;

    public IReadOnlyList<RegionPages> Regions { get; } = regions;

    public ProcessMemory Memory { get; } = new(process.Pid);

    /// <summary>KSM has merged some of its pages, and which they are could not be read.</summary>
    public bool MergedUntold { get; private init; }

    /// <summary>Null if its mappings or its pagemap may not be read, or it has gone.</summary>
    public static MemberPages? TryRead(ProcessFacts process)
    {
        using var pagemap = Pagemap.TryOpen(process.Pid);
        if (pagemap is null || Procfs.Mappings(process.Pid) is not { } mappings)
            return null;
        var merged = Procfs.HasMergedPages(process.Pid);
        using var flags = merged ? KernelPageFlags.TryOpen() : null;
        var regions = new List<RegionPages>(mappings.Count);
        foreach (var mapping in mappings)
        {
            if (RegionOf(mapping) is not { } region)
                continue;
            var entries = pagemap.Read(mapping.Start, mapping.End);
            flags?.MarkMerged(entries);
            regions.Add(new RegionPages(region, entries));
        }
        return new MemberPages(process, regions) { MergedUntold = merged && flags is null };
    }

    /// <summary>
    /// Null for what a fork does not share by copy-on-write: shared mappings, the kernel's own pages, and address
    /// space that is only reserved (a runtime may reserve hundreds of GiB).
    /// </summary>
    private static Region? RegionOf(Mapping mapping)
    {
        if (!mapping.Private || !mapping.Read || mapping.Path is "[vvar]" or "[vdso]" or "[vsyscall]" or "[vvar_vclock]")
            return null;
        var purpose = mapping switch
        {
            { Path: "[heap]" } => RegionPurpose.MallocHeap,
            { Path: "[stack]" } => RegionPurpose.Stack,
            { IsAnonymous: false } => RegionPurpose.LibraryData,
            _ when GlibcLayout.MayBeHeap(mapping) => RegionPurpose.MallocArena,
            _ => RegionPurpose.Anonymous,
        };
        return new Region(mapping.Start, mapping.End, purpose, mapping.IsAnonymous ? null : mapping.FilePath);
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

    public void Dispose() => Memory.Dispose();

    public static int PageIndex(RegionPages region, ulong address) => (int)((address - region.Region.Start) / Page.Size);
}

internal sealed record RegionPages(Region Region, PageEntry[] Entries)
{
    public PageState[] States { get; } = new PageState[Entries.Length];

    /// <summary>Null where nobody traces what copied them.</summary>
    public CopyTrace[]? Traces { get; private set; }

    public void BeginTraces() => Traces = new CopyTrace[Entries.Length];
}
