using Lowtide.Reports.Blocks;
using Lowtide.Reports.Explain;

namespace Lowtide.Reports.Report.Sections;

/// <summary>What the memory of a family of a known runtime is for.</summary>
internal sealed class MemoryPartsSection : IReportSection
{
    public ReportSection? Of(ReportMaterial material)
    {
        var blocks = material.Recordings
            .Select(recorded => BreakdownTable.Block($"{recorded.Prefix}memory by what it is for", recorded.Diagnosis))
            .OfType<ReportBlock>().ToList();
        return blocks.Count == 0 ? null
            : new ReportSection("memory-parts", "What the memory is for", "In parts that sum to the family's PSS, at the end of the recording.", blocks);
    }
}
