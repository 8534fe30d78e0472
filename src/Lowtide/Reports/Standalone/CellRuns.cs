using System.Globalization;
using System.Text;
using Lowtide.Recordings;

namespace Lowtide.Reports.Standalone;

/// <summary>
/// A region's pages as cells of a map, each of so many pages, written as runs of alike ones: "s4r12*3" is three cells of 4 shared and 12
/// relinked pages. What is not in memory is not counted; a cell of nothing else is "" or, several of them, "*7".
/// </summary>
internal static class CellRuns
{
    public static IReadOnlyList<string> Of(ReadOnlySpan<PageState> pages, int pagesPerCell)
    {
        var runs = new List<string>();
        var (last, length) = ("", 0);
        while (!pages.IsEmpty)
        {
            var cell = pages[..Math.Min(pagesPerCell, pages.Length)];
            pages = pages[cell.Length..];
            var tally = Tally(cell);
            if (tally != last)
            {
                Add(runs, last, length);
                (last, length) = (tally, 0);
            }
            length++;
        }
        Add(runs, last, length);
        return runs;
    }

    /// <summary>How many cells show something.</summary>
    public static int Drawn(ReadOnlySpan<PageState> pages, int pagesPerCell)
    {
        var drawn = 0;
        for (; !pages.IsEmpty; pages = pages[Math.Min(pagesPerCell, pages.Length)..])
            if (pages[..Math.Min(pagesPerCell, pages.Length)].ContainsAnyExcept(PageState.None))
                drawn++;
        return drawn;
    }

    private static string Tally(ReadOnlySpan<PageState> cell)
    {
        var text = new StringBuilder();
        foreach (var words in PageStates.All)
            if (cell.Count(words.State) is > 0 and var pages)
                text.Append(CultureInfo.InvariantCulture, $"{words.Letter}{pages}");
        return text.ToString();
    }

    private static void Add(List<string> runs, string tally, int length)
    {
        if (length > 0)
            runs.Add(length == 1 ? tally : $"{tally}*{length}");
    }
}
