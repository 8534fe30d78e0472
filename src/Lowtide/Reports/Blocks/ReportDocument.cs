using System.ComponentModel.DataAnnotations;
using System.Text.Json.Serialization;
using Lowtide.Analysis;
using Lowtide.Analysis.Agreement;

namespace Lowtide.Reports.Blocks;

/// <summary>What 'lowtide report --format json' prints, and what the page holds; screens are made of it too. Texts are for people, and control
/// characters in them are question marks; bytes and seconds stand in charts.</summary>
internal sealed record ReportDocument
{
    public const string Name = "lowtide/report/1";

    public string Schema { get; } = Name;

    /// <summary>What it is about, in one line.</summary>
    public required string Title { get; init; }

    /// <summary>One sentence or two, before anything else; empty where there is nothing to answer.</summary>
    public required string Answer { get; init; }

    public string ProgramVersion { get; init; } = Lowtide.ProgramVersion.Text;

    /// <summary>How the page writes what stands in charts.</summary>
    public IReadOnlyList<Unit> Units { get; } = Unit.All;

    /// <summary>What changes how the rest is to be read, a sentence each.</summary>
    public IReadOnlyList<string> About { get; init; } = [];

    /// <summary>The files that it is made of; none of a verb's screen.</summary>
    public IReadOnlyList<ReportSource> Sources { get; init; } = [];

    public required IReadOnlyList<ReportSection> Sections { get; init; }
}

/// <summary>A file that the report is made of.</summary>
/// <param name="Kind">"trace" is a .nettrace.</param>
/// <param name="Role">"before" and "after" of two recordings, "first" and "second" where they are of two servers; null otherwise.</param>
/// <param name="Server">The family's name; null for a trial of which no run counted.</param>
/// <param name="At">When it began, for people.</param>
internal sealed record ReportSource(
    string File,
    [AllowedValues("recording", "trace", "trial")] string Kind,
    [AllowedValues("before", "after", "first", "second")] string? Role,
    string? Server,
    string At)
{
    /// <summary>Figures that the runtime, malloc or the kernel counts too, both of each; a trial's are those of its runs (lowtide/trial/1).</summary>
    public IReadOnlyList<AgreedFigure> Agreements { get; init; } = [];

    /// <summary>All of it in one line.</summary>
    public string Text => $"{File}: {Kind}{(Server is null ? "" : $" of {Server}")}{Which}, {At}";

    /// <summary>Whether anything was changed between two recordings, their order does not tell.</summary>
    private string Which => Role is null ? "" : $", {Role}";
}

/// <param name="Id">Stable: the page links to it.</param>
/// <param name="Summary">A sentence: what there is to see.</param>
internal sealed record ReportSection(string Id, string Heading, string Summary, IReadOnlyList<ReportBlock> Blocks)
{
    /// <summary>A terminal, where lines are dear, leaves out a heading that tells nothing new below the answer.</summary>
    [JsonIgnore]
    public bool NeedsHeading { get; init; } = true;
}
