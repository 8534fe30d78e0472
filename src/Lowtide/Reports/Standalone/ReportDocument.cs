using Lowtide.Analysis;
using Lowtide.Analysis.Findings;

namespace Lowtide.Reports.Standalone;

/// <summary>lowtide/report/1: what a report says, whatever it is written as. Texts are for people; bytes and seconds stand in charts.</summary>
/// <param name="Answer">One sentence.</param>
/// <param name="Units">How the page writes what stands in charts.</param>
internal sealed record ReportDocument(
    string Schema,
    string Title,
    string Answer,
    string ProgramVersion,
    IReadOnlyList<Unit> Units,
    IReadOnlyList<ReportSource> Sources,
    IReadOnlyList<ReportSection> Sections)
{
    public const string Name = "lowtide/report/1";

    public static ReportDocument Of(ReportMaterial material) => new(
        Name,
        ReportAnswer.Title(material),
        ReportAnswer.Of(material),
        Lowtide.ProgramVersion.Text,
        Unit.All,
        [.. material.Sources],
        [.. ReportSections.All.Select(section => section.Of(material)).OfType<ReportSection>()]);
}

/// <summary>A file that the report is made of.</summary>
/// <param name="Kind">"recording", "trace" (a .nettrace) or "trial".</param>
/// <param name="Role">"before" and "after" of two recordings; null otherwise.</param>
/// <param name="Server">The family's name; null for a trial of which no run counted.</param>
internal sealed record ReportSource(string File, string Kind, string? Role, string? Server, string At)
{
    /// <summary>All of it in one line.</summary>
    public string Text => $"{File}: {Kind}{(Server is null ? "" : $" of {Server}")}{(Role is null ? "" : $" {Role} the change")}, {At}";
}

/// <param name="Id">Stable: the page links to it.</param>
/// <param name="Summary">A sentence: what there is to see.</param>
internal sealed record ReportSection(string Id, string Heading, string Summary, IReadOnlyList<ReportBlock> Blocks);
