using Lowtide.Analysis.Remedies;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Explain;
using Lowtide.Reports.Words;
using Lowtide.Writing;

namespace Lowtide.Reports.Report.Sections;

/// <summary>What 'lowtide explain' says of each recording: findings with their evidence, and what would help.</summary>
internal sealed class FindingsSection : IReportSection
{
    public ReportSection? Of(ReportMaterial material) => material.Recordings.Count == 0
        ? null
        : new ReportSection(
            "findings", "What was found",
            "What memory or pauses come from, what to begin with first, each with what it rests on and what answers it.",
            [.. material.Recordings.SelectMany(Blocks)]);

    private static IEnumerable<ReportBlock> Blocks(RecordedFamily recorded)
    {
        var family = recorded.Diagnosis.Family;
        yield return new TextBlock(
            recorded.IsTrace
                ? $"{recorded.Prefix}{family.Name}, {FamilyWords.Runtime(family)}"
                : $"{recorded.Prefix}{family.Name}, {FamilyWords.Workers(family)}, {FamilyWords.Runtime(family)}, {FamilyWords.Allocator(family)}",
            recorded.IsTrace
                ? "A trace of the runtime's events: nothing in it tells what the process holds beside the collector's heap."
                : $"{Screen.Size(family.PssBytes)} in all (PSS){(FamilyWords.Sharing(family) is { } sharing ? $"; {sharing}" : "")}.",
            [
                .. RemediesInEffect.Of(family).Select(entry =>
                    $"remedy {entry.Id}: {InEffectWords.Of(entry, family)}{InEffectWords.PartOf(entry)}"
                        + LaunchWords.HeldBack(entry, recorded.Diagnosis.KsmdOn)),
                .. recorded.Diagnosis.Cycles is { } cycles ? new[] { LaunchWords.CyclesWatch(cycles, family) } : [],
            ]);
        if (recorded.Diagnosis.Findings.Count == 0)
            yield return new TextBlock(null, FindingWords.None(recorded.Diagnosis), []);
        else if (recorded.Diagnosis.Unheard is not null)
            yield return new TextBlock(null, FindingWords.Unheard, []);
        if (AnswerSteps.Of(recorded.Diagnosis) is { } steps)
            yield return steps;
        foreach (var block in FindingBlocks.Of(recorded.Diagnosis).Concat(FindingBlocks.Next(recorded.Diagnosis)))
            yield return block;
    }
}
