using System.Text;

namespace Lowtide.Writing;

/// <summary>
/// The last lines of a terminal, drawn again in place, while other lines are written above them and scroll away as usual. The
/// cursor waits below and is never hidden: no end of the program can leave the terminal in disorder.
/// </summary>
/// <remarks>Not Spectre.Console's live display: that counts rows by the width it drew at, and after a resize leaves parts of old lines.</remarks>
/// <param name="size">Of the terminal, at the moment it is asked.</param>
internal sealed class LiveBlock(TextWriter terminal, Func<(int Columns, int Rows)> size)
{
    // Erase to the end of the line, and of the screen (ECMA-48: EL, ED).
    private const string EraseLine = "\u001b[K", EraseBelow = "\u001b[J";

    private List<int> _widths = [];

    /// <summary>Below what standard error says.</summary>
    public static LiveBlock OfError() => new(StandardStream.Error, Terminal.Size);

    /// <summary>One fewer than there are: behind a full line terminals differ in where the cursor is.</summary>
    public int Columns => size().Columns - 1;

    public void Draw(IReadOnlyList<LiveLine> lines) => Write("", lines);

    public void Erase() => Draw([]);

    /// <param name="text">Kept, above the block, which is then these lines.</param>
    public void WriteAbove(string text, IReadOnlyList<LiveLine> lines) => Write($"{Screen.Plain(text)}{EraseBelow}\r\n", lines);

    private void Write(string above, IReadOnlyList<LiveLine> lines)
    {
        var (columns, rows) = size();
        // What has scrolled off the top cannot be drawn again.
        var shown = lines.Take(rows - 1).Select(line => line.Cut(columns - 1)).ToList();
        // All at once, so that nobody sees half of it.
        var text = new StringBuilder(ToItsTop(columns)).Append(above);
        foreach (var line in shown)
            text.Append(line).Append(EraseLine).Append("\r\n");
        terminal.Write(text.Append(EraseBelow).ToString());
        _widths = shown.ConvertAll(line => line.Width);
    }

    /// <summary>On a terminal that has become narrower since, lines take several rows (ECMA-48: CUU).</summary>
    private string ToItsTop(int columns)
    {
        var rows = _widths.Sum(width => Math.Max(1, (width + columns - 1) / columns));
        return rows == 0 ? "\r" : $"\r\u001b[{rows}A";
    }
}
