using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;
using Lowtide.Writing;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>The collections of each generation, summed up.</summary>
public sealed class GenerationSumsTests
{
    [Fact]
    public void Sizes_are_means_over_the_collections_that_told_them()
    {
        var untold = Collection(3, 2, 3) with { Before = null, After = null, PromotedBytes = null };
        var sums = Assert.Single(GenerationSums.All(Trace(Collection(1, 2, 1), Collection(2, 2, 2) with { Before = [10, 20, 500, 0, 0] }, untold)));
        Assert.Equal((400, 200, 200, 400), (sums.MeanBeforeBytes, sums.MeanPromotedBytes, sums.MeanAfterBytes, sums.PromotedBytes));
    }

    [Fact]
    public void Reasons_come_by_how_often_they_began_one()
    {
        var sums = Assert.Single(GenerationSums.All(Trace(
            Collection(1, 2, 1, reason: CollectionReason.Induced), Collection(2, 2, 2, reason: CollectionReason.AllocLarge),
            Collection(3, 2, 3, reason: CollectionReason.AllocLarge))));
        Assert.Equal([new ReasonCount(CollectionReason.AllocLarge, 2), new ReasonCount(CollectionReason.Induced, 1)], sums.Reasons);
        Assert.Equal("alloc large 2, induced 1", DotNetWords.Reasons(sums));
    }

    /// <summary>What is worth least goes first; who collected, how often, for how long and why stays.</summary>
    [Theory]
    [InlineData(80, "GEN COUNT INDUCED BLOCKING PAUSES MEDIAN LONGEST BEGUN FOR")]
    [InlineData(1000, "GEN COUNT INDUCED BLOCKING COMPACTING PAUSES MEDIAN P95 LONGEST BEFORE SURVIVED AFTER BEGUN FOR")]
    public void A_narrow_terminal_has_the_columns_that_matter_most(int width, string head)
    {
        var writer = new StringWriter();
        var console = Screen.Plainly(writer);
        console.Width = width;
        var table = DotNetWords.Table(Trace([.. Of(100, 10, 10), Collection(121, 2, 130, pause: 12.5, reason: CollectionReason.Induced)]));
        TerminalReport.Show(new ReportDocument { Title = "title", Answer = "", Sections = [new ReportSection("", "heading", "", [table])] }, console);
        var lines = writer.ToString().Split('\n')[3..];
        Assert.Equal(head, string.Join(' ', lines[0].Split(' ', StringSplitOptions.RemoveEmptyEntries)));
        Assert.All(lines, line => Assert.InRange(line.Length, 0, width));
    }
}
