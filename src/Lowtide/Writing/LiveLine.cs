using Spectre.Console.Rendering;

namespace Lowtide.Writing;

/// <summary>A line of what is drawn again in place: plain text, so that its width is known, and none of it coloured.</summary>
internal readonly record struct LiveLine(string Text, bool Bold = false)
{
    public string Text { get; init; } = Screen.Plain(Text);

    /// <summary>In cells of a terminal: some characters take two.</summary>
    public int Width => new Segment(Text).CellCount();

    /// <summary>A line that wraps would push the others out of their places.</summary>
    public LiveLine Cut(int columns)
    {
        // Truncate keeps a character of two cells also where only one is left.
        var cut = Width <= columns ? this : this with { Text = Segment.Truncate(new Segment(Text), columns)?.Text ?? "" };
        return cut.Width <= columns ? cut : cut with { Text = cut.Text[..^1] };
    }

    /// <summary>Bold is no colour, and NO_COLOR leaves it (no-color.org).</summary>
    public override string ToString() => Bold ? $"\u001b[1m{Text}\u001b[0m" : Text;
}
