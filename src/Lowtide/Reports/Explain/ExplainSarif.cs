using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Reports.Documents;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Explain;

/// <summary>Findings of a family: none is an error, as only its user knows how much memory is too much.</summary>
internal static class ExplainSarif
{
    /// <param name="uri">Of the file that stands for the server.</param>
    public static string Text(Diagnosis diagnosis, string uri)
    {
        var rules = diagnosis.Findings.Select(found => found.Finding).DistinctBy(finding => finding.Id).ToList();
        var (server, seen) = (diagnosis.Family.Name, new Dictionary<string, int>());
        return SarifLog.Of($"lowtide explain {server}", [.. rules.Select(Rule)], [.. diagnosis.Findings.Select(found =>
        {
            // Of the second of one id the place among them is all that stays.
            seen[found.Finding.Id] = seen.GetValueOrDefault(found.Finding.Id) + 1;
            return new SarifResult(
                found.Finding.Id,
                rules.FindIndex(rule => rule.Id == found.Finding.Id),
                diagnosis.Large.Contains(found) ? "warning" : "note",
                new SarifText(string.Join(' ', Sentences(found, diagnosis))),
                SarifLocation.Of(uri, server, found.Finding.Id),
                SarifFingerprints.Of("explain", server, found.Finding.Id, $"{seen[found.Finding.Id]}"));
        })]).Text();
    }

    private static IEnumerable<string> Sentences(DiagnosedFinding found, Diagnosis diagnosis) =>
    [
        found.Finding.Statement,
        .. new[] { found.InCode, found.ToSet, found.NextLook }.OfType<string>().Select(step => $"Next: {step.TrimEnd('.')}."),
        .. found.Offers.Select(offer => $"{FindingWords.Named(offer)}{FindingWords.Predicted(offer)}."),
        .. found.Remedies.Take(1).Select(offered => $"To try it: {TrialLine.Run(offered.Remedy, diagnosis)}"),
    ];

    private static SarifRule Rule(Finding finding)
    {
        var title = FindingRules.Title(finding);
        return new SarifRule(finding.Id, new SarifText(title), new SarifText($"{finding.Id}: {title}."), new SarifText(
            $"What 'lowtide explain' finds in the memory of a running server, or in its pauses: {title}. With --details it shows the evidence and what "
            + "each remedy is predicted to save; 'lowtide trial' tests it."));
    }
}
