using Lowtide.Analysis.Remedies;

namespace Lowtide.Reports.Standalone.Sections;

/// <summary>What 'lowtide explain' says of each recording: findings with their evidence, and what would help.</summary>
internal sealed class FindingsSection : IReportSection
{
    public ReportSection? Of(ReportMaterial material) => material.Recordings.Count == 0
        ? null
        : new ReportSection(
            "findings", "What was found",
            "What memory or pauses come from, the largest first, each with what it rests on and what answers it.",
            [.. material.Recordings.SelectMany(Blocks)]);

    private static IEnumerable<ReportBlock> Blocks(RecordedFamily recorded)
    {
        var family = recorded.Explanation.Family;
        yield return new TextBlock(
            recorded.IsTrace
                ? $"{recorded.Prefix}{family.Name}, {FamilyWords.Runtime(family)}"
                : $"{recorded.Prefix}{family.Name}, {FamilyWords.Workers(family)}, {FamilyWords.Runtime(family)}, {FamilyWords.Allocator(family)}",
            recorded.IsTrace
                ? "A trace of the runtime's events: nothing in it tells what the process holds beside the collector's heap."
                : $"{Screen.Size(family.PssBytes)} in all (PSS){(FamilyWords.Sharing(family) is { } sharing ? $"; {sharing}" : "")}.",
            [
                .. RemediesInEffect.Of(family).Select(entry =>
                    $"remedy {entry.Id}: {FindingWords.InEffect(entry, family)}{FindingWords.PartOf(entry)}"
                        + LaunchWords.HeldBack(entry, recorded.Explanation.KsmdOn)),
                .. recorded.Explanation.Cycles is { } cycles ? new[] { LaunchWords.CyclesWatch(cycles, family) } : [],
            ]);
        if (recorded.Explanation.Findings.Count == 0)
            yield return new TextBlock(null, FindingWords.None(recorded.Explanation), []);
        else if (recorded.Explanation.Unheard is not null)
            yield return new TextBlock(null, FindingWords.Unheard, []);
        foreach (var (index, explained) in recorded.Explanation.Findings.Index())
        {
            yield return new TextBlock(
                $"{index + 1}. {explained.Finding.Statement}",
                FindingWords.Size(explained.Finding, family),
                [.. explained.Finding.Evidence.Select(evidence => evidence.Text)]);
            if (explained.Setting is { } setting)
                yield return new TextBlock(null, null, [FindingWords.Setting(setting)]);
            foreach (var block in explained.Offers.SelectMany(offer => Blocks(offer, explained))
                .Concat(explained.Declined.Select(declined => new TextBlock(null, $"{FindingWords.Declined(declined)}.", []))))
                yield return block;
        }
        if (recorded.Explanation.Overlapping is { } overlapping)
            yield return new TextBlock(null, FindingWords.Overlap(overlapping), []);
        if (SuggestedTrial.Of(recorded.Explanation) is { } trial)
            foreach (var (words, commands) in FindingWords.Next(trial, family))
                yield return new CodeBlock(words, commands);
    }

    private static IEnumerable<ReportBlock> Blocks(AlikeRemedies offer, ExplainedFinding explained)
    {
        var words = $"{FindingWords.Named(offer)}{FindingWords.Predicted(offer)}";
        if (offer.IsOnlyNamed)
        {
            yield return new TextBlock(null, null, [words]);
            yield break;
        }
        yield return new CodeBlock($"{char.ToUpperInvariant(words[0])}{words[1..]}:", [offer.First.Command]);
        if (offer.First.Risks.Count > 0)
            yield return new TextBlock(null, FindingWords.InsteadOf(offer.First, explained), [
                .. offer.First.Bases.Select(basis => $"rests on: {basis}"),
                .. offer.First.Risks.Select(risk => $"risk: {risk}")]);
    }
}
