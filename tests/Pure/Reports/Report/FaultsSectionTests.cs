using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Report;
using Lowtide.Reports.Report.Sections;

namespace Lowtide.Tests.Pure.Reports.Report;

public sealed class FaultsSectionTests
{
    [Fact]
    public void It_says_by_worker_and_by_way_what_was_copied()
    {
        var section = Of(MadeReports.Recording(copies: true))!;
        var proof = section.Blocks.OfType<TextBlock>().Single();
        Assert.Equal(
            "Of 12,000 first writes to shared pages (47 MiB copied), 75% came through the collector's code "
            + "(25% as a process ended); of 3% the call chain is cut.", proof.Lead);
        Assert.Equal("13,500 page faults in 19.5 s, one in 10 sampled.", proof.Text);
        var chart = section.Blocks.OfType<StacksBlock>().Single();
        Assert.Equal(["copies, collector", "copies, other code", "copies, not told", "new memory"], chart.Parts.Select(part => part.Cells[0]));
        // The master touched nothing.
        Assert.Equal(["worker 11", "worker 12", "worker 13"], chart.Stacks.Select(stack => stack.Name));
        Assert.All(chart.Stacks, stack => Assert.Equal([3000.0 * Page.Size, 900.0 * Page.Size, 100.0 * Page.Size, 500.0 * Page.Size], stack.Values));
        var tables = section.Blocks.OfType<TableBlock>().ToList();
        Assert.Equal(["11", "worker", "4,000", "75%", "75%", "500", "0", "0", "0"], tables[0].Rows[0]);
        Assert.Equal(["44.4%", "6,000", "copy", "uwsgi", "collector", "libpython3.11.so.1.0", "[collector uwsgi+0x10]"], tables[1].Rows[0]);
        Assert.Equal(["6,000", "collector", "_start > main > [collector uwsgi+0x10]"], tables[2].Rows[0]);
    }

    [Fact]
    public void Of_a_recording_without_faults_there_is_none()
    {
        Assert.Null(Of(MadeReports.Recording(copies: false)));
        var made = MadeReports.Recording(copies: true);
        Assert.Null(Of(made with { Faults = made.Faults! with { Chains = [] } }));
    }

    [Fact]
    public void Thousands_of_workers_are_summed_up()
    {
        var section = Of(MadeReports.Recording(copies: true, workers: 2000))!;
        Assert.All(section.Blocks.OfType<TableBlock>(), table => Assert.InRange(table.Rows.Count, 1, 21));
        Assert.InRange(section.Blocks.OfType<StacksBlock>().Single().Stacks.Count, 1, 20);
    }

    /// <summary>Without it the command would give another recording than the one that is shown.</summary>
    [Fact]
    public void Its_command_asks_for_faults_again()
    {
        var lines = new ReproduceSection().Of(MadeReports.Everything)!.Blocks.OfType<CodeBlock>().SelectMany(block => block.Lines).ToList();
        Assert.Contains("sudo lowtide record uwsgi -d 20s -o before.lowtide --faults --every 10", lines);
        Assert.Contains("sudo lowtide record uwsgi -d 20s -o after.lowtide", lines);
    }

    private static ReportSection? Of(Recording recording) =>
        new FaultsSection().Of(MadeReports.Of(new RecordedFamily("x.lowtide", null, recording)));
}
