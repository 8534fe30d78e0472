using Lowtide.Reports.Blocks;

namespace Lowtide.Reports.Report;

/// <summary>One section of a report. A new one, such as a runtime's own, is a file under Sections and a line in <see cref="ReportSections.All"/>.</summary>
internal interface IReportSection
{
    /// <summary>Null where the material has nothing for it.</summary>
    ReportSection? Of(ReportMaterial material);
}
