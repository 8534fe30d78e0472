using System.Globalization;
using System.Net;
using System.Text;
using System.Text.RegularExpressions;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>A screen as a drawing of its letters: what it says can be compared and searched, which that of a photograph cannot.</summary>
internal static partial class ScreenPicture
{
    private const int Columns = 100, Room = 16, LineHeight = 19, FontSize = 14;

    /// <summary>Blanks inside a line are meant; browsers heed only this, and other programs xml:space.</summary>
    private const string Spaces = "text { white-space: pre }";

    /// <summary>Of a letter of that size, whatever font a reader's browser has.</summary>
    private const double LetterWidth = 8.4;

    /// <param name="typed">The command, which stands above it.</param>
    /// <param name="screen">In colour, as Spectre.Console writes it.</param>
    public static string Of(string title, string typed, string screen)
    {
        List<string> lines = [$"$ {typed}", .. screen.TrimEnd('\n').Split('\n').SelectMany(Folded)];
        var (width, height) = ((Columns * LetterWidth) + (2 * Room), (lines.Count * LineHeight) + (2 * Room));
        var drawing = new StringBuilder(string.Create(CultureInfo.InvariantCulture,
            $"""
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">
            <title>{WebUtility.HtmlEncode(title)}</title>
            <style>{Spaces}</style>
            <!-- made by ReadmeTests of tests/Pure -->
            <rect width="100%" height="100%" fill="#0d1117"/>
            <g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="{FontSize}" fill="#e6edf3" xml:space="preserve">

            """));
        foreach (var (row, line) in lines.Index().Where(each => each.Item.Trim().Length > 0))
            drawing.AppendLine(Text(line, row));
        return drawing.AppendLine("</g>").AppendLine("</svg>").ToString();
    }

    /// <summary>As a terminal breaks what does not fit.</summary>
    private static IEnumerable<string> Folded(string line) =>
        line.Length <= Columns || Escape().IsMatch(line) ? [line] : line.Chunk(Columns).Select(part => new string(part));

    private static string Text(string line, int row)
    {
        var words = Escape().Replace(line, "").TrimEnd();
        var bold = line.Contains("\u001b[1m", StringComparison.Ordinal) ? " font-weight=\"bold\"" : "";
        var indent = words.Length - words.TrimStart().Length;
        return string.Create(CultureInfo.InvariantCulture,
            $"""<text x="{Room + (indent * LetterWidth):0.#}" y="{Room + (row * LineHeight) + FontSize}" """
            + $"""textLength="{(words.Length - indent) * LetterWidth:0.#}"{bold}>{WebUtility.HtmlEncode(words.TrimStart())}</text>""");
    }

    [GeneratedRegex("\u001b\\[[0-9;]*m", RegexOptions.NonBacktracking)]
    private static partial Regex Escape();
}
