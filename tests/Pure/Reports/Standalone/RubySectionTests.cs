using Lowtide.Recordings;
using Lowtide.Reports.Standalone;
using Lowtide.Reports.Standalone.Sections;

namespace Lowtide.Tests.Pure.Reports.Standalone;

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
            Parts = [.. Enum.GetValues<MemoryPurpose>().Select(purpose => new ResidentPart(purpose, 3 << 20, 0))],
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
        var table = Assert.Single(section.Blocks.OfType<TableBlock>());
        Assert.Contains(table.Rows, row => row[0] == "code and other mapped files" && row[1] == "10 MiB" && row[2] == "25%");
        Assert.Equal([0.4, 0.41, 0.42], Assert.Single(Assert.Single(section.Blocks.OfType<LinesBlock>()).Series).Y);
    }
}
