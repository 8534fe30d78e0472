using System.Globalization;
using System.Text;

namespace Lowtide.Reports.Blocks;

/// <summary>
/// A region's pages as cells of a map, each of so many pages, written as runs of alike ones: "s4r12*3" is three cells of 4 pages of the
/// letter s and 12 of r. What is not in memory is not counted; a cell of nothing else is "" or, several of them, "*7".
/// </summary>
internal static class CellRuns
{
    /// <summary>Of one run.</summary>
    public const string Pattern = @"^([a-z][0-9]+)*(\*[0-9]+)?$";

    /// <summary>A page that is not in memory.</summary>
    public const char Nothing = '\0';

    /// <param name="letters">A page each; <see cref="Nothing"/> for what is not in memory.</param>
    /// <param name="inOrder">All letters, as they stand one above the other in a cell.</param>
    public static IReadOnlyList<string> Of(ReadOnlySpan<char> letters, int pagesPerCell, IReadOnlyList<char> inOrder)
    {
        var runs = new List<string>();
        var (last, length) = ("", 0);
        while (!letters.IsEmpty)
        {
            var cell = letters[..Math.Min(pagesPerCell, letters.Length)];
            letters = letters[cell.Length..];
            var tally = Tally(cell, inOrder);
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
    public static int Drawn(ReadOnlySpan<char> letters, int pagesPerCell)
    {
        var drawn = 0;
        for (; !letters.IsEmpty; letters = letters[Math.Min(pagesPerCell, letters.Length)..])
            if (letters[..Math.Min(pagesPerCell, letters.Length)].ContainsAnyExcept(Nothing))
                drawn++;
        return drawn;
    }

    private static string Tally(ReadOnlySpan<char> cell, IReadOnlyList<char> inOrder)
    {
        var text = new StringBuilder();
        foreach (var letter in inOrder)
            if (cell.Count(letter) is > 0 and var pages)
                text.Append(CultureInfo.InvariantCulture, $"{letter}{pages}");
        return text.ToString();
    }

    private static void Add(List<string> runs, string tally, int length)
    {
        if (length > 0)
            runs.Add(length == 1 ? tally : $"{tally}*{length}");
    }
}
