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
            $"{recorded.Prefix}{family.Name}, {FamilyWords.Workers(family)}, {FamilyWords.Runtime(family)}, {FamilyWords.Allocator(family)}",
            $"{Screen.Size(family.PssBytes)} in all (PSS){(FamilyWords.Sharing(family) is { } sharing ? $"; {sharing}" : "")}.",
            [
                .. RemediesInEffect.Of(family).Select(entry =>
                    $"remedy {entry.Id}: {FindingWords.InEffect(entry, family)}{FindingWords.PartOf(entry)}"
                        + LaunchWords.HeldBack(entry, recorded.Explanation.KsmdOn)),
                .. recorded.Explanation.Cycles is { } cycles ? new[] { LaunchWords.CyclesWatch(cycles, family) } : [],
            ]);
        if (recorded.Explanation.Findings.Count == 0)
            yield return new TextBlock(null, FindingWords.None(family), []);
        foreach (var (index, explained) in recorded.Explanation.Findings.Index())
        {
            yield return new TextBlock(
                $"{index + 1}. {explained.Finding.Statement}",
                FindingWords.Size(explained.Finding, family),
                [.. explained.Finding.Evidence.Select(evidence => evidence.Text)]);
            if (explained.Setting is { } setting)
                yield return new TextBlock(null, null, [FindingWords.Setting(setting)]);
            if (explained.Told.Where(remedy => remedy.SaidUnder is not null).ToList() is { Count: > 0 } before)
                yield return new TextBlock(null, null, [.. before.Select(remedy =>
                    $"remedy {remedy.Remedy.Id}{FindingWords.Predicted(remedy.Saving)}{FindingWords.SaidBefore(remedy)}")]);
            foreach (var remedy in explained.Told.Where(remedy => remedy.SaidUnder is null))
            {
                yield return new CodeBlock($"Remedy {remedy.Remedy.Id}{FindingWords.Predicted(remedy.Saving)}:", [remedy.Command]);
                if (remedy.Risks.Count > 0)
                    yield return new TextBlock(null, FindingWords.InsteadOf(remedy, explained), [
                        .. remedy.Saving?.RestsOn is { } basis ? new[] { $"rests on: {basis}" } : [],
                        .. remedy.Risks.Select(risk => $"risk: {risk}")]);
            }
            if (explained.Untold.Count > 0)
                yield return new TextBlock(null, null, [$"remedies {FindingWords.OnlyATrialTells(explained.Untold)}"]);
        }
        if (recorded.Explanation.Overlapping is { } overlapping)
            yield return new TextBlock(null, FindingWords.Overlap(overlapping), []);
    }
}
