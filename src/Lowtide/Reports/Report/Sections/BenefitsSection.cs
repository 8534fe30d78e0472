using Lowtide.Reports.Blocks;
using Lowtide.Reports.Trials;

namespace Lowtide.Reports.Report.Sections;

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
                BenefitsTable.Summary,
                [.. told.SelectMany(trial => trial.Result!.Arms.SelectMany(arm => BenefitsTable.Blocks(arm)))]);
    }
}
