using Lowtide.Recordings;

namespace Lowtide.Capture.CRuby;

/// <summary>What became of a worker's heap pages, by the census of all its pages.</summary>
internal static class RubyPagesCensus
{
    /// <param name="pages">In order of address.</param>
    public static RubyCopies Tally(IReadOnlyList<RubyPage> pages, PageCensus census)
    {
        long inherited = 0, copied = 0;
        foreach (var page in pages)
        {
            if (census.Regions.FirstOrDefault(region => page.Body >= region.Region.Start && page.End <= region.Region.End) is not { } region)
                continue;
            var (first, end) = (Index(region.Region, page.Body), Index(region.Region, page.End + Page.Size - 1));
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
