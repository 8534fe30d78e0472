using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;

namespace Lowtide.Reports.Explain;

/// <summary>What of an explanation comes first: one finding, and what to do about it.</summary>
/// <param name="Leading">What the answer is about; null where nothing large was found.</param>
/// <param name="First">The remedy to try; null where none is surely no loss.</param>
/// <param name="Others">Offered beside it, in their order.</param>
/// <param name="Declined">Those that would do harm here.</param>
internal sealed record ExplainAnswer(
    ExplainedFinding? Leading, ExplainedRemedy? First, IReadOnlyList<ExplainedRemedy> Others, IReadOnlyList<WeighedRemedy> Declined)
{
    public static ExplainAnswer Of(Explanation explanation)
    {
        var large = explanation.Findings.Where(explained => !FindingRules.IsSmall(explained.Finding, explanation.Family)).ToList();
        var first = explanation.First;
        // What others follow from stands first in any case; else what something can be done about.
        var leading = large is [{ Finding.IsCause: true } cause, ..] ? cause
            : large.Find(explained => explained.Remedies.Any(remedy => remedy == first))
            ?? large.Find(explained => explained.Remedies.Count > 0 || explained.Setting is not null || explained.Fix is not null)
            ?? (large.Count > 0 ? large[0] : null);
        return new ExplainAnswer(
            leading,
            first,
            [.. large.SelectMany(explained => explained.Remedies).Where(remedy => remedy.SaidUnder is null && remedy.Remedy != first?.Remedy)],
            [.. large.SelectMany(explained => explained.Declined).DistinctBy(declined => declined.Remedy.Id)]);
    }
}
