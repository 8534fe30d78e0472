using Lowtide.Reports.Report;

namespace Lowtide.Tests.Pure.Reports.Report;

public sealed class ReportSectionsTests
{
    /// <summary>One without its line is in no report, and nothing else would say so.</summary>
    [Fact]
    public void Every_section_that_is_written_is_listed() =>
        Assert.Empty(
            from section in typeof(IReportSection).Assembly.GetTypes()
            where section.IsAssignableTo(typeof(IReportSection)) && !section.IsAbstract && !ReportSections.All.Any(listed => listed.GetType() == section)
            select $"{section.Name} is no line of ReportSections.All");
}
