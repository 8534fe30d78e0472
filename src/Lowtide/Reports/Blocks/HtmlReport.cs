using System.Text;
using System.Text.Encodings.Web;
using System.Text.RegularExpressions;

namespace Lowtide.Reports.Blocks;

/// <summary>A report as one page that loads nothing: the template that src/report-page is built into, with the document inside.</summary>
internal static partial class HtmlReport
{
    public static string Text(ReportDocument report)
    {
        using var stream = typeof(HtmlReport).Assembly.GetManifestResourceStream("report-page.html")
            ?? throw new InvalidOperationException("the program was built without its report page");
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return Place().Replace(reader.ReadToEnd(), place => place.Groups["name"].Value switch
        {
            "TITLE" => Escaped(report.Title),
            "ANSWER" => Escaped(report.Answer),
            "TEXT" => HtmlEncoder.Default.Encode(MarkdownReport.PlainBody(report)).Replace("&#xA;", "\n"),
            _ => ReportJson.Text(report),
        });
    }

    private static string Escaped(string text) => HtmlEncoder.Default.Encode(ShownText.Of(text));

    [GeneratedRegex(@"\{\{(?<name>TITLE|ANSWER|TEXT|DOCUMENT)\}\}", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Place();
}
