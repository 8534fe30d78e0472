using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Explain;

/// <summary>The findings of a diagnosis, each with what it rests on and what answers it: written once, for every format.</summary>
internal static class FindingBlocks
{
    /// <param name="said">Of which the sentence stands above already; null where none does.</param>
    public static IEnumerable<ReportBlock> Of(Diagnosis diagnosis, DiagnosedFinding? said = null)
    {
        foreach (var (index, explained) in diagnosis.Findings.Index())
        {
            yield return new TextBlock(
                $"{index + 1}. {(explained == said ? $"As said above: {FindingRules.Title(explained.Finding)}." : explained.Finding.Statement)}",
                FindingWords.Size(explained.Finding, diagnosis.Family),
                [
                    .. explained.Finding.Evidence.Select(evidence => evidence.Text),
                    .. explained.Preload is { } setting ? [FindingWords.Setting(setting)] : Array.Empty<string>(),
                ]);
            foreach (var block in explained.Offers.SelectMany(offer => Of(offer, explained, diagnosis)))
                yield return block;
            if (explained.Declined.Count > 0)
                yield return new TextBlock(null, null, [.. explained.Declined.Select(FindingWords.Declined)]);
        }
        if (diagnosis.Overlapping is { } overlapping)
            yield return new TextBlock(null, FindingWords.Overlap(overlapping), []);
        if (diagnosis.OverlappingMemory is { } twice)
            yield return new TextBlock(null, FindingWords.Overlap(twice), []);
    }

    /// <summary>How the remedies that are offered are tried and kept; none where nothing is.</summary>
    public static IEnumerable<ReportBlock> Next(Diagnosis diagnosis) => SuggestedTrial.Of(diagnosis) is { } trial
        ? TrialSteps.Of(trial, diagnosis).Select(next => new CodeBlock(next.Words, next.Commands)) : [];

    private static IEnumerable<ReportBlock> Of(AlikeRemedies offer, DiagnosedFinding explained, Diagnosis diagnosis)
    {
        var words = $"{FindingWords.Named(offer)}{FindingWords.Predicted(offer)}";
        if (offer.IsOnlyNamed)
        {
            yield return new TextBlock(null, null, [words]);
            yield break;
        }
        yield return new CodeBlock($"{char.ToUpperInvariant(words[0])}{words[1..]}:", [TrialLine.Run(offer.First.Remedy, diagnosis)]);
        string[] instead = FindingWords.InsteadOf(offer.First, explained) is { } replaced ? [replaced] : [];
        if (offer.First.Bases.Count + offer.First.Risks.Count + instead.Length > 0)
            yield return new TextBlock(null, null,
            [
                .. instead,
                .. offer.First.Bases.Select(basis => $"rests on: {basis}"),
                .. offer.First.Risks.Select(risk => $"risk: {risk}"),
            ]);
    }
}
