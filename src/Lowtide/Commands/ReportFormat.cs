using Lowtide.Reports.Standalone;
using Lowtide.Reports.Writing;

namespace Lowtide.Commands;

/// <summary>What a report is written as.</summary>
/// <param name="Ends">What to do with the file.</param>
internal sealed record ReportFormat(string Name, IReadOnlyList<string> Extensions, Func<ReportMaterial, string> Text, string Ends)
{
    private static readonly IReadOnlyList<ReportFormat> All =
    [
        new("html", [".html", ".htm"], material => HtmlReport.Text(ReportDocument.Of(material)), "open it in a browser"),
        new("markdown", [".md", ".markdown"], material => MarkdownReport.Text(ReportDocument.Of(material)), "paste it into a pull request"),
        new("json", [".json"], material => ReportJson.Text(ReportDocument.Of(material)) + "\n", ReportDocument.Name),
        new("svg", [".svg"], HeapSvg.Text, "the heaps alone, for a write-up"),
    ];

    public static IEnumerable<string> Names => All.Select(format => format.Name);

    /// <summary>A page is not for a terminal.</summary>
    public bool HasDefaultFile => this == All[0];

    /// <param name="name">As asked for; null: by the file's name, and a page if that says nothing either.</param>
    /// <exception cref="Failure">A wrong call.</exception>
    public static ReportFormat Of(string? name, string? output)
    {
        if (name is not null)
            return All.FirstOrDefault(format => format.Name == name)
                ?? throw Failure.Wrong($"--format takes {string.Join(", ", Names)}, not '{Screen.Plain(name)}'");
        if (output is null || Path.GetExtension(output) is not { Length: > 0 } extension)
            return All[0];
        return All.FirstOrDefault(format => format.Extensions.Contains(extension))
            ?? throw Failure.Wrong($"{Screen.Plain(output)} does not say in which format to write: name it .html, .md, .json or .svg");
    }
}
