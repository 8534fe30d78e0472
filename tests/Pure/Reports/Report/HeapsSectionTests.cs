using System.Text.Json;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Report;
using Lowtide.Reports.Report.Sections;

namespace Lowtide.Tests.Pure.Reports.Report;

/// <summary>The same pictures as in the .svg, before and after, in each form of the report.</summary>
public sealed class HeapsSectionTests
{
    [Fact]
    public void Each_recording_has_its_heaps()
    {
        var section = new HeapsSection().Of(MadeReports.WithHeaps);
        Assert.NotNull(section);
        var blocks = section.Blocks.Cast<HeapsBlock>().ToList();
        Assert.Equal(["Before: ", "After: "], blocks.Select(block => block.Caption[..(block.Caption.IndexOf(' ') + 1)]));
        Assert.Equal(
            ["all heaps to one scale: 79 KiB", "process 10, main arena: 40 KiB, a cell is 4.0 KiB",
                "process 10, Ruby's slots of 40 bytes: 39 KiB on 200 pages, a cell is 40 bytes"],
            blocks[0].Heaps.Select(heap => heap.Name));
        Assert.Equal("Ruby: old object, which minor collections leave alone 60%; Ruby: free slot 40%", blocks[0].Heaps[2].Alt);
        Assert.Equal("Ruby: old object, which minor collections leave alone 100%", blocks[1].Heaps[2].Alt);
        Assert.Equal(10 * 36, DrawnPng.Points(blocks[1].Heaps[1].Picture.DataUri)["#0072b2"]);
    }

    [Fact]
    public void Its_document_holds_to_the_schema() => Schemas.MustHold(ReportJson.Text(WholeReport.Of(MadeReports.WithHeaps)));

    /// <summary>Texts of a report are cut where they are too long for a name.</summary>
    [Fact]
    public void A_picture_is_kept_whole()
    {
        var random = new Random(1);
        var slots = string.Concat(Enumerable.Range(0, 20_000).Select(_ => $"{"oyf"[random.Next(3)]}{random.Next(1, 4)}"));
        var material = MadeReports.WithSlots(slots, slots);
        var drawn = Assert.IsType<HeapsBlock>(new HeapsSection().Of(material)!.Blocks[0]).Heaps[2].Picture.DataUri;
        Assert.True(drawn.Length > 10_000);
        Assert.Contains(JsonSerializer.Serialize(drawn), ReportJson.Text(WholeReport.Of(material)), StringComparison.Ordinal);
    }

    [Fact]
    public void As_Markdown_it_is_figures()
    {
        var text = MarkdownReport.Text(WholeReport.Of(MadeReports.WithHeaps));
        Assert.Contains("| Ruby: free slot | 16 KiB |", text, StringComparison.Ordinal);
        Assert.DoesNotContain("base64", text, StringComparison.Ordinal);
    }

    /// <summary>Recordings from before they were kept.</summary>
    [Fact]
    public void Without_heaps_there_is_no_such_section() => Assert.Null(new HeapsSection().Of(MadeReports.Everything));
}
