using Lowtide.Analysis.Causes;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Report;
using Lowtide.Reports.Trials;
using Lowtide.Trials.Runs;
using Lowtide.Writing;

namespace Lowtide.Tests.Pure.Reports.Report;

/// <summary>What a report says of made recordings and trials.</summary>
public sealed class ReportDocumentTests
{
    [Fact]
    public void Of_everything_there_is_every_section() =>
        Assert.Equal(
            ["verdict", "brings", "before-after", "runs", "findings", "causes", "faults", "sharing", "pages", "around", "unread", "reproduce"],
            WholeReport.Of(MadeReports.Everything).Sections.Select(section => section.Id));

    [Fact]
    public void The_answer_is_what_the_trial_decided()
    {
        var answer = WholeReport.Of(MadeReports.Of(MadeReports.Trial(10))).Answer;
        Assert.Equal(
            "cpython.gc-threshold-0 saves 602 MiB of memory (60.0%). It is the best of 2 arms. Shown by 10 starts of each under the same load.", answer);
    }

    [Theory]
    [InlineData(0, "The trial was stopped before its first pair was whole: it tells nothing yet.")]
    [InlineData(3, "The trial was stopped after 3 pairs of 10: it has decided nothing yet.")]
    public void Of_a_stopped_trial_nothing_is_claimed(int blocks, string answer)
    {
        var report = WholeReport.Of(MadeReports.Of(MadeReports.Trial(blocks, failed: new FailedRun("lazy", 0, "it did not start"))));
        Assert.Equal(answer, report.Answer);
        Assert.Contains(report.Sections, section => section.Blocks.OfType<TableBlock>().Any(table => table.Rows.Any(row => row.Contains("it did not start"))));
        Assert.DoesNotContain("Better", MarkdownReport.Text(report), StringComparison.Ordinal);
        Assert.Contains("lowtide trial --resume trial.jsonl", MarkdownReport.Text(report), StringComparison.Ordinal);
    }

    [Fact]
    public void What_a_trial_brings_is_as_on_its_screen()
    {
        var trial = MadeReports.Trial(10);
        var section = WholeReport.Of(MadeReports.Of(trial)).Sections.Single(section => section.Id == "brings");
        using var screen = new StringWriter();
        TerminalReport.Show(TrialReport.Of(trial.Result!, "x.jsonl", details: true), Screen.Plainly(screen));
        var table = section.Blocks.OfType<TableBlock>().First();
        Assert.NotEmpty(table.Rows);
        Assert.All(table.Rows, row => Assert.Matches(string.Join(" +", row.Select(System.Text.RegularExpressions.Regex.Escape)), screen.ToString()));
        Assert.All(section.Blocks.OfType<TextBlock>().First().Items, note => Assert.Contains(note, screen.ToString(), StringComparison.Ordinal));
        Assert.DoesNotContain(WholeReport.Of(MadeReports.Of(MadeReports.Trial(3))).Sections, section => section.Id == "brings");
    }

    [Fact]
    public void Two_recordings_alone_are_seen_and_prove_nothing() => Assert.Equal(
        "uwsgi held 800 MiB at the end of the recording before and 800 MiB at the end of the one after, 0% less: two runs seen, which is no proof.",
        WholeReport.Of(MadeReports.Everything with { Trials = [] }).Answer);

    [Fact]
    public void Of_a_recording_the_answer_is_the_finding_that_something_helps_against() =>
        Assert.Contains(
            ". cpython.gc-freeze would save ",
            WholeReport.Of(Alone(MadeReports.Recording(copies: true))).Answer,
            StringComparison.Ordinal);

    [Fact]
    public void Of_a_recording_in_which_nothing_could_be_read_the_answer_says_so()
    {
        var report = WholeReport.Of(Alone(MadeByHand.Recording(MadeByHand.Unknown)));
        Assert.Equal("Nothing can be told: the memory of this family could not be read.", report.Answer);
        Assert.DoesNotContain(report.Sections, section => section.Id is "sharing" or "pages");
    }

