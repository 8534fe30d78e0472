using Lowtide.Reports.Blocks;
using Lowtide.Reports.Report;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary>What <c>lowtide report</c> writes: a report in a format, or the picture of heaps, which is of the recordings themselves.</summary>
/// <param name="Ends">What to do with the file.</param>
internal sealed record WrittenReport(string Name, IReadOnlyList<string> Extensions, Func<ReportMaterial, string> Text, string Ends)
{
    private static readonly IReadOnlyList<WrittenReport> All =
    [
        .. ReportFormat.All.Select(format => new WrittenReport(
            format.Name, format.Extensions, material => format.Text(WholeReport.Of(material)), format.Use)),
        new("svg", [".svg"], HeapSvg.Text, "the heaps alone, for a write-up"),
    ];

    public static IReadOnlyList<string> Names { get; } = [.. All.Select(format => format.Name)];

    /// <summary>A page is not for a terminal.</summary>
    public bool HasDefaultFile => this == All[0];

    /// <param name="name">As asked for; null: by the file's name, and a page if that says nothing either.</param>
    /// <exception cref="Failure">A wrong call.</exception>
    public static WrittenReport Of(string? name, string? output)
    {
        if (name is not null)
            return All.FirstOrDefault(format => format.Name == name)
                ?? throw Failure.Wrong($"--format takes {string.Join(", ", Names)}, not '{Screen.Plain(name)}'");
        if (output is null || Path.GetExtension(output) is not { Length: > 0 } extension)
            return All[0];
        return All.FirstOrDefault(format => format.Extensions.Contains(extension))
            ?? throw Failure.Wrong($"{Screen.Plain(output)} does not say in which format to write: name it "
                + string.Join(", ", All.Select(format => format.Extensions[0])));
    }
}
