using Spectre.Console;
using Spectre.Console.Rendering;

namespace Lowtide.Writing;

/// <summary>Text behind a lead, such as a bullet; what a terminal has no room for goes on under the text's own beginning.</summary>
internal sealed class HangingText(string lead, Styled text) : Renderable
{
    /// <summary>A terminal that is narrower has longer lines, not one of single letters.</summary>
    private const int Least = 20;

    protected override IEnumerable<Segment> Render(RenderOptions options, int maxWidth)
    {
        var before = Screen.Plain(lead);
        foreach (var line in Folded(text, options, Math.Max(Least, maxWidth - lead.Length)))
        {
            yield return new Segment(before);
            foreach (var part in line)
                yield return part;
            yield return Segment.LineBreak;
            before = new string(' ', lead.Length);
        }
    }

    /// <summary>Lines that are no wider, broken between words, without blanks at their ends.</summary>
    private static IEnumerable<Segment[]> Folded(Styled text, RenderOptions options, int width) =>
        Segment.SplitLines(text.Folding().Render(options, width)).Select(Trimmed).Where(line => line.Length > 0);

    private static Segment[] Trimmed(List<Segment> line)
    {
        var (first, last) = (line.FindIndex(IsShown), line.FindLastIndex(IsShown));
        return first < 0 ? [] : [.. line[first..(last + 1)]];

        static bool IsShown(Segment part) => !string.IsNullOrWhiteSpace(part.Text);
    }
}
