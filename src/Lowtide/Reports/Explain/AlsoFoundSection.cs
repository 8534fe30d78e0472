using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Reports.Standalone;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Explain;

/// <summary>What was found beside the answer, in a line each.</summary>
internal static class AlsoFoundSection
{
    private const int MostNamed = 2;

    /// <summary>Null where there is nothing.</summary>
    public static ReportSection? Of(Diagnosis diagnosis)
    {
        var leading = diagnosis.Answer.Leading;
        var others = diagnosis.Findings.Where(explained => explained != leading).Select(explained => explained.Finding).ToList();
        var items = others.Take(MostNamed).Select(finding => FirstSentence(finding.Statement)).ToList();
        if (GrowthLine.Of(diagnosis) is { } growth)
            items.Add(growth);
        return items.Count == 0 ? null : new ReportSection(
            "also", others.Count > MostNamed ? $"Also found ({MostNamed} of {others.Count})" : "Also found", "", [new TextBlock(null, null, items)]);
    }

    private static string FirstSentence(string statement) => statement.IndexOf(": ", StringComparison.Ordinal) is > 0 and var end
        ? $"{statement[..end]}." : statement;
}