    [Fact]
    public void A_respawned_worker_is_a_line_of_its_own()
    {
        var shared = Block<LinesBlock>("sharing").Series.Where(series => series.Style == "line").ToList();
        Assert.Equal(4, shared.Count);
        Assert.Equal(11, shared.Single(series => series.Name == "worker 100011").X[0]);
    }

    [Fact]
    public void Many_workers_are_their_middle_and_their_spread()
    {
        var report = WholeReport.Of(Alone(MadeReports.Recording(copies: true, workers: 30)));
        var series = report.Sections.Single(section => section.Id == "sharing").Blocks.OfType<LinesBlock>().First().Series[0];
        Assert.Equal("median worker", series.Name);
        Assert.NotNull(series.Low);
        Assert.Equal(20, Maps(report).Maps.Count);
        var rest = report.Sections.Single(section => section.Id == "pages").Blocks.OfType<TableBlock>().Single();
        Assert.Equal("the other 10 workers, summed up", rest.Caption);
    }

    /// <summary>The map by cause, the table by cause and what explain says of the recording are one and the same.</summary>
    [Fact]
    public void The_map_by_cause_adds_up_to_the_table_by_cause()
    {
        var recording = MadeReports.Recording(copies: true);
        var map = Maps(WholeReport.Of(Alone(recording)));
        foreach (var (worker, drawn) in recording.Latest.Workers.Zip(map.Maps.OrderBy(map => map.Name, StringComparer.Ordinal)))
        {
            Assert.Equal($"worker {worker.Process.Pid}", drawn.Name);
            var copied = CopiedByCause.Of(recording.Latest, worker)!;
            foreach (var cause in Enum.GetValues<CopyCause>())
                // Which of the pages that a collection walked were read too is not known: they are told to a page.
                Assert.InRange(
                    (CellRunsTests.Pages(drawn, region => region.CellsByCause!, PageCauses.Of(cause).Letter) * Page.Size) - copied.BytesOf(cause),
                    -Page.Size, Page.Size);
            Assert.True(copied.BytesOf(CopyCause.ReferenceCount) > copied.Read.Surely * copied.Walked, "nothing that reads alone copied: it tests little");
            Assert.Equal(
                worker.Census!.Tally.InheritedSharedBytes / Page.Size, CellRunsTests.Pages(drawn, region => region.CellsByCause!, 's'));
        }
        Assert.Equal(map.States.Sum(state => state.Bytes), map.ByCause!.States.Sum(state => state.Bytes));
    }

    [Fact]
    public void Of_a_recording_that_kept_no_traces_there_is_the_map_by_state_and_the_table_by_cause()
    {
        var recording = MadeReports.Recording(copies: true);
        var report = WholeReport.Of(Alone(recording with
        {
            Snapshots = [.. recording.Snapshots.Select(family => family with { Workers = [.. family.Workers.Select(WithoutTraces)] })],
        }));
        Assert.Null(Maps(report).ByCause);
        Assert.All(Maps(report).Maps.SelectMany(map => map.Regions), region => Assert.Null(region.CellsByCause));
        Assert.Contains(report.Sections, section => section.Id == "causes");

        static Member WithoutTraces(Member worker) => worker with
        {
            Census = worker.Census! with { Regions = [.. worker.Census.Regions.Select(region => region with { Traces = null })] },
        };
    }

    [Fact]
    public void Of_a_recording_whose_pages_were_not_traced_there_are_no_causes()
    {
        var recording = MadeReports.Recording(copies: true);
        var family = recording.Latest with { Workers = [.. recording.Latest.Workers.Select(worker => worker with { Copies = null })] };
        Assert.DoesNotContain(WholeReport.Of(Alone(recording with { Snapshots = [family] })).Sections, section => section.Id == "causes");
    }

