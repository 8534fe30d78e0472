using Lowtide.Reports.Blocks;
using Lowtide.Reports.Trials;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Report;

/// <summary>What <c>lowtide report</c> makes of recordings, traces and trials.</summary>
internal static class WholeReport
{
    public static ReportDocument Of(ReportMaterial material) => new()
    {
        Title = ReportAnswer.Title(material),
        Answer = ReportAnswer.Of(material),
        About =
        [
            .. material.Recordings.SelectMany(recorded => AgreementWords.Careful(recorded.Diagnosis.Agreements).Select(said => recorded.Prefix + said)),
            .. material.Trials.SelectMany(trial => trial.Result is { } result ? RunAgreements.Careful(result.Facts) : []),
        ],
        Sources = [.. material.Sources],
        Sections = [.. ReportSections.All.Select(section => section.Of(material)).OfType<ReportSection>()],
    };
}
