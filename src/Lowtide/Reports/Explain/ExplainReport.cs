using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;

namespace Lowtide.Reports.Explain;

/// <summary>What <c>lowtide explain</c> says: the answer first, then what it rests on where somebody asks.</summary>
internal static class ExplainReport
{
    /// <param name="target">As it was typed.</param>
    /// <param name="options">That chose what was looked at, as words of a shell, with a blank before each.</param>
    /// <param name="kept">Of a stretch of a history: what is to be known of it.</param>
    public static ReportDocument Of(Diagnosis diagnosis, string target, bool details, string options = "", params IEnumerable<string> kept)
    {
        var call = ShellWord.Of(target) + options;
        ReportSection?[] sections =
        [
            AnswerSection.Of(diagnosis, call),
            details ? KillsSection.Detailed(diagnosis) : KillsSection.Of(diagnosis),
            MemorySection.Of(diagnosis),
            // The first screen has room for one of the two.
            .. details ? DetailSections.Of(diagnosis)
                : (IEnumerable<ReportSection?>)[diagnosis.Kills is { Count: > 0 } ? null : AlsoFoundSection.Of(diagnosis), UnknownSection.Of(diagnosis, call)],
        ];
        return new ReportDocument
        {
            Title = AnswerSection.Subject(diagnosis),
            About = [.. kept, .. AnswerSection.Circumstances(diagnosis)],
            Answer = AnswerSection.Said(diagnosis).Answer,
            Sections = [.. sections.OfType<ReportSection>()],
        };
    }
}
