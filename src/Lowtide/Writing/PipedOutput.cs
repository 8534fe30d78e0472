using System.Text;
using Spectre.Console;

namespace Lowtide.Writing;

/// <summary>
/// Standard output that is no terminal. Spectre's own asks the terminal all the same, which makes .NET read the whole
/// terminal description first (terminfo(5)): a tenth of a short command's time.
/// </summary>
internal sealed class PipedOutput(TextWriter writer) : IAnsiConsoleOutput
{
    public TextWriter Writer => writer;

    public bool IsTerminal => false;

    /// <summary>Lines for grep and awk: nothing is folded.</summary>
    public int Width => Columns;

    public const int Columns = 1000;

    public int Height => 24;

    public void SetEncoding(Encoding encoding)
    {
    }
}

/// <summary>Standard output or error that is a terminal. Spectre's own knows it by System.Console, which is <see cref="PlainWriter"/> here.</summary>
internal sealed class TerminalOutput(TextWriter writer) : IAnsiConsoleOutput
{
    public TextWriter Writer => writer;

    public bool IsTerminal => true;

    public int Width => Terminal.Size().Columns;

    public int Height => Terminal.Size().Rows;

    public void SetEncoding(Encoding encoding)
    {
    }
}
