using System.Text;
using System.Text.Encodings.Web;
using System.Text.RegularExpressions;

namespace Lowtide.Reports.Blocks;

/// <summary>A report as one page that loads nothing: the template that src/report-page is built into, with the document inside.</summary>
internal static partial class HtmlReport
{
    private static readonly Lazy<string> Template = new(() =>
    {
        using var stream = typeof(HtmlReport).Assembly.GetManifestResourceStream("report-page.html")
            ?? throw new InvalidOperationException("the program was built without its report page");
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    });

    public static string Text(ReportDocument report) => Text(report, null);

    /// <param name="follows">Where the page hears of changes, on the server that it came from; null of one that loads nothing.</param>
    public static string Text(ReportDocument report, string? follows)
    {
        return Place().Replace(Template.Value, place => place.Groups["name"].Value switch
        {
            "CONNECT" => follows is null ? "" : " connect-src 'self';",
            // Without script too.
            "REFRESH" => follows is null ? "" : "<noscript><meta http-equiv=\"refresh\" content=\"10\"></noscript>\n",
            "FOLLOWS" => follows is null ? "" : $" data-follows=\"{Escaped(follows)}\"",
            "TITLE" => Escaped(report.Title),
            "ANSWER" => Escaped(report.Answer),
            "TEXT" => HtmlEncoder.Default.Encode(MarkdownReport.PlainBody(report)).Replace("&#xA;", "\n"),
            _ => ReportJson.Text(report),
        });
    }

    private static string Escaped(string text) => HtmlEncoder.Default.Encode(ShownText.Of(text));

    [GeneratedRegex(@"\{\{(?<name>TITLE|ANSWER|TEXT|DOCUMENT|CONNECT|REFRESH|FOLLOWS)\}\}", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Place();
}
