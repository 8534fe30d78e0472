using Lowtide.Capture.Runtimes;
using Lowtide.Recordings;

namespace Lowtide.Capture.CRuby;

/// <summary>What was read of a CRuby's heap.</summary>
internal sealed record CRubyHeap(IReadOnlyList<HeapSpan> Spans, IReadOnlyList<HeapPicture> Pictures, RubyHeap Facts) : RuntimeHeap(Spans, Pictures)
{
    public override Member AddTo(Member member, PageCensus? census) =>
        member with { RubyHeap = census is null ? Facts : Facts with { Copies = Copies(census) } };

    private RubyCopies Copies(PageCensus census)
    {
        long inherited = 0, copied = 0;
        foreach (var page in Spans)
        {
            if (page.Purpose != MemoryPurpose.RubyPages || At(census.Regions, page) is not { } region)
                continue;
            var (first, end) = (Index(region.Region, page.Start), Index(region.Region, page.End + Page.Size - 1));
            foreach (var state in region.Pages.AsSpan(first..end))
            {
                var isCopy = state is PageState.CopiedIdentical or PageState.CopiedRelinked or PageState.CopiedChanged;
                copied += isCopy ? Page.Size : 0;
                inherited += isCopy || state == PageState.InheritedShared ? Page.Size : 0;
            }
        }
        return new RubyCopies(inherited * census.Each, copied * census.Each);
    }

    /// <summary>Null where its pages were not all looked at.</summary>
    private static RegionCensus? At(IReadOnlyList<RegionCensus> regions, HeapSpan page)
    {
        var (low, high) = (0, regions.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = regions[middle].Region.End > page.Start ? (low, middle) : (middle + 1, high);
        }
        return low < regions.Count && regions[low].Region is var region && page.Start >= region.Start && page.End <= region.End ? regions[low] : null;
    }

    private static int Index(Region region, ulong address) => (int)((address - region.Start) / Page.Size);
}
