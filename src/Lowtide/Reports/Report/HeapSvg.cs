using System.Globalization;
using System.Security;
using System.Text;
using Lowtide.Analysis;
using Lowtide.Reports.Blocks;
using Lowtide.Writing;

namespace Lowtide.Reports.Report;

/// <summary>Every heap of one recording or two as occupancy cells: a picture for a write-up.</summary>
internal sealed class HeapSvg
{
    private const int Margin = 16, LineHeight = 18;

    private readonly StringBuilder _body = new();
    private int _y = Margin;

    /// <exception cref="Failure">Nothing in it has heaps to draw.</exception>
    public static string Text(ReportMaterial material)
    {
        var families = FamilyHeaps.All(material.Recordings);
        if (families.Count == 0)
            throw new Failure(
                "no recording among the files has heaps to draw: it is a picture of glibc's arenas and Ruby's pages, and of recordings since they are kept");
        var svg = new HeapSvg();
        foreach (var family in families)
            svg.Draw(family);
        var (width, height) = ((2 * Margin) + HeapPixels.Width, svg._y + Margin);
        return string.Create(CultureInfo.InvariantCulture,
            $"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" "
            + $"font-family=\"system-ui, sans-serif\" font-size=\"13\">\n<!-- {ReportDocument.Name} -->\n"
            + $"<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{svg._body}</svg>\n");
    }

    private void Draw(FamilyHeaps family)
    {
        Line(family.Title, bold: true);
        foreach (var line in family.Lines)
            Line(line);
        foreach (var (letter, bytes) in family.Legend)
        {
            _body.Append(CultureInfo.InvariantCulture,
                $"<rect x=\"{Margin}\" y=\"{_y}\" width=\"12\" height=\"12\" fill=\"{letter.Colour}\" stroke=\"#888\" stroke-width=\".5\"/>\n");
            Line($"{letter.Meaning}: {Amount.Bytes(bytes)}", indent: 18);
        }
        foreach (var heap in family.Pictures)
        {
            _y += LineHeight / 2;
            Line(heap.Name);
            _body.Append(CultureInfo.InvariantCulture,
                $"<image x=\"{Margin}\" y=\"{_y}\" width=\"{HeapPixels.Width}\" height=\"{heap.Picture.Height}\" ")
                .Append(CultureInfo.InvariantCulture, $"style=\"image-rendering:pixelated\" href=\"{heap.Picture.DataUri}\"/>\n");
            _y += heap.Picture.Height;
        }
        _y += LineHeight;
    }

    private void Line(string text, bool bold = false, int indent = 0)
    {
        _body.Append(CultureInfo.InvariantCulture, $"<text x=\"{Margin + indent}\" y=\"{_y + 11}\"{(bold ? " font-weight=\"600\"" : "")}>");
        _body.Append(SecurityElement.Escape(Screen.Plain(text))).Append("</text>\n");
        _y += LineHeight;
    }
}
