using Lowtide.Reports.Standalone;

namespace Lowtide.Reports.Explain;

/// <summary>What <c>lowtide explain</c> says: the answer first, then what it rests on where somebody asks.</summary>
internal static class ExplainSections
{
    /// <param name="target">As it was typed.</param>
    public static IReadOnlyList<ReportSection> Of(Explanation explanation, string target, bool details)
    {
        ReportSection?[] all =
        [
            AnswerSection.Of(explanation),
            MemorySection.Of(explanation),
            .. details ? DetailSections.Of(explanation)
                : (IEnumerable<ReportSection?>)[AlsoFoundSection.Of(explanation), UnknownSection.Of(explanation, target)],
        ];
        return [.. all.OfType<ReportSection>()];
    }
}
