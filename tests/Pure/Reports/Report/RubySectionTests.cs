using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Report;
using Lowtide.Reports.Report.Sections;

namespace Lowtide.Tests.Pure.Reports.Report;

/// <summary>What a report says of a Ruby's memory, and that it says nothing of another's.</summary>
public sealed class RubySectionTests
{
    [Fact]
    public void Another_runtime_has_no_such_section() => Assert.Null(new RubySection().Of(MadeReports.Everything));

    [Fact]
    public void Parts_that_sum_to_the_memory_and_a_curve_of_free_slots()
    {
        var master = MadeByHand.Known.Master! with
        {
            Runtime = new RuntimeFacts("cruby", "3.3.8", null),
            Memory = new MemoryUse(64 << 20, 40 << 20, 0, 40 << 20, 0) { PssAnonymousBytes = 30 << 20, PssFileBytes = 10 << 20, PssSharedMemoryBytes = 0 },
            Parts = [.. Enum.GetValues<MemoryPurpose>().Select(purpose => new ResidentPart(
                purpose, purpose is MemoryPurpose.RuntimeCode or MemoryPurpose.PythonPools ? 0 : 3 << 20, 0))],
            RubyHeap = new RubyHeap(1 << 16, [new RubyPool(40, 48, 0, 70_000, 17_500, 9, new int[11])], [new RubyObjects("string", 52_500, 2_100_000)], 0),
        };
        var samples = Enumerable.Range(0, 3).Select(second => new Sample(second, 10, 5, Role.Master, master.Memory, null)
        {
            Ruby = new RubyCounts(60 - second, 40 + second, 48, 1, 1, 0),
        });
        var recording = new Recording(MadeByHand.Host, [MadeByHand.Known with { Master = master, Workers = [] }], [.. samples], []);

        var section = new RubySection().Of(MadeReports.Of(new RecordedFamily("a.lowtide", null, recording)));

        Assert.NotNull(section);
        Assert.Contains("25% free", Assert.Single(section.Blocks.OfType<TextBlock>()).Lead, StringComparison.Ordinal);
        var parts = new MemoryPartsSection().Of(MadeReports.Of(new RecordedFamily("a.lowtide", null, recording)))!;
        var table = Assert.Single(parts.Blocks.OfType<TableBlock>());
        Assert.Contains(table.Rows, row => row[0] == "code and other mapped files" && row[1] == "10 MiB" && row[2] == "25%");
        Assert.Equal([0.4, 0.41, 0.42], Assert.Single(section.Blocks.OfType<LinesBlock>().First().Series).Y);
        // A Ruby without sizes of slots.
        Assert.Equal(
            ["share of the slots that are free", "collections since the first sample, process 10"],
            section.Blocks.OfType<LinesBlock>().Select(chart => chart.Caption));
    }

    /// <summary>Of the worker that was seen longest, not of the master that was there before it.</summary>
    [Fact]
    public void Slots_by_size_and_collections_of_a_worker_over_time()
    {
        Assert.Equal(
            [
                ("share of the slots that are free", "process 10", "0.5 0.5 0.5 0.5"),
                ("share of the slots that are free", "worker 12", "0.5 0.5 0.5"),
                ("share of the slots that are free", "worker 11", "0.5 0.5"),
                ("slots by their size, worker 12", "40 bytes", "101 102 103"),
                ("slots by their size, worker 12", "640 bytes", "30 30 30"),
                ("slots with an object, by their size, worker 12", "640 bytes", "21 22 23"),
                ("collections since the first sample, worker 12", "minor", "0 2 4"),
                ("collections since the first sample, worker 12", "major", "0 1 1"),
            ],
            Drawn(
            [
                .. Enumerable.Range(0, 4).Select(second => Counted(second, 10, Role.Master)),
                .. Enumerable.Range(1, 2).Select(second => Counted(second, 11, Role.Worker)),
                .. Enumerable.Range(1, 3).Select(second => Counted(second, 12, Role.Worker, new(640, 30, 20 + second), new(40, 100 + second, null))),
            ]));

        static IEnumerable<(string Caption, string Name, string Values)> Drawn(Sample[] samples) =>
            from chart in Charts(samples)
            from line in chart.Series
            select (chart.Caption, line.Name, string.Join(' ', line.Y));
    }

    /// <summary>What the sheet of a target says may be anything: the sizes that take most memory are drawn, in order.</summary>
    [Fact]
    public void No_more_sizes_are_drawn_than_can_be_told_apart()
    {
        var pools = Enumerable.Range(1, 600).Select(size => new RubyPoolCounts(size, size is > 300 and <= 308 ? 1000 : 1, null)).ToArray();
        var chart = Assert.Single(
            Charts([Counted(0, 10, Role.Master, pools), Counted(1, 10, Role.Master, pools)]),
            one => one.Caption.StartsWith("slots by", StringComparison.Ordinal));
        Assert.Equal(Enumerable.Range(301, 8).Select(size => $"{size} bytes"), chart.Series.Select(line => line.Name));
    }

    [Fact]
    public void Its_document_holds_to_the_schema()
    {
        var recording = MadeReports.Recording(copies: false);
        var counted = recording with
        {
            Samples = [.. recording.Samples.Select(sample => sample with { Ruby = Counted(0, 10, Role.Master, new RubyPoolCounts(40, 100, 90)).Ruby })],
        };
        Schemas.MustHold(ReportJson.Text(WholeReport.Of(MadeReports.Of(new RecordedFamily("a.lowtide", null, counted)))));
    }

    /// <summary>Half of whose slots are free, with 2 minor collections a second and 1 major one in the second second.</summary>
    private static Sample Counted(int second, int pid, Role role, params RubyPoolCounts[] pools) => new(second, pid, 5, role, MemoryUse.Unknown, null)
    {
        Ruby = new RubyCounts(50, 50, 48, 10 + (2 * second), second < 2 ? 3 : 4, 0, pools),
    };

    private static List<LinesBlock> Charts(Sample[] samples) =>
        new RubySection().Of(MadeReports.Of(new RecordedFamily("a.lowtide", null, new Recording(MadeByHand.Host, [MadeByHand.Known], samples, []))))!
            .Blocks.OfType<LinesBlock>().ToList();
}
