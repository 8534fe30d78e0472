using Lowtide.Analysis.Reloads;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Report;
using Lowtide.Reports.Words;
using static Lowtide.Tests.Pure.Reloads.MadeReload;

namespace Lowtide.Tests.Pure.Reports.Report;

/// <summary>What a report and a screen say of a reload.</summary>
public sealed class ReloadSectionTests
{
    private static readonly Recording Reloaded = Recording(
        Ends(2, 0, 5), Ends(3, 0, 5), Lives(4, 10, 20), [Master(0, 1, 7), Master(9, 1, 8), Master(20, 1, 8)]) with
    {
        SystemSamples =
        [
            .. Enumerable.Range(0, 21).Select(second => new SystemSample(
                second, new HostMemory(1000 * MiB, 500 * MiB, 90 * MiB, 0, 0) { FreeBytes = 300 * MiB }, null)
            { DiskBusySeconds = second == 0 ? null : 0.25, MemoryWaitSeconds = second == 0 ? null : 0 }),
        ],
    };

    [Fact]
    public void The_lines_say_who_left_and_who_came() => Assert.Equal(
        [
            "master: replaced itself by exec, first seen at 9.0 s",
            "generation 1: 2 workers from the start to 8.0 s; at their end Python took itself apart for up to 3.0 s",
            "generation 2: 1 worker from 10.0 s on; 2.0 s without any worker before",
        ],
        Lines(Reloaded));

    [Fact]
    public void A_worker_that_never_lives_long_fills_no_screen()
    {
        var lines = Lines(Recording([.. Enumerable.Range(0, 50).Select(number => Lives(100 + number, 2 * number, 2 * number))]));
        Assert.Equal((ReloadWords.MostGenerations + 1, "... and 42 more such lines"), (lines.Count, lines[^1]));
    }

    [Fact]
    public void Generations_stand_in_a_table_and_apart_in_the_chart()
    {
        var report = WholeReport.Of(MadeReports.Of(new RecordedFamily("x.lowtide", null, Reloaded)));
        Schemas.MustHold(ReportJson.Text(report));
        var section = Assert.Single(report.Sections, section => section.Id == "reload");
        Assert.Equal(
            [["1", "2", "0.0 s", "8.0 s", "3.0 s", "22 to 40 MiB"], ["2", "1", "10.0 s", "the end", "-", "-"]],
            Assert.Single(section.Blocks.OfType<TableBlock>()).Rows);
        var charts = section.Blocks.OfType<LinesBlock>().ToList();
        Assert.Equal(
            [["generation 1", "generation 2"], ["free", "cache"], ["busiest disk at work", "some task waited for memory"]],
            charts.Select(chart => chart.Series.Select(series => series.Name)));
        // Two workers that touch 12 MiB in the same second.
        Assert.Equal(2 * 12 * 256, charts[0].Series[0].Y.Max());
        Assert.All(charts[2].Series[0].Y, share => Assert.Equal(0.25, share));
    }

    [Fact]
    public void Without_a_reload_there_is_nothing_to_say()
    {
        var calm = Recording(Lives(2, 0, 9));
        Assert.Empty(Lines(calm));
        Assert.DoesNotContain(WholeReport.Of(MadeReports.Of(new RecordedFamily("x.lowtide", null, calm))).Sections, section => section.Id == "reload");
    }

    private static IReadOnlyList<string> Lines(Recording recording) =>
        ReloadWords.Lines(WorkerGeneration.All(recording), MasterChange.All(recording));
}
