using Lowtide.Analysis;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Explain;

/// <summary>What was found beside the answer, in a line each.</summary>
internal static class AlsoFoundSection
{
    private const int MostNamed = 2;

    /// <summary>Of a clause; a name may have two colons.</summary>
    private static readonly string[] Ends = [": ", "; "];

    /// <summary>Null where there is nothing.</summary>
    public static ReportSection? Of(Diagnosis diagnosis)
    {
        var leading = diagnosis.Answer.Leading;
        // The large ones first, of these those about which something can be done.
        var large = diagnosis.Large;
        var others = diagnosis.Findings.Where(explained => explained != leading)
            .OrderBy(explained => !large.Contains(explained)).ThenBy(explained => explained.IsOnlyTold).ToList();
        var growth = GrowthLine.Of(diagnosis);
        // Each of these takes a line of the screen, too.
        var named = MostNamed - (growth is null ? 0 : 1) - (diagnosis.Idle is null ? 0 : 1);
        var items = others.Take(named).Select(found => Line(found) + Twice(found, diagnosis)).ToList();
        if (growth is not null)
            items.Add(growth);
        return items.Count == 0 ? null : new ReportSection(
            "also", Heading(items.Count, others.Count + (growth is null ? 0 : 1)), "", [new TextBlock(null, null, items)]);
    }

    private static string Heading(int shown, int all) => shown < all ? $"Also found: {shown} of {all}" : "Also found";

    private static string Line(DiagnosedFinding found) => FirstSentence(found.Finding.Statement)
        + (found.Preload?.Saving is { HighBytes: > 0 } saving ? $" {FindingWords.Preloading(saving)}" : "");

    /// <summary>To follow a finding of which a part counts in the answer too, or else the other way round.</summary>
    private static string Twice(DiagnosedFinding found, Diagnosis diagnosis) => diagnosis is { OverlappingMemory: { } twice, Answer.Leading: { } leading }
        && new[] { twice.First, twice.Second }.Select(number => diagnosis.Findings[number - 1]).ToList() is var two
        && two.Contains(found) && two.Contains(leading)
            ? $" Up to {Amount.Bytes(twice.Bytes)} counts above, too." : "";

    private static string FirstSentence(string statement) => Ends.Select(end => statement.IndexOf(end, StringComparison.Ordinal)).Where(at => at > 0).ToList()
        is { Count: > 0 } found ? $"{statement[..found.Min()]}." : statement;
}
