namespace Lowtide.Reports.Standalone;

/// <summary>What a report can be written as, beside a terminal. A new one is a file with its renderer, and a line here.</summary>
/// <param name="Extensions">Of files; the first is usual.</param>
/// <param name="Use">What to do with it, for a person.</param>
internal sealed record ReportFormat(string Name, IReadOnlyList<string> Extensions, Func<ReportDocument, string> Text, string Use)
{
    public static readonly IReadOnlyList<ReportFormat> All =
    [
        new("html", [".html", ".htm"], HtmlReport.Text, "open it in a browser"),
        new("markdown", [".md", ".markdown"], MarkdownReport.Text, "paste it into a pull request"),
        new("json", [".json"], report => ReportJson.Text(report) + "\n", ReportDocument.Name),
    ];
}
