using Lowtide.Reports.Report;
using Lowtide.Tests.Pure.Reports.Report;
using Microsoft.Playwright;

namespace Lowtide.Tests.ReportPage;

/// <summary>The page of hostile names and thousands of workers, on a phone and on paper.</summary>
[Trait("Scope", "Full")]
public sealed class ReportPageEdgeTests
{
    [Fact]
    public async Task Names_of_a_target_are_text_and_ten_thousand_workers_open()
    {
        var hostile = new ReportMaterial(
            [new RecordedFamily(MadeReports.Hostile, null, MadeReports.Recording(copies: true, name: MadeReports.Hostile, workers: 10_000))],
            [MadeReports.Trial(10, MadeReports.Hostile)]);
        await using var report = await OpenedReport.OfAsync(hostile);
        Assert.Equal(20, await report.Page.Locator("#pages ~ .page-maps svg.chart").CountAsync());
        Assert.Equal(0, await report.Page.Locator("img").CountAsync());
        Assert.Contains("</script><img src=x onerror=alert(1)>", await report.Page.Locator("h1").TextContentAsync(), StringComparison.Ordinal);
        Assert.Empty(report.Complaints);
        Assert.Empty(report.Requests);
        Assert.Empty(await report.AxeAsync());
        // In pixels: nothing a name does makes the page wider than its window.
        Assert.Equal(1000, await report.Page.EvaluateAsync<int>("document.documentElement.scrollWidth"));
    }

    [Theory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task On_a_phone_nothing_is_wider_than_the_screen(ColorScheme scheme)
    {
        await using var report = await OpenedReport.OfAsync(MadeReports.Everything, new()
        {
            ViewportSize = new() { Width = 360, Height = 740 },
            IsMobile = true,
            HasTouch = true,
            ColorScheme = scheme,
        });
        Assert.Equal(360, await report.Page.EvaluateAsync<int>("document.documentElement.scrollWidth"));
        Assert.Empty(report.Complaints);
        Assert.Empty(await report.AxeAsync());
    }

    [Fact]
    public async Task On_paper_what_is_folded_is_open_and_no_map_is_cut()
    {
        await using var report = await OpenedReport.OfAsync(MadeReports.Everything, new() { ColorScheme = ColorScheme.Dark });
        var paper = await report.Page.PdfAsync(new() { PreferCSSPageSize = true });
        Assert.True(paper.AsSpan().StartsWith("%PDF"u8));
        Assert.Equal(0, await report.Page.Locator("details:not([open])").CountAsync());
        await report.Page.EmulateMediaAsync(new() { Media = Media.Print });
        Assert.All(
            await report.Page.EvaluateAsync<string[]>("() => [...document.querySelectorAll('.plot')].map(plot => getComputedStyle(plot).breakInside)"),
            inside => Assert.Equal("avoid", inside));
        Assert.Equal("rgb(255, 255, 255)", await report.Page.EvaluateAsync<string>("getComputedStyle(document.body).backgroundColor"));
    }
}
