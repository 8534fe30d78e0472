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
            if (page.Purpose != MemoryPurpose.RubyPages
                || census.Regions.FirstOrDefault(region => page.Start >= region.Region.Start && page.End <= region.Region.End) is not { } region)
                continue;
            var (first, end) = (Index(region.Region, page.Start), Index(region.Region, page.End + Page.Size - 1));
            foreach (var state in region.Pages.AsSpan(first..end))
            {
                var isCopy = state is PageState.CopiedIdentical or PageState.CopiedRelinked or PageState.CopiedChanged;
                copied += isCopy ? Page.Size : 0;
                inherited += isCopy || state == PageState.InheritedShared ? Page.Size : 0;
            }
        }
        return new RubyCopies(inherited, copied);
    }

    private static int Index(Region region, ulong address) => (int)((address - region.Start) / Page.Size);
}