    [Fact]
    public void Before_and_after_have_one_scale()
    {
        var charts = WholeReport.Of(MadeReports.Everything).Sections.Single(section => section.Id == "causes").Blocks.OfType<StacksBlock>().ToList();
        Assert.Equal(2, charts.Count);
        Assert.Single(charts.Select(chart => chart.Most).Distinct());
        Assert.All(charts, chart => Assert.All(chart.Stacks, stack => Assert.InRange(stack.Values.Sum(), 0, chart.Most)));
    }

    [Fact]
    public void The_workers_that_copied_most_come_first()
    {
        var recording = MadeReports.Recording(copies: false);
        var family = recording.Latest;
        var worst = family.Workers[2] with { Census = MadeReports.Census(copied: true, 1, "x") };
        var changed = recording with { Snapshots = [recording.Snapshots[0], family with { Workers = [family.Workers[0], family.Workers[1], worst] }] };
        Assert.Equal($"worker {worst.Process.Pid}", Maps(WholeReport.Of(Alone(changed))).Maps[0].Name);
    }

    [Fact]
    public void The_curves_of_a_trial_are_the_middle_of_its_runs()
    {
        var curve = Block<LinesBlock>("before-after").Series;
        Assert.Equal(["baseline", "cpython.gc-threshold-0", "lazy"], curve.Select(series => series.Name));
        Assert.All(curve[0].Y.Zip(curve[0].Low!, curve[0].High!), point => Assert.InRange(point.First, point.Second, point.Third));
    }

    [Fact]
    public void Every_pair_is_a_point_and_the_disturbed_ones_are_marked()
    {
        var primary = Block<IntervalsBlock>("verdict").Metrics.Single(metric => metric.Decides);
        Assert.Equal("memory (PSS)", primary.Name);
        Assert.All(primary.Arms, arm => Assert.Equal(10, arm.Points.Count));
        Assert.Equal([2], primary.Arms[0].Points.Index().Where(point => point.Item.Disturbed).Select(point => point.Index));
        Assert.Equal(1, Block<LinesBlock>("runs").Series[0].Notes!.Count(note => note is not null));
    }

    [Fact]
    public void The_command_that_reproduces_the_trial_has_its_seed()
    {
        var command = Block<CodeBlock>("reproduce").Lines[1];
        Assert.Equal(
            "lowtide trial --seed 7 --remedy cpython.gc-threshold-0 --arm lazy=env:LAZY=uwsgi --pairs 10 --ready http://127.0.0.1:8000/ --load load"
            + " --margin ready_seconds=0.1 -- server",
            command);
    }

    [Fact]
    public void The_command_that_reproduces_the_trial_has_its_margins_and_its_alpha()
    {
        var trial = MadeReports.Trial(10);
        var plan = trial.Facts.Plan with { Margins = new Dictionary<string, double> { ["stop_seconds"] = 2.5, ["pss_bytes"] = 0.02 }, Alpha = 0.01 };
        var report = WholeReport.Of(MadeReports.Of(trial with { Kept = trial.Kept with { Facts = trial.Facts with { Plan = plan } } }));
        Assert.Contains(
            " --margin pss_bytes=0.02 --margin stop_seconds=2.5 --alpha 0.01 -- server",
            report.Sections.Single(section => section.Id == "reproduce").Blocks.OfType<CodeBlock>().First().Lines[1],
            StringComparison.Ordinal);
    }

    private static ReportMaterial Alone(Recording recording) => MadeReports.Of(new RecordedFamily("x.lowtide", null, recording));

    private static PageMapBlock Maps(ReportDocument report) =>
        report.Sections.Single(section => section.Id == "pages").Blocks.OfType<PageMapBlock>().First();

    private static T Block<T>(string section) where T : ReportBlock =>
        WholeReport.Of(MadeReports.Everything).Sections.Single(each => each.Id == section).Blocks.OfType<T>().First();
}
