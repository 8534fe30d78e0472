using System.Globalization;

namespace Lowtide.Recordings;

/// <summary>One heap of a process, cell by cell from its start.</summary>
/// <param name="Name">"main arena".</param>
/// <param name="Kind">Whose it is, which says what letters there are: "malloc".</param>
/// <param name="CellBytes">Of a cell. Of more than one page, the letter is that of most.</param>
/// <param name="Cells">Runs of a letter and how many cells in a row have it: "u12f3".</param>
public sealed record HeapPicture(string Name, string Kind, long CellBytes, string Cells)
{
    public IEnumerable<(char Letter, int Cells)> Runs()
    {
        for (var at = 0; at < Cells.Length;)
        {
            var end = at + 1;
            while (end < Cells.Length && char.IsAsciiDigit(Cells[end]))
                end++;
            yield return int.TryParse(Cells.AsSpan(at + 1, end - at - 1), NumberStyles.None, CultureInfo.InvariantCulture, out var count)
                ? (Cells[at], count)
                : throw new InvalidDataException("a heap's cells without a count");
            at = end;
        }
    }

    public static string RunsOf(ReadOnlySpan<char> letters)
    {
        var text = new System.Text.StringBuilder();
        while (!letters.IsEmpty)
        {
            var other = letters.IndexOfAnyExcept(letters[0]);
            var count = other < 0 ? letters.Length : other;
            text.Append(CultureInfo.InvariantCulture, $"{letters[0]}{count}");
            letters = letters[count..];
        }
        return text.ToString();
    }
}
