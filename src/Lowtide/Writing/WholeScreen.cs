using System.Text;

namespace Lowtide.Writing;

/// <summary>
/// A terminal that is drawn again from its first row on, as top(1) does it: whatever is typed or resized in between, the next
/// drawing puts right. Nothing has to be restored, so that no end of the program can leave the terminal in disorder: the
/// cursor waits below, and the last look stays.
/// </summary>
internal sealed class WholeScreen(TextWriter terminal)
{
    // Cursor to the first row and column; erase to the end of the line, and of the screen (ECMA-48: CUP, EL, ED).
    private const string Home = "\u001b[H", EraseLine = "\u001b[K", EraseBelow = "\u001b[J";

    private bool _begun;

    /// <summary>Standard output; null where that is no terminal.</summary>
    public static WholeScreen? OfOutput() => Terminal.IsOutput ? new WholeScreen(StandardStream.Out) : null;

    public void Draw(IReadOnlyList<LiveLine> lines, int columns, int rows)
    {
        // All at once, so that nobody sees half of it.
        var text = new StringBuilder();
        if (!_begun)
            text.Append('\n', rows); // what stood there goes up into what can be scrolled back to
        _begun = true;
        text.Append(Home);
        foreach (var line in lines.Take(rows - 1))
            text.Append(line.Cut(columns - 1)).Append(EraseLine).Append("\r\n");
        terminal.Write(text.Append(EraseBelow).ToString());
    }
}
