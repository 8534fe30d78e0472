namespace Lowtide.Writing;

/// <summary>What somebody may have meant who mistyped a name.</summary>
internal static class NearName
{
    /// <returns>The nearest, at most a third of its letters away; null where none is.</returns>
    public static string? Of(string typed, IEnumerable<string> names) => names
        .Select(name => (Name: name, Away: Distance(typed, name)))
        .Where(near => near.Away * 3 <= near.Name.Length)
        .OrderBy(near => near.Away)
        .Select(near => near.Name)
        .FirstOrDefault();

    /// <summary>Letters put in, left out, changed, or swapped with the next: optimal string alignment (Damerau 1964, doi:10.1145/363958.363994).</summary>
    internal static int Distance(string from, string to)
    {
        var cells = new int[from.Length + 1, to.Length + 1];
        for (var row = 0; row <= from.Length; row++)
            for (var column = 0; column <= to.Length; column++)
                cells[row, column] = row == 0 || column == 0 ? row + column : Least(row, column);
        return cells[from.Length, to.Length];

        int Least(int row, int column)
        {
            var least = Math.Min(cells[row - 1, column], cells[row, column - 1]) + 1;
            least = Math.Min(least, cells[row - 1, column - 1] + (from[row - 1] == to[column - 1] ? 0 : 1));
            return row > 1 && column > 1 && from[row - 1] == to[column - 2] && from[row - 2] == to[column - 1]
                ? Math.Min(least, cells[row - 2, column - 2] + 1) : least;
        }
    }
}
