namespace Lowtide.Analysis.Diagnoses;

/// <summary>What of a diagnosis comes first: one finding, and what to do about it. Every screen and document chooses by this.</summary>
/// <param name="Leading">What the answer is about; null where nothing large was found.</param>
/// <param name="First">What whoever follows it is no worse off with, and surely saves most; null where nothing is known to be so.</param>
/// <param name="Others">Offered beside it, in their order, each once.</param>
/// <param name="Declined">Those that would do harm here.</param>
/// <param name="Trial">What shows whether it helps: of <paramref name="First"/> alone where there is one; null where nothing is to be tried.</param>
public sealed record DiagnosisAnswer(
    DiagnosedFinding? Leading, OfferedRemedy? First, IReadOnlyList<OfferedRemedy> Others, IReadOnlyList<WeighedRemedy> Declined, SuggestedTrial? Trial)
{
    internal static DiagnosisAnswer Of(Diagnosis diagnosis)
    {
        var large = diagnosis.Large;
        var offered = large.SelectMany(found => diagnosis.ToAct(found).Remedies).ToList();
        var first = offered.Where(remedy => remedy.MayStandFirst).OrderByDescending(remedy => remedy.Net!.LowBytes).FirstOrDefault();
        // What others follow from stands first in any case; else what something can be done about.
        var leading = large is [{ Finding.IsCause: true } cause, ..] ? cause
            : large.FirstOrDefault(found => found.Remedies.Any(remedy => remedy == first))
            ?? large.FirstOrDefault(found => !diagnosis.ToAct(found).IsOnlyTold)
            ?? (large.Count > 0 ? large[0] : null);
        return new DiagnosisAnswer(
            leading,
            first,
            [.. offered.Where(remedy => remedy.SaidUnder is null && remedy.Remedy != first?.Remedy)],
            [.. large.SelectMany(found => found.Declined).DistinctBy(declined => declined.Remedy.Id)],
            first is not null ? SuggestedTrial.OfOne(first, diagnosis) : SuggestedTrial.Of(diagnosis, null));
    }
}
