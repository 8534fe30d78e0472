using Lowtide.Tests.Pure.Reports.Report;
using Microsoft.Playwright;

namespace Lowtide.Tests.ReportPage;

/// <summary>The map of pages: by cause or by state, under a pointer, a finger and a keyboard.</summary>
public sealed class PageMapTests
{
    [Fact]
    public async Task A_keyboard_chooses_between_cause_and_state()
    {
        await using var report = await OpenedReport.OfAsync(MadeReports.Everything);
        var map = report.Page.Locator("section[aria-labelledby=pages] .page-maps").First;
        Assert.Contains("copied by: collector", await map.Locator(".legend").First.InnerTextAsync(), StringComparison.Ordinal);
        var areas = await map.Locator("svg.chart").First.Locator("[data-mark=area] path").CountAsync();

        await map.GetByLabel("cause").FocusAsync();
        await report.Page.Keyboard.PressAsync("ArrowRight");

        Assert.True(await map.GetByLabel("state").IsCheckedAsync());
        var legend = await map.Locator(".legend").First.InnerTextAsync();
        Assert.Contains("copied, only relinked", legend, StringComparison.Ordinal);
        Assert.DoesNotContain("copied by", legend, StringComparison.Ordinal);
        await map.Locator("svg.chart").First.WaitForAsync();
        Assert.NotEqual(areas, await map.Locator("svg.chart").First.Locator("[data-mark=area] path").CountAsync());
        Assert.Empty(report.Complaints);
        Assert.Empty(await report.AxeAsync());
    }

    [Fact]
    public async Task A_keyboard_goes_from_place_to_place()
    {
        await using var report = await OpenedReport.OfAsync(MadeReports.Everything);
        var map = report.Page.Locator("section[aria-labelledby=pages] figure").First;
        var cursor = map.GetByRole(AriaRole.Slider);
        // By the key that a person has, not by a call: it must be in the order of the page.
        await report.Page.GetByRole(AriaRole.Radio, new() { Name = "cause" }).First.FocusAsync();
        await report.Page.Keyboard.PressAsync("Tab");
        Assert.True(await cursor.EvaluateAsync<bool>("input => input === document.activeElement"));

        var first = await cursor.GetAttributeAsync("aria-valuetext");
        Assert.StartsWith("0x550000000000 to ", first, StringComparison.Ordinal);
        for (var press = 0; press < 3; press++)
            await report.Page.Keyboard.PressAsync("ArrowRight");
        var fourth = (await cursor.GetAttributeAsync("aria-valuetext"))!;
        Assert.NotEqual(first, fourth);
        Assert.Contains("malloc, inherited, still shared: ", fourth, StringComparison.Ordinal);
        Assert.Contains("copied by: collector: ", fourth, StringComparison.Ordinal);
        // What is said aloud is what is shown.
        Assert.Equal(fourth.Replace(",", ""), (await TipAsync(map.Locator("svg.chart"), fourth[..fourth.IndexOf(',')])).Replace(",", ""));
        Assert.Empty(await report.AxeAsync());
    }

    [Fact]
    public async Task A_finger_is_told_what_stands_there()
    {
        await using var report = await OpenedReport.OfAsync(
            MadeReports.Everything, new() { ViewportSize = new() { Width = 360, Height = 740 }, IsMobile = true, HasTouch = true });
        var chart = report.Page.Locator("section[aria-labelledby=pages] svg.chart").First;
        await chart.ScrollIntoViewIfNeededAsync();
        await chart.TapAsync(new() { Position = new() { X = 40, Y = 10 } });
        var tip = await TipAsync(chart, "0x");
        Assert.Contains("malloc", tip, StringComparison.Ordinal);
        Assert.Contains("copied by: collector: ", tip, StringComparison.Ordinal);
    }

    /// <summary>What the chart shows, once that contains what is waited for; after 300 frames, whatever it shows. The library parts lines by U+200B.</summary>
    private static Task<string> TipAsync(ILocator chart, string contains) => chart.EvaluateAsync<string>(
        """
        async (chart, contains) => {
            const says = () => [...chart.querySelectorAll("g[aria-label=tip] tspan")].map(line => line.textContent.replaceAll("\u200b", "").trim()).join(" ");
            for (let frame = 0; frame < 300 && !says().includes(contains); frame++) await new Promise(requestAnimationFrame);
            return says();
        }
        """,
        contains);
}
