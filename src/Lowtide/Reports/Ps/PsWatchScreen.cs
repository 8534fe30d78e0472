using Lowtide.Writing;

namespace Lowtide.Reports.Ps;

/// <summary>What <c>lowtide ps --watch</c> shows a person: drawn in place on a terminal, block after block in a pipe.</summary>
internal sealed class PsWatchScreen(bool one) : IPsWatcher
{
    private readonly WholeScreen? _terminal = WholeScreen.OfOutput();
    private readonly PssChanges _changes = new();
    private PsSnapshot? _last;

    public void Show(PsSnapshot look)
    {
        _changes.Note(look.Families);
        _last = look;
        if (_terminal is not null)
            ShowAgain();
        else
            foreach (var line in PsWatchLines.Of(look, _changes, one, columns: null, rows: null).Append(new LiveLine("")))
                Console.Out.WriteLine(line.Text);
    }

    public void ShowAgain()
    {
        var (columns, rows) = Terminal.Size();
        // The last row is the cursor's, and behind a full line terminals differ in where the cursor is.
        if (_last is not null)
            _terminal?.Draw(PsWatchLines.Of(_last, _changes, one, columns - 1, rows - 1), columns, rows);
    }
}
