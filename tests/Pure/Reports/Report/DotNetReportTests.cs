using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Report;
using Lowtide.Reports.Words;

namespace Lowtide.Tests.Pure.Reports.Report;

/// <summary>A report of one .NET process: its collections and its memory over time, however long the recording is.</summary>
public sealed class DotNetReportTests
{
    private static readonly ReportDocument Report = WholeReport.Of(MadeReports.Of(MadeDotNet.Recorded));

    [Fact]
    public void What_the_collector_did_comes_before_a_little_malloc() =>
        Assert.Equal(["collections", "growth", "heaps"], Report.Sections.Select(section => section.Id).Where(id => id is "heaps" or "collections" or "growth"));

    [Fact]
    public void Every_pause_is_a_point_of_its_kind_and_those_asked_for_are_told_apart()
    {
        var chart = Section(Report, "collections").OfType<LinesBlock>().Single();
        Assert.Equal(
            ["generation 0", "generation 1", "generation 2, blocking", "generation 2, in the background"], chart.Series.Select(series => series.Name));
        var all = MadeDotNet.Recorded.Recording.DotNet!.Collections;
        Assert.Equal(all.Select(each => Math.Round(each.PauseSeconds, 6)).Order(), chart.Series.SelectMany(series => series.Y).Order());
        Assert.Equal(all.Count(each => each.IsInduced), chart.Series.Sum(series => series.Notes?.Count(note => note is not null) ?? 0));
        Assert.Contains("a diamond is one that the program asked for", chart.Caption, StringComparison.Ordinal);
        Schemas.MustHold(ReportJson.Text(Report));
    }

    [Fact]
    public void Of_weeks_the_longest_pauses_stay_and_the_page_is_small()
    {
        var recording = MadeDotNet.Recording(collections: 200_000, seconds: 14 * 86_400);
        var longest = recording.DotNet!.Collections[123_457] with { PauseSeconds = 7.5 };
        var weeks = WholeReport.Of(MadeReports.Of(new RecordedFamily("x.lowtide", null, recording with
        {
            DotNet = recording.DotNet with { Collections = [.. recording.DotNet.Collections.Select(each => each.Number == longest.Number ? longest : each)] },
        })));
        var chart = Section(weeks, "collections").OfType<LinesBlock>().Single();
        Assert.InRange(chart.Series.Sum(series => series.X.Count), 100, 1300);
        Assert.Equal(7.5, chart.Series.Max(series => series.Y.Max()));
        Assert.Contains("of 200,000 the longest of each kind", chart.Caption, StringComparison.Ordinal);
        Assert.InRange(HtmlReport.Text(weeks).Length, 1, 600_000);
    }

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

    /// <summary>As of a process so large that it is read in full only now and then.</summary>
    [Fact]
    public void Memory_of_a_process_alone_is_drawn_by_RSS_and_its_own_where_that_was_read()
    {
        var chart = Section(Report, "growth").OfType<LinesBlock>().Single();
        Assert.Equal("memory of shop 10: RSS; private memory was read in 5 of 21 samples", chart.Caption);
        Assert.Equal(["in all (RSS)", "private", "that the collector has from the system"], chart.Series.Select(series => series.Name));
        Assert.Equal(["line", "points", "line"], chart.Series.Select(series => series.Style));
        Assert.Equal((21, 5), (chart.Series[0].X.Count, chart.Series[1].X.Count));
    }

    [Fact]
    public void Where_all_was_read_each_time_RSS_says_nothing_more()
    {
        var chart = LoneMemory.Of(new RecordedFamily("x.lowtide", null, MadeDotNet.Recording(3, 20, full: 1)))!;
        Assert.Equal("memory of shop 10: PSS and private memory", chart.Caption);
        Assert.Equal(["in all (PSS)", "private", "that the collector has from the system"], chart.Series.Select(series => series.Name));
    }

    [Fact]
    public void A_family_has_other_charts() => Assert.Null(LoneMemory.Of(MadeReports.Everything.Recordings[0]));

    [Fact]
    public void Who_forked_nobody_is_alone_as_in_ps()
    {
        Assert.Equal("alone", Section(Report, "around").OfType<TableBlock>().Single().Rows[0][1]);
        var family = WholeReport.Of(MadeReports.Everything);
        Assert.Equal(["master", "worker"], Section(family, "around").OfType<TableBlock>().First().Rows.Take(2).Select(row => row[1]));
    }

    [Theory]
    [InlineData(null, 2600, 1600, "1.6 GiB used, and 1000 MiB of files that the kernel can drop, no limit")]
    [InlineData(null, 2600, 2600, "2.5 GiB used, no limit")]
    [InlineData(null, 2600, null, "2.5 GiB used, no limit")]
    [InlineData(4096, 2600, 1600, "1.6 GiB of 4.0 GiB used, 2.4 GiB before an OOM kill")]
    public void Of_the_cgroup_the_working_set_is_said_that_the_chart_draws(int? limit, int used, int? working, string words) => Assert.EndsWith(
        words, FamilyWords.Cgroup(new CgroupMemory(1, "/", limit * 1024L * 1024, used * 1024L * 1024, working * 1024L * 1024)), StringComparison.Ordinal);

    private static IReadOnlyList<ReportBlock> Section(ReportDocument report, string id) => report.Sections.Single(section => section.Id == id).Blocks;
}
