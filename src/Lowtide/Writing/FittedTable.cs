using Spectre.Console;
using Spectre.Console.Rendering;

namespace Lowtide.Writing;

/// <summary>
/// A table without columns for which the terminal is too narrow, and a line that names them. No cell is folded or cut, for half a
/// number is another number; but a last column of words may go on below itself.
/// </summary>
internal sealed class FittedTable(params FittedColumn[] columns) : Renderable
{
    private const int Gap = 2;

    /// <summary>Of one cell: more than any line has.</summary>
    private const int Unlimited = 100_000;

    /// <summary>A column of words is at least so wide, and ends here where nothing else bounds it.</summary>
    private const int LeastWords = 16, ReadableWidth = 80;

    private readonly List<Styled[]> _rows = [];

    /// <param name="cells">One a column.</param>
    public void AddRow(params Styled[] cells) => _rows.Add(cells);

    protected override IEnumerable<Segment> Render(RenderOptions options, int maxWidth)
    {
        var (lines, leftOut) = Fitted(_rows, options, maxWidth);
        foreach (var line in lines)
        {
            foreach (var segment in line)
                yield return segment;
            yield return Segment.LineBreak;
        }
        if (Array.IndexOf(leftOut, true) < 0)
            yield break;
        foreach (var segment in ((IRenderable)new Text(Note(leftOut, maxWidth))).Render(options, maxWidth))
            yield return segment;
        yield return Segment.LineBreak;
    }

    /// <summary>To be drawn again in place, without the note: there is no pipe to send who watches to.</summary>
    /// <param name="height">Of the whole, the head among it; of more rows the first are kept, and the rest counted.</param>
    public IReadOnlyList<LiveLine> Lines(int width, int height)
    {
        var room = Math.Max(1, height - 1);
        var rows = _rows.Count <= room ? _rows : _rows[..Math.Max(0, room - 1)];
        var lines = new List<LiveLine>();
        foreach (var parts in Fitted(rows, RenderOptions.Create(Screen.Unseen), width).Lines)
            lines.Add(new LiveLine(string.Concat(parts.Select(part => part.Text)), Bold: lines.Count == 0));
        if (rows.Count < _rows.Count)
            lines.Add(new LiveLine($"and {_rows.Count - rows.Count} more"));
        return lines;
    }

    private (List<List<Segment>> Lines, bool[] LeftOut) Fitted(List<Styled[]> rows, RenderOptions options, int maxWidth)
    {
        var cells = new List<Segment[][]> { Cells(Array.ConvertAll(columns, column => Styled.Bold(column.Head)), options) };
        foreach (var row in rows)
            cells.Add(Cells(row, options));
        var widths = Widths(cells);
        if (columns[^1] is { Folds: false, FoldsByWord: false })
        {
            var without = LeftOut(widths, maxWidth);
            return (cells.ConvertAll(line => Line(line, widths, without)), without);
        }
        var words = Math.Min(widths[^1], LeastWords);
        var leftOut = LeftOut([.. widths[..^1], words], maxWidth);
        var before = widths[..^1].Where((_, column) => !leftOut[column]).Sum(width => width + Gap);
        var room = Math.Max(words, (maxWidth >= PipedOutput.Columns ? ReadableWidth : maxWidth) - before);
        var lines = new List<List<Segment>> { Line(cells[0], widths, leftOut) };
        foreach (var (row, line) in rows.Zip(cells.Skip(1)))
        {
            var parts = !columns[^1].FoldsByWord && row[^1].Text.Contains(", ", StringComparison.Ordinal)
                ? Folded(row[^1], ", ", options, room) : Folded(row[^1], " ", options, Math.Max(words, maxWidth - before));
            lines.Add(Line([.. line[..^1], parts[0]], widths, leftOut));
            lines.AddRange(parts.Skip(1).Select(part => (List<Segment>)[Segment.Padding(before), .. part]));
        }
        return (lines, leftOut);
    }

    /// <summary>A list is broken after commas only: an item is a name and its amount. A sentence goes on word by word.</summary>
    private static Segment[][] Folded(Styled cell, string between, RenderOptions options, int room)
    {
        var lines = new List<string>();
        foreach (var item in cell.Text.Split(between))
            if (lines.Count > 0 && Segment.CellCount(Cells([cell.With($"{lines[^1]}{between}{item}{between.TrimEnd()}")], options)[0]) <= room)
                lines[^1] += $"{between}{item}";
            else
                lines.Add(item);
        return Cells([.. lines.Select((line, at) => cell.With(at < lines.Count - 1 ? $"{line}{between.TrimEnd()}" : line))], options);
    }

    private static Segment[][] Cells(Styled[] cells, RenderOptions options) =>
        Array.ConvertAll(cells, cell => cell.Folding().Render(options, Unlimited).Where(part => !part.IsLineBreak && part.Text.Length > 0).ToArray());

    private int[] Widths(List<Segment[][]> lines)
    {
        var widths = new int[columns.Length];
        foreach (var line in lines)
            for (var column = 0; column < widths.Length; column++)
                widths[column] = Math.Max(widths[column], Segment.CellCount(line[column]));
        return widths;
    }

    private bool[] LeftOut(int[] widths, int maxWidth)
    {
        var leftOut = new bool[columns.Length];
        var total = -Gap;
        foreach (var width in widths)
            total += width + Gap;
        for (var kept = columns.Length; total > maxWidth && kept > 1; kept--)
        {
            var least = -1;
            for (var column = columns.Length - 1; column >= 0; column--)
                if (!leftOut[column] && columns[column].Worth < (least < 0 ? FittedColumn.Always : columns[least].Worth))
                    least = column;
            if (least < 0)
                break;
            leftOut[least] = true;
            total -= widths[least] + Gap;
        }
        return leftOut;
    }

    private List<Segment> Line(Segment[][] cells, int[] widths, bool[] leftOut)
    {
        var (parts, blanks) = (new List<Segment>(), 0);
        for (var column = 0; column < columns.Length; column++)
        {
            if (leftOut[column])
                continue;
            var padding = widths[column] - Segment.CellCount(cells[column]);
            // Blanks wait for what follows them: none end a line.
            blanks += columns[column].IsRight ? padding : 0;
            if (cells[column].Length > 0)
            {
                parts.Add(Segment.Padding(blanks));
                parts.AddRange(cells[column]);
                blanks = 0;
            }
            blanks += (columns[column].IsRight ? 0 : padding) + Gap;
        }
        return parts;
    }

    private string Note(bool[] leftOut, int maxWidth)
    {
        var names = new List<string>();
        for (var column = 0; column < columns.Length; column++)
            if (leftOut[column])
                names.Add(columns[column].Head);
        return $"{maxWidth} columns are too few for {string.Join(", ", names)}: a wider terminal or a pipe (| cat) shows all.";
    }
}
