using System.Globalization;
using System.Text;

namespace Lowtide.Recordings;

/// <summary>One heap of a process, cell by cell from its start.</summary>
/// <param name="Name">"main arena", "Ruby's slots of 40 bytes".</param>
/// <param name="Kind">Whose it is, which says what letters there are: "malloc", "ruby".</param>
/// <param name="CellBytes">Of a cell. Of more than one page or slot, the letter is that of most.</param>
/// <param name="Cells">Runs of a letter and how many cells in a row have it: "u12f3". A heap that is made of pages has a blank between each and the
/// next.</param>
public sealed record HeapPicture(string Name, string Kind, long CellBytes, string Cells)
{
    /// <summary>Of one process; whoever makes a picture puts several pages or slots into a cell before there are more.</summary>
    private const int MostCells = 1 << 22;

    /// <summary>Each letter has a count, and all together are not more than can be: a recording holds no other.</summary>
    public bool IsWhole
    {
        get
        {
            try
            {
                return Runs().Sum(run => (long)run.Cells) <= MostCells;
            }
            catch (InvalidDataException)
            {
                return false;
            }
        }
    }

    /// <summary>Page by page; of one that is not made of pages, all of it.</summary>
    public IEnumerable<IReadOnlyList<(char Letter, int Cells)>> Pages() => Cells.Split(' ').Select(page => RunsIn(page).ToList());

    public IEnumerable<(char Letter, int Cells)> Runs() => Pages().SelectMany(page => page);

    private static IEnumerable<(char Letter, int Cells)> RunsIn(string cells)
    {
        for (var at = 0; at < cells.Length;)
        {
            var end = at + 1;
            while (end < cells.Length && char.IsAsciiDigit(cells[end]))
                end++;
            yield return int.TryParse(cells.AsSpan(at + 1, end - at - 1), NumberStyles.None, CultureInfo.InvariantCulture, out var count)
                ? (cells[at], count)
                : throw new InvalidDataException("a heap's cells without a count");
            at = end;
        }
    }

    public static string RunsOf(ReadOnlySpan<char> letters)
    {
        var text = new StringBuilder();
        while (!letters.IsEmpty)
        {
            var other = letters.IndexOfAnyExcept(letters[0]);
            var count = other < 0 ? letters.Length : other;
            text.Append(CultureInfo.InvariantCulture, $"{letters[0]}{count}");
            letters = letters[count..];
        }
        return text.ToString();
    }

    /// <summary>So many cells as one, with the letter that most of them have.</summary>
    public static char[] Together(char[] letters, int count) => count == 1 ? letters
        : [.. letters.Chunk(count).Select(cell => cell.CountBy(letter => letter).MaxBy(letter => letter.Value).Key)];
}
