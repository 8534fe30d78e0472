using Lowtide.Reports.Blocks;

namespace Lowtide.Reports.Report.Sections;

/// <summary>Malloc's heaps and the runtime's own, cell by cell.</summary>
internal sealed class HeapsSection : IReportSection
{
    public ReportSection? Of(ReportMaterial material)
    {
        var blocks = FamilyHeaps.All(material.Recordings).Select(Block).ToList();
        return blocks.Count == 0 ? null : new ReportSection(
            "heaps", "Heaps cell by cell",
            "What is used and what is free at the end of the recording, in order of address. A .svg of the same recordings is this picture alone.", blocks);
    }

    private static ReportBlock Block(FamilyHeaps family) => new HeapsBlock(
        family.Title,
        string.Join(". ", family.Lines),
        [.. family.Legend.Select(letter => new HeapLegendEntry(letter.Letter.Colour, letter.Letter.Meaning, letter.Bytes))],
        [.. family.Pictures.Select(heap => new HeapImage(heap.Name, heap.Shares, HeapPixels.Width, heap.Picture.Height, heap.Picture))]);
}
