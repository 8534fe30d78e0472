using System.Xml.Linq;
using Lowtide.Recordings;
using Lowtide.Reports.Report;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Reports.Report;

public sealed class HeapSvgTests
{
    /// <summary>Cells of 6 by 6 points.</summary>
    private const int OfHeap = 36;

    /// <summary>Of 2 by 2.</summary>
    private const int OfPages = 4;

    [Fact]
    public void Every_cell_is_drawn_in_its_colour()
    {
        var svg = XDocument.Parse(HeapSvg.Text(Material(new HeapPicture("main arena", "malloc", 4096, "u300f200.12t1"))));
        var points = DrawnPng.In(svg).ElementAt(1);
        Assert.Equal(300 * OfHeap, points["#0072b2"]);
        Assert.Equal(200 * OfHeap, points["#e69f00"]);
        Assert.Equal(12 * OfHeap, points["#eeeeee"]);
        Assert.Equal(1 * OfHeap, points["#f0e442"]);
        Assert.Contains("free, and still resident: 800 KiB", svg.Root!.Value);
        Assert.Contains("process 1, main arena: 2.0 MiB, a cell is 4.0 KiB", svg.Root.Value);
    }

    [Fact]
    public void Every_slot_of_every_page_is_drawn()
    {
        var picture = new HeapPicture("Ruby's slots of 40 bytes", "ruby", 40, string.Join(' ', Enumerable.Repeat("o100y50f250", 99).Append("x3f397")));
        var svg = XDocument.Parse(HeapSvg.Text(Material(new HeapPicture("main arena", "malloc", 4096, "u3"), picture)));
        var points = DrawnPng.In(svg).Last();
        Assert.Equal(9900 * OfPages, points["#cc79a7"]);
        Assert.Equal(4950 * OfPages, points["#009e73"]);
        Assert.Equal(((99 * 250) + 397) * OfPages, points["#e69f00"]);
        Assert.Equal(3 * OfPages, points["#999999"]);
        Assert.Contains("Ruby's slots of 40 bytes: 1.5 MiB on 100 pages, a cell is 40 bytes", svg.Root!.Value);
        Assert.Contains("Ruby: young object: 193 KiB", svg.Root.Value);
    }

    /// <summary>Cells are not: 3 MiB of Ruby's would look like more than 64 MiB of malloc's.</summary>
    [Fact]
    public void A_strip_has_all_heaps_of_both_recordings_to_one_scale()
    {
        var before = Material(new HeapPicture("main arena", "malloc", 4096, "u300f100"), new HeapPicture("Ruby's slots of 40 bytes", "ruby", 4096, "o80"));
        var after = Material(new HeapPicture("main arena", "malloc", 4096, "u60"));
        var svg = XDocument.Parse(HeapSvg.Text(new([.. before.Recordings, .. after.Recordings], [])));
        var strips = DrawnPng.In(svg).Where((_, at) => at is 0 or 3).ToList();
        Assert.Equal((600, 200, 160), (Length(strips[0], "#0072b2"), Length(strips[0], "#e69f00"), Length(strips[0], "#cc79a7")));
        Assert.Equal(120, Length(strips[1], "#0072b2"));
        Assert.Contains("all heaps to one scale: 1.9 MiB", svg.Root!.Value);

        static int Length(IReadOnlyDictionary<string, int> strip, string colour) => strip[colour] / 18;
    }

    /// <summary>So that a second picture may take the place of the first.</summary>
    [Fact]
    public void It_is_known_for_a_report()
    {
        using var folder = new TempFolder();
        Lowtide.Commands.ReportFile.MustBeOurs(folder.File("heap.svg", HeapSvg.Text(Material(new HeapPicture("main arena", "malloc", 4096, "u3")))));
    }

    [Fact]
    public void A_large_process_has_cells_of_several()
    {
        var text = HeapSvg.Text(Material([.. Enumerable.Range(0, 8).Select(each => new HeapPicture($"arena {each}", "malloc", 4096, "u16000p384"))]));
        Assert.Contains("arena 7: 64 MiB, a cell is 32 KiB", text);
    }

    [Fact]
    public void What_a_process_calls_itself_does_no_harm()
    {
        var material = Material(new HeapPicture("main arena", "malloc", 4096, "u3"), "<script>\u001b[31m");
        Assert.DoesNotContain("<script", HeapSvg.Text(material));
        XDocument.Parse(HeapSvg.Text(material));
    }

    [Fact]
    public void Nothing_to_draw_is_said() =>
        Assert.Contains("no recording among the files", Assert.Throws<Failure>(() => HeapSvg.Text(Material())).Message);

    private static ReportMaterial Material(params HeapPicture[] heaps) => Material(heaps, "server");

    private static ReportMaterial Material(HeapPicture heap, string name) => Material([heap], name);

    private static ReportMaterial Material(HeapPicture[] heaps, string name)
    {
        var recording = MadeFamilies.Recording(MadeFamilies.Master() with { Heaps = heaps });
        return new([new RecordedFamily("x.lowtide", null, recording with { Snapshots = [recording.Latest with { Name = name }] })], []);
    }
}
