using Lowtide.Tests.Pure.Reports.Report;
using Microsoft.Playwright;

namespace Lowtide.Tests.ReportPage;

/// <summary>Every column of every table can be seen, on a desk, on a phone and on paper.</summary>
public sealed class WideTablesTests
{
    public static TheoryData<int, bool> Widths => new() { { 1200, false }, { 360, false }, { 688, true } };

    /// <summary>A4 without its margins is 688 pixels wide.</summary>
    [Theory]
    [MemberData(nameof(Widths))]
    public async Task No_table_is_wider_than_what_can_be_seen_or_scrolled(int width, bool isPaper)
    {
        foreach (var material in new[] { MadeReports.Of(MadeDotNet.Recorded), MadeReports.Everything })
        {
            await using var report = await OpenedReport.OfAsync(
                material, new() { ViewportSize = new() { Width = width, Height = 900 }, IsMobile = width < 400 }, scrollbars: true);
            if (isPaper)
                await report.Page.EmulateMediaAsync(new() { Media = Media.Print });
            Assert.Empty(await report.Page.EvaluateAsync<string[]>(
                """
                isPaper => {
                    document.querySelectorAll("details").forEach(each => each.open = true);
                    return [...document.querySelectorAll("table")].flatMap(table => {
                        const place = table.parentElement.closest(".scroller") ?? table.parentElement;
                        const style = getComputedStyle(place);
                        const scrolls = !isPaper && ["auto", "scroll"].includes(style.overflowX) && place.offsetHeight > place.clientHeight;
                        const cut = table.offsetWidth > place.clientWidth && !scrolls;
                        const box = place.getBoundingClientRect();
                        return cut || box.left < 0 || box.right > innerWidth || (!scrolls && table.getBoundingClientRect().right > innerWidth)
                            ? [`${place.ariaLabel}: ${table.offsetWidth} in ${place.clientWidth} pixels`] : [];
                    });
                }
                """,
                isPaper));
            Assert.True(await report.Page.EvaluateAsync<bool>("document.documentElement.scrollWidth <= innerWidth"), "the table scrolls, and not the page");
        }
    }

    /// <summary>What a reader of a .NET report looks at first needs no scrolling at all.</summary>
    [Theory]
    [MemberData(nameof(Widths))]
    public async Task Collections_by_generation_are_seen_whole(int width, bool isPaper)
    {
        await using var report = await OpenedReport.OfAsync(
            MadeReports.Of(MadeDotNet.Recorded), new() { ViewportSize = new() { Width = width, Height = 900 } });
        if (isPaper)
            await report.Page.EmulateMediaAsync(new() { Media = Media.Print });
        var place = report.Page.GetByRole(AriaRole.Region, new() { Name = "collections by generation" });
        Assert.True(await place.EvaluateAsync<bool>("place => place.querySelectorAll('thead th').length === 4 && place.scrollWidth <= place.clientWidth"));
        Assert.Empty(report.Complaints);
        Assert.Empty(await report.AxeAsync());
    }

    [Fact]
    public async Task A_pause_that_was_asked_for_is_a_diamond()
    {
        await using var report = await OpenedReport.OfAsync(MadeReports.Of(MadeDotNet.Recorded));
        var chart = report.Page.Locator("section[aria-labelledby=collections] svg.chart");
        var asked = MadeDotNet.Recorded.Recording.DotNet!.Collections.Count(collection => collection.IsInduced);
        Assert.Equal(60, await chart.Locator("[data-mark=dot] :is(circle, path)").CountAsync());
        Assert.Equal(asked, await chart.Locator("[data-mark=dot] path").CountAsync());
        Assert.Equal(12, await report.Page.Locator("section[aria-labelledby=collections] figure tbody tr").CountAsync());
    }
}
