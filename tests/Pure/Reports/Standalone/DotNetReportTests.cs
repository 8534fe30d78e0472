using Lowtide.Recordings;
using Lowtide.Reports;
using Lowtide.Reports.Standalone;

namespace Lowtide.Tests.Pure.Reports.Standalone;

/// <summary>A report of one .NET process: its collections and its memory over time, however long the recording is.</summary>
public sealed class DotNetReportTests
{
    private static readonly ReportDocument Report = ReportDocument.Of(MadeReports.Of(MadeDotNet.Recorded));

    [Fact]
    public void A_generation_is_a_column_with_what_its_collections_were_begun_for()
    {
        var table = Section(Report, "collections").OfType<TableBlock>().First();
        Assert.Equal(["generation", "0", "1", "2"], table.Columns.Select(column => column.Name));
        Assert.Equal(["collections", "20", "20", "20"], table.Rows[0]);
        Assert.All(table.Rows, row => Assert.Equal(4, row.Count));
        Assert.Contains(table.Rows, row => row[0] == "before, in the mean" && row[3] == "2.9 GiB");
        var begun = table.Rows.Where(row => row[0].StartsWith("begun for: ", StringComparison.Ordinal)).ToList();
        Assert.Equal(60, begun.Sum(row => row.Skip(1).Sum(cell => cell == "-" ? 0 : int.Parse(cell))));
    }

    [Fact]
    public void Who_forked_nobody_is_alone_as_in_ps()
    {
        Assert.Equal("alone", Section(Report, "around").OfType<TableBlock>().Single().Rows[0][1]);
        var family = ReportDocument.Of(MadeReports.Everything);
        Assert.Equal(["master", "worker"], Section(family, "around").OfType<TableBlock>().First().Rows.Take(2).Select(row => row[1]));
    }

    [Theory]
    [InlineData(null, 2600, 1600, "all use 1.6 GiB and 1000 MiB of files that the kernel can drop, no limit")]
    [InlineData(null, 2600, 2600, "all use 2.5 GiB, no limit")]
    [InlineData(null, 2600, null, "all use 2.5 GiB, no limit")]
    [InlineData(4096, 2600, 1600, "all use 1.6 GiB of 4.0 GiB, 2.4 GiB until the kernel kills")]
    public void Of_the_cgroup_the_working_set_is_said_that_the_chart_draws(int? limit, int used, int? working, string words) => Assert.EndsWith(
        words, FamilyWords.Cgroup(new CgroupMemory(1, "/", limit * 1024L * 1024, used * 1024L * 1024, working * 1024L * 1024)), StringComparison.Ordinal);

    private static IReadOnlyList<ReportBlock> Section(ReportDocument report, string id) => report.Sections.Single(section => section.Id == id).Blocks;
}
