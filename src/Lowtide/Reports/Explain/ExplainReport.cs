using Lowtide.Analysis.Diagnoses;
using Lowtide.Reports.Blocks;

namespace Lowtide.Reports.Explain;

/// <summary>What <c>lowtide explain</c> says: the answer first, then what it rests on where somebody asks.</summary>
internal static class ExplainReport
{
    /// <param name="target">As it was typed.</param>
    public static ReportDocument Of(Diagnosis diagnosis, string target, bool details)
    {
        ReportSection?[] sections =
        [
            AnswerSection.Of(diagnosis, target),
            MemorySection.Of(diagnosis),
            .. details ? DetailSections.Of(diagnosis)
                : (IEnumerable<ReportSection?>)[AlsoFoundSection.Of(diagnosis), UnknownSection.Of(diagnosis, target)],
        ];
        return new ReportDocument
        {
            Title = AnswerSection.Subject(diagnosis),
            About = [.. AnswerSection.Circumstances(diagnosis)],
            Answer = AnswerSection.Said(diagnosis).Answer,
            Sections = [.. sections.OfType<ReportSection>()],
        };
    }
}
