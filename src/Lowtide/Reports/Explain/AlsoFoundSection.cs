using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Reports.Blocks;
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
        // The large ones first, of these those about which something can be done.
        var large = diagnosis.Large;
        var others = diagnosis.Findings.Where(explained => explained != leading)
            .OrderBy(explained => !large.Contains(explained)).ThenBy(explained => explained.IsOnlyTold).ToList();
        var items = others.Take(MostNamed).Select(Line).ToList();
        if (GrowthLine.Of(diagnosis) is { } growth)
            items.Add(growth);
        var left = others.Count - MostNamed;
        return items.Count == 0 ? null : new ReportSection(
            "also", left > 0 ? $"Also found: {MostNamed} of {others.Count}" : "Also found", "", [new TextBlock(null, null, items)]);
    }

    private static string Line(DiagnosedFinding found) => FirstSentence(found.Finding.Statement)
        + (found.Setting?.Saving is { HighBytes: > 0 } saving ? $" {FindingWords.Preloading(saving)}" : "");

    private static string FirstSentence(string statement) => statement.IndexOf(": ", StringComparison.Ordinal) is > 0 and var end
        ? $"{statement[..end]}." : statement;
}
