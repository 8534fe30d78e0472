using Lowtide.Tests.Pure.Reports.Report;

namespace Lowtide.Tests.ReportPage;

/// <summary>Pictures of heaps: shown from the page itself, in words too, and reached with a keyboard on a phone.</summary>
public sealed class HeapsTests
{
    [Fact]
    public async Task A_picture_is_drawn_and_says_what_it_shows()
    {
        await using var report = await OpenedReport.OfAsync(MadeReports.WithHeaps, new() { ViewportSize = new() { Width = 360, Height = 740 } });
        var pictures = report.Page.Locator("section[aria-labelledby=heaps] img");
        // Of each recording a strip, malloc's heap and Ruby's pages.
        Assert.Equal(6, await pictures.CountAsync());
        Assert.Equal(960, await pictures.Last.EvaluateAsync<int>("async image => { await image.decode(); return image.naturalWidth; }"));
        Assert.Contains("old object", await pictures.Last.GetAttributeAsync("alt"), StringComparison.Ordinal);
        Assert.True(await report.Page.EvaluateAsync<bool>("document.documentElement.scrollWidth <= innerWidth"), "the picture scrolls, and not the page");
        Assert.Empty(report.Complaints);
        Assert.Empty(await report.AxeAsync());
    }
}
