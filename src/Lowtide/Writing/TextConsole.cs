using Spectre.Console;

namespace Lowtide.Writing;

/// <summary>
/// A terminal, a pipe or a string that takes text and tables of ours, and nothing else: no markup, no terminal sequence. With <see cref="Styled"/> the door
/// through which each screen goes; nothing outside this folder reaches the console behind it.
/// </summary>
internal sealed class TextConsole(IAnsiConsole console)
{
    public int Width
    {
        get => console.Profile.Width;
        set => console.Profile.Width = value;
    }

    public void WriteLine() => console.WriteLine();

    /// <summary>Folded where a terminal is too narrow, from its first column on.</summary>
    public void WriteLine(Styled text)
    {
        console.Write(text.Folding());
        console.WriteLine();
    }

    public void Write(FittedTable table) => console.Write(table);

    public void Write(HangingText text) => console.Write(text);

    /// <summary>Never folded.</summary>
    public void WriteVerbatim(string line) => console.Profile.Out.Writer.WriteLine(Screen.Plain(line));
}
