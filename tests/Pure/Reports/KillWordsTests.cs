using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings.Watching;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Explain;
using Lowtide.Reports.Report;
using Lowtide.Reports.Serve;
using Lowtide.Reports.Words;
using Lowtide.Tests.Pure.Reports.Report;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>A kill says who, how large, since when it grew and why; and of each of these that it is not known.</summary>
public sealed class KillWordsTests
{
    public static TheoryData<string, string> Told => new()
    {
        {
            nameof(MadeKills.Grew),
            "worker 0 was killed by the kernel for memory (pid 4711); it held 380 MiB of its own 24 s before; 512 MiB were resident at the end; "
                + "it grew from 60 MiB of its own in 2.2 h; cause by the look before: the collector copies shared memory (cpython.collector-copies)"
        },
        {
            nameof(MadeKills.GrewOvernight),
            "worker 0 was killed by the kernel for memory (pid 4711); it held 380 MiB of its own 24 s before; 512 MiB were resident at the end; "
                + "it grew from 60 MiB of its own in 9 h; cause by the look before: the collector copies shared memory "
                + "(cpython.collector-copies); so were 2 others; it used 25% of a processor"
        },
        {
            nameof(MadeKills.HeldAsMuch),
            "worker 1 was killed by the kernel for memory (pid 4712); it held 380 MiB of its own 24 s before; it had held as much before, 381 MiB; "
                + "cause by the look before: the collector copies shared memory (cpython.collector-copies)"
        },
        {
            nameof(MadeKills.NeverRead),
            "the master was killed by the kernel for memory (pid 4713); since when it grew is not known; cause by the look before: none was known"
        },
        {
            nameof(MadeKills.Unnamed),
            "2 workers killed by the kernel for memory; which ones of those that ended only the kernel's log says, and that could not be read; "
                + "cause by the look before: malloc keeps freed memory (malloc.free-kept)"
        },
    };

    [Theory, MemberData(nameof(Told))]
    public void A_log_and_a_page_tell_all_that_is_known(string kill, string words) => Assert.Equal(words, ServePage.What(Kill(kill)));

    [Theory]
    [InlineData(nameof(MadeKills.Grew), "2026-03-01 02:14 UTC: worker 0 (pid 4711), 512 MiB (RSS); grew from 60 MiB of its own in 2.2 h")]
    [InlineData(nameof(MadeKills.GrewOvernight), "2026-03-01 02:14 UTC: worker 0 (pid 4711), 512 MiB (RSS); grew from 60 MiB of its own in 9 h; and 2 others")]
    [InlineData(nameof(MadeKills.HeldAsMuch), "2026-03-01 02:14 UTC: worker 1 (pid 4712), 380 MiB of its own; had held as much before, 381 MiB")]
    [InlineData(nameof(MadeKills.NeverRead), "2026-03-01 01:54 UTC: the master (pid 4713); since when it grew is not known")]
    [InlineData(nameof(MadeKills.Unnamed), "2026-03-01 01:44 UTC: 2 workers; which ones only the kernel's log says, and that could not be read")]
    public void A_screen_says_it_in_a_line(string kill, string words) => Assert.Equal(words, KillWords.Line(Kill(kill)));

    [Fact]
    public void The_cause_of_most_is_named_and_without_words_for_it_its_id()
    {
        Assert.Equal("the collector copies shared memory (5 of 8)", KillWords.Cause(MadeKills.All));
        Assert.Equal("ruby.what-comes", KillWords.Cause([MadeKills.Unnamed with { Cause = "ruby.what-comes" }]));
        Assert.Equal("none was known", KillWords.Cause([MadeKills.NeverRead]));
    }

    [Fact]
    public void A_table_says_the_moment_and_the_day_where_it_is_another()
    {
        Assert.Equal("grew from 60 MiB of its own since 00:03", KillWords.Growth(MadeKills.Grew));
        Assert.Equal("grew from 60 MiB of its own since 02-28 17:14", KillWords.Growth(MadeKills.GrewOvernight));
    }

    /// <summary>A recording of a file is of nobody who watched for kills.</summary>
    [Fact]
    public void The_document_tells_none_from_not_watched()
    {
        Assert.Null(ExplainDocument.Of(Diagnosis.Of(MadeReports.Recording(copies: true))).KilledForMemory);
        Assert.Equal((0, 0), Counted([]));
        Assert.Equal((8, 5), Counted(MadeKills.All));
        Assert.Equal((300, 100), Counted([.. Enumerable.Repeat(MadeKills.Grew, 300)]));

        static (int, int) Counted(IReadOnlyList<WatchedEvent> kills) =>
            ExplainDocument.Of(Killed(kills)).KilledForMemory is { } told ? (told.Count, told.Newest.Count) : (-1, -1);
    }

    [Fact]
    public void A_report_has_a_row_for_each_kill()
    {
        var material = MadeReports.Of(new RecordedFamily("uwsgi", null, MadeReports.Recording(copies: true) with { Kills = MadeKills.All }));
        var section = Assert.Single(WholeReport.Of(material).Sections, section => section.Id == "kills");
        var table = Assert.IsType<TableBlock>(Assert.Single(section.Blocks));
        Assert.Equal("8 that the kernel killed", table.Caption);
        Assert.Equal(
            ["2026-03-01 02:14", "worker 0", "4711", "380 MiB", "512 MiB", "grew from 60 MiB of its own since 00:03", "the collector copies shared memory"],
            table.Rows[0]);
        Assert.Equal(["2026-03-01 01:44", "2 workers", "-", "-", "-", "-", "malloc keeps freed memory"], table.Rows[^1]);
        Assert.DoesNotContain(WholeReport.Of(MadeReports.Everything).Sections, section => section.Id == "kills");
    }

    private static Diagnosis Killed(IReadOnlyList<WatchedEvent> kills) => Diagnosis.Of(MadeReports.Recording(copies: true) with { Kills = kills });

    private static WatchedEvent Kill(string name) => (WatchedEvent)typeof(MadeKills).GetProperty(name)!.GetValue(null)!;
}
