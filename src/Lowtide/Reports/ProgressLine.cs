namespace Lowtide.Reports;

/// <summary>One line on standard error that is redrawn on a terminal, while somebody waits; nothing in a pipe.</summary>
internal sealed class ProgressLine : IDisposable
{
    // "Erase to the end of the line" (ECMA-48, EL): what stood there may have been longer.
    private const string EraseLine = "\r\u001b[K";

    private readonly bool _terminal = !Console.IsErrorRedirected && Environment.GetEnvironmentVariable("TERM") is not (null or "" or "dumb");
    private bool _shown;

    public void Show(string line)
    {
        if (!_terminal)
            return;
        _shown = true;
        // A line that wraps cannot be redrawn.
        var width = Console.WindowWidth is > 1 and var columns ? columns - 1 : 79;
        Console.Error.Write(EraseLine + line[..Math.Min(line.Length, width)]);
    }

    public void Dispose()
    {
        if (_shown)
            Console.Error.Write(EraseLine);
        _shown = false;
    }
}
