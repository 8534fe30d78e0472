using Spectre.Console;
using Spectre.Console.Rendering;

namespace Lowtide.Writing;

/// <summary>
/// Text for a screen, with its style beside it and never in it: brackets are brackets, and what would drive a terminal is taken out as the text comes in
/// (<see cref="Screen.Shown"/>). A string becomes one by itself, so that a name that a process gave itself needs no care of who shows it.
/// </summary>
internal sealed class Styled
{
    private static readonly Style InBold = new(decoration: Decoration.Bold), InGreen = new(Color.Green), InRed = new(Color.Red);

    private readonly (string Text, Style Style)[] _parts;

    private Styled(params (string Text, Style Style)[] parts) => _parts = parts;

    public string Text => string.Concat(_parts.Select(part => part.Text));

    public static implicit operator Styled(string text) => new((Screen.Shown(text), Style.Plain));

    public static Styled operator +(Styled first, Styled second) => new([.. first._parts, .. second._parts]);

    public static Styled Bold(string text) => new((Screen.Shown(text), InBold));

    public static Styled Green(string text) => new((Screen.Shown(text), InGreen));

    public static Styled Red(string text) => new((Screen.Shown(text), InRed));

    /// <summary>Other text in the style that this begins with.</summary>
    public Styled With(string text) => new((Screen.Shown(text), _parts[0].Style));

    public IRenderable Folding()
    {
        var paragraph = new Paragraph();
        foreach (var (text, style) in _parts)
            paragraph.Append(text, style);
        return paragraph;
    }
}
