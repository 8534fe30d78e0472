namespace Lowtide.Reports.Blocks;

/// <summary>What a report can be written as, beside a terminal. A new one is a file with its renderer, and a line here.</summary>
/// <param name="Extensions">Of files; the first is usual.</param>
/// <param name="Reader">Whom or what it is for, as --help says.</param>
/// <param name="Use">What to do with the file.</param>
internal sealed record ReportFormat(string Name, IReadOnlyList<string> Extensions, Func<ReportDocument, string> Text, string Reader, string Use)
{
    public static readonly IReadOnlyList<ReportFormat> All =
    [
        new("html", [".html", ".htm"], HtmlReport.Text, "a browser", "open it in a browser"),
        new("markdown", [".md", ".markdown"], MarkdownReport.Text, "a ticket", "paste it into a pull request"),
        new("json", [".json"], report => ReportJson.Text(report) + "\n", "a program", ReportDocument.Name),
    ];
}
