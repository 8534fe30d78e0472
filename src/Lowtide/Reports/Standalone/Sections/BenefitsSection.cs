using Lowtide.Reports.Trials;
using Lowtide.Trials;

namespace Lowtide.Reports.Standalone.Sections;

/// <summary>What each arm of a trial brings beside what was decided: as on the trial's screen.</summary>
internal sealed class BenefitsSection : IReportSection
{
    public ReportSection? Of(ReportMaterial material)
    {
        // One that has not ended claims nothing.
        var told = material.Trials.Where(trial => trial is { IsComplete: true, Result: not null }).ToList();
        return told.Count == 0
            ? null
            : new ReportSection(
                "brings", "What it brings",
                "What the change is worth beside the verdict: memory of the whole machine, workers that fit in what was saved, the time of a restart. "
                + "No verdicts; each interval stands for itself.",
                [.. told.SelectMany(trial => trial.Result!.Arms.SelectMany(arm => Blocks(arm, told.Count > 1 ? $"{trial.Kept.Path}: " : "")))]);
    }

    private static IEnumerable<ReportBlock> Blocks(ArmResult arm, string prefix)
    {
        if (BenefitsTable.Rows(arm).ToList() is { Count: > 0 } rows)
            yield return TableBlock.Of($"{prefix}What {arm.Arm.Name} brings", ["figure", ">baseline", ">change", ">interval"], rows);
        if (BenefitsTable.NotHad(arm).ToList() is { Count: > 0 } without)
            yield return new TextBlock(null, null, without);
    }
}
