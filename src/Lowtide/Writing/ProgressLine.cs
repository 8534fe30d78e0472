namespace Lowtide.Writing;

/// <summary>One line on standard error that is redrawn on a terminal, while somebody waits; nothing in a pipe.</summary>
internal sealed class ProgressLine : IDisposable
{
    // "Erase to the end of the line" (ECMA-48, EL): what stood there may have been longer.
    private const string EraseLine = "\r\u001b[K";

    private readonly bool _terminal = Terminal.IsError;
    private bool _shown;

    public void Show(string line)
    {
        if (!_terminal)
            return;
        _shown = true;
        // A line that wraps cannot be redrawn.
        StandardStream.Error.Write(EraseLine + new LiveLine(line).Cut(Terminal.Size().Columns - 1));
    }

    public void Dispose()
    {
        if (_shown)
            StandardStream.Error.Write(EraseLine);
        _shown = false;
    }
}
