using Lowtide.Analysis.Causes;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;

namespace Lowtide.Reports.Report;

/// <summary>A page as a letter, by what became of it or by what copied it.</summary>
internal static class PageLetters
{
    /// <summary>As they stand one above the other in a map: shared, copied, the rest.</summary>
    public static readonly IReadOnlyList<char> InOrder =
    [
        .. PageStates.All.TakeWhile(words => !words.IsCopied).Select(words => words.Letter),
        .. PageStates.All.Where(words => words.IsCopied).Select(words => words.Letter),
        .. PageCauses.All.Select(words => words.Letter),
        .. PageStates.All.SkipWhile(words => !words.IsCopied).Where(words => !words.IsCopied).Select(words => words.Letter),
    ];

    private static readonly char[] OfStates = [.. Enumerable.Range(0, 256).Select(state =>
        state == (int)PageState.None ? CellRuns.Nothing : PageStates.Of((PageState)state).Letter)];

    public static char[] ByState(RegionCensus region) => [.. region.Pages.Select(state => OfStates[(byte)state])];

    /// <summary>
    /// Region by region in the order given. Of the pages that a collection walked, reads would have copied some as well; which ones nobody
    /// knows. They get their share evenly, so that the map adds up to what the table by cause says.
    /// </summary>
    public static IEnumerable<char[]> ByCause(IEnumerable<RegionCensus> regions, CopiedByCause copied)
    {
        var read = 0.0;
        foreach (var region in regions)
        {
            var letters = ByState(region);
            foreach (var (page, trace) in region.Traces!.Index())
            {
                if (trace == CopyTrace.None)
                    continue;
                var cause = copied.IsWalked(trace) ? CopyCause.Collector : copied.CauseOf(trace);
                if (cause == CopyCause.Collector && (read += copied.Read.Surely) >= 1)
                    (cause, read) = (CopyCause.ReferenceCount, read - 1);
                letters[page] = PageCauses.Of(cause).Letter;
            }
            yield return letters;
        }
    }
}
