using System.Globalization;
using System.Text;
using Lowtide.Recordings;

namespace Lowtide.Reports.Standalone;

/// <summary>
/// A region's pages as cells of a map, each of so many pages, written as runs of alike ones: "r:r12s4*3" is three cells of 12
/// relinked and 4 shared pages, drawn as relinked. What is not in memory is not in the tally; a cell of nothing else is "o:".
/// </summary>
/// <remarks>
/// One cell shows one state. If that were the commonest, a map in which every cell is a third copied would show nothing copied. So what a
/// cell leaves unshown is carried on to the next (error diffusion, as in half-toning): the areas of the colours come out as the bytes do.
/// </remarks>
internal static class CellRuns
{
    public static IReadOnlyList<string> Of(ReadOnlySpan<PageState> pages, int pagesPerCell)
    {
        var runs = new List<string>();
        var owed = new double[256];
        var counts = new int[256];
        var (last, length) = ("", 0);
        while (!pages.IsEmpty)
        {
            var cell = pages[..Math.Min(pagesPerCell, pages.Length)];
            pages = pages[cell.Length..];
            Array.Clear(counts);
            foreach (var state in cell)
                counts[(byte)state]++;
            var text = Text(counts, cell.Length, owed);
            if (text == last)
            {
                length++;
                continue;
            }
            Add(runs, last, length);
            (last, length) = (text, 1);
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

    private static string Text(ReadOnlySpan<int> counts, int length, Span<double> owed)
    {
        var present = length - counts[(byte)PageState.None];
        if (present == 0)
            return $"{PageStates.Absent}:";
        var shown = -1;
        for (var state = 1; state < counts.Length; state++)
        {
            owed[state] += counts[state] / (double)present;
            if (counts[state] > 0 && (shown < 0 || owed[state] > owed[shown]))
                shown = state;
        }
        owed[shown]--;
        var text = new StringBuilder().Append(PageStates.Letter((PageState)shown)).Append(':');
        foreach (var words in PageStates.All)
            if (counts[(byte)words.State] is > 0 and var pages)
                text.Append(CultureInfo.InvariantCulture, $"{words.Letter}{pages}");
        return text.ToString();
    }

    private static void Add(List<string> runs, string text, int length)
    {
        if (length > 0)
            runs.Add(length == 1 ? text : $"{text}*{length}");
    }
}
