using Lowtide.Analysis;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Report;
using Lowtide.Tests.Pure.Reports.Report;
using Microsoft.Playwright;

namespace Lowtide.Tests.ReportPage;

/// <summary>The page as a colleague opens it.</summary>
public sealed class ReportPageTests
{
    [Theory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task Every_chart_has_its_marks_and_nothing_is_wrong(ColorScheme scheme)
    {
        await using var report = await OpenedReport.OfAsync(
            MadeReports.Everything, new() { ViewportSize = new() { Width = 1000, Height = 900 }, ColorScheme = scheme });
        var page = report.Page;

        Assert.StartsWith("cpython.gc-threshold-0 saves 602 MiB", await page.Locator(".answer").TextContentAsync(), StringComparison.Ordinal);
        // Every pair of two arms, in each of four metrics: the dots below the intervals.
        Assert.Equal(4 * 2 * 10, await page.Locator(".metric [data-mark=dot] :is(circle, path)").CountAsync() - (4 * 2));
        Assert.Equal(8, await page.Locator(".metric [data-mark=link] path").CountAsync());
        // Three arms of a trial, then before and after.
        Assert.Equal([3, 2], await Marks(page, "before-after", "line"));
        Assert.Equal([3, 0], await Marks(page, "before-after", "area"));
        Assert.Equal([30], await Marks(page, "runs", "dot"));
        // Four workers, the family's PSS and private memory; before and after.
        Assert.Equal([4, 2, 4, 2], await Marks(page, "sharing", "line"));
        Assert.All(await Marks(page, "pages", "area"), bands => Assert.InRange(bands, 4, 200));
        Assert.Equal(6, (await Marks(page, "pages", "area")).Count);
        Assert.Equal([3, 3], await Marks(page, "around", "line"));
        // Of three workers five causes, and four where no collection came.
        Assert.Equal("15, 12", string.Join(", ", await Bars(page, "causes")));
        // Of three workers copies by the collector, by other code and by a cut chain, and new memory.
        Assert.Equal("12", string.Join(", ", await Bars(page, "faults")));

        Assert.Empty(report.Complaints);
        Assert.Empty(report.Requests);
        Assert.Empty(await report.AxeAsync());
        var paper = await page.EvaluateAsync<string>("getComputedStyle(document.body).backgroundColor");
        Assert.Equal(scheme == ColorScheme.Dark ? "rgb(22, 22, 22)" : "rgb(255, 255, 255)", paper);
    }

    [Theory]
    [InlineData("#verdict ~ .intervals .metric.decides svg.chart", "1004 to 402 MiB")]
    [InlineData("#before-after ~ figure svg.chart", "301 MiB")]
    [InlineData("#pages ~ .page-maps svg.chart", "copied by: collector: ")]
    public async Task A_chart_says_what_is_under_the_pointer(string chart, string says)
    {
        await using var report = await OpenedReport.OfAsync(MadeReports.Everything);
        var svg = report.Page.Locator(chart).First;
        await svg.ScrollIntoViewIfNeededAsync();
        var box = (await svg.BoundingBoxAsync())!;
        // From left to right in two heights: where exactly a mark lies is the chart's own business.
        var said = new List<string>();
        foreach (var down in new[] { Math.Min(20, box.Height / 2), box.Height * 0.75 })
            for (var across = 0.01; across < 1 && !said.Any(tip => tip.Contains(says, StringComparison.Ordinal)); across += 0.03)
            {
                await report.Page.Mouse.MoveAsync((float)(box.X + (box.Width * across)), (float)(box.Y + down));
                // A tip is drawn with the next frame.
                said.Add(await svg.EvaluateAsync<string>(
                    "chart => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => "
                    + "done([...chart.querySelectorAll('g[aria-label=tip] tspan')].map(line => line.textContent).join(' ')))))"));
            }
        Assert.True(said.Exists(tip => tip.Contains(says, StringComparison.Ordinal)), $"no tip says '{says}', but: {string.Join(" / ", said.Distinct())}");
    }

    [Fact]
    public async Task Every_chart_is_also_a_table()
    {
        await using var report = await OpenedReport.OfAsync(MadeReports.Everything);
        var figures = report.Page.Locator("figure");
        Assert.Equal(await report.Page.Locator("svg.chart").CountAsync(), await figures.CountAsync());
        foreach (var figure in await figures.AllAsync())
        {
            Assert.False(string.IsNullOrEmpty(await figure.Locator("svg.chart").GetAttributeAsync("aria-label")));
            Assert.True(await figure.Locator("details tbody tr").CountAsync() > 0);
        }
    }

    /// <summary>The page gets its units from the program, and both write an amount alike.</summary>
    [Fact]
    public async Task Amounts_are_written_as_on_the_screens()
    {
        await using var report = await OpenedReport.OfAsync(MadeReports.Everything);
        var document = WholeReport.Of(MadeReports.Everything);
        var causes = document.Sections.SelectMany(section => section.Blocks).OfType<PageMapBlock>().First().ByCause!;
        Assert.Equal(
            causes.States.Select(state => $"{Amount.Bytes(state.Bytes)}, {Unit.Share.Text(state.Share)}"),
            await report.Page.Locator(".page-maps .legend").First.Locator(".detail").AllTextContentsAsync());
        var points = document.Sections.SelectMany(section => section.Blocks).OfType<IntervalsBlock>().Single().Metrics
            .SelectMany(metric => metric.Arms.SelectMany(arm => arm.Points.Select(point => metric.Unit.Text(point.Change))));
        Assert.Equal(points, await report.Page.Locator(".metric tbody td:nth-child(2)").AllTextContentsAsync());
    }

    [Fact]
    public async Task Without_scripts_the_answer_and_the_figures_are_there()
    {
        await using var report = await OpenedReport.OfAsync(MadeReports.Everything, new() { JavaScriptEnabled = false });
        Assert.Contains("saves 602 MiB", await report.Page.Locator(".answer").InnerTextAsync(), StringComparison.Ordinal);
        var text = await report.Page.Locator("pre").InnerTextAsync();
        Assert.Contains("What could not be read", text, StringComparison.Ordinal);
        Assert.Matches(@"\ncopies, collector +9,000 +35 MiB\n", text);
        Assert.Contains("_start > main > _PyEval_EvalFrameDefault", text, StringComparison.Ordinal);
    }

    private static async Task<int[]> Bars(IPage page, string section) => await page.EvaluateAsync<int[]>(
        $"() => [...document.querySelectorAll('section[aria-labelledby={section}] svg.chart')].map("
            + "chart => chart.querySelectorAll('[data-mark=bar] rect').length)");

    private static async Task<IReadOnlyList<int>> Marks(IPage page, string section, string mark) =>
        await page.EvaluateAsync<int[]>(
            $$"""
            () => [...document.querySelectorAll("section[aria-labelledby={{section}}] svg.chart")]
                .map(chart => chart.querySelectorAll(":scope [data-mark={{mark}}] :is(path, circle)").length)
            """);
}
