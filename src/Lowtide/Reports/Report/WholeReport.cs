using Lowtide.Reports.Blocks;
using Lowtide.Reports.Explain;

namespace Lowtide.Reports.Report;

/// <summary>What <c>lowtide report</c> makes of recordings, traces and trials.</summary>
internal static class WholeReport
{
    public static ReportDocument Of(ReportMaterial material) => new()
    {
        Title = ReportAnswer.Title(material),
        Answer = ReportAnswer.Of(material),
        About = [.. material.Recordings.SelectMany(recorded => AnswerSection.Disagreements(recorded.Diagnosis).Select(said => recorded.Prefix + said))],
        Sources = [.. material.Sources],
        Sections = [.. ReportSections.All.Select(section => section.Of(material)).OfType<ReportSection>()],
    };
}
