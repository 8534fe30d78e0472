using Spectre.Console;

namespace Lowtide.Reports;

/// <param name="Name">Its head; right-aligned with a leading ">".</param>
/// <param name="Worth">Of the columns that do not fit, those worth least are left out.</param>
internal sealed record FittedColumn(string Name, int Worth);

/// <summary>A table as lines that fit a terminal: without columns for which it is too narrow, and rows for which it is too low.</summary>
internal sealed class FittedTable(params IReadOnlyList<FittedColumn> columns)
{
    private readonly List<string[]> _rows = [];

    /// <param name="cells">One a column, as markup.</param>
    public void Add(params string[] cells) => _rows.Add(cells);

    /// <param name="height">Of the whole, the head among it; of more rows the first are kept, and the rest counted.</param>
    public IReadOnlyList<LiveLine> Lines(int width, int height)
    {
        var room = Math.Max(1, height - 1);
        var shown = _rows.Count <= room ? _rows : _rows[..Math.Max(0, room - 1)];
        for (var kept = columns.OrderByDescending(column => column.Worth).ToList(); ; kept.RemoveAt(kept.Count - 1))
        {
            var lines = Drawn([.. columns.Where(kept.Contains)], shown);
            if (kept.Count > 1 && lines.Exists(line => line.Width > width))
                continue;
            if (shown.Count < _rows.Count)
                lines.Add(new LiveLine($"and {_rows.Count - shown.Count} more"));
            return lines;
        }
    }

    private List<LiveLine> Drawn(IReadOnlyList<FittedColumn> kept, IReadOnlyList<string[]> rows)
    {
        var places = kept.Select(column => columns.ToList().IndexOf(column)).ToList();
        var table = Screen.Table([.. kept.Select(column => column.Name)]);
        foreach (var row in rows)
            table.AddRow([.. places.Select(place => row[place])]);
        using var text = new StringWriter();
        Screen.Plainly(text).Write(table);
        return [.. text.ToString().TrimEnd('\n').Split('\n').Select((line, number) => new LiveLine(line.TrimEnd(), Bold: number == 0))];
    }
}
