using Lowtide.Reports.Blocks;
using Lowtide.Reports.Report;
using Microsoft.Playwright;

namespace Lowtide.Tests.ReportPage;

/// <summary>A report in Debian's Chromium, opened from disk as a colleague would. What the page complains of or asks for is kept.</summary>
internal sealed class OpenedReport : IAsyncDisposable
{
    private static readonly string[] Quiet =
    [
        // Chromium's sandbox needs another user than root, whom CI may be; and the page under test is our own.
        "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-gpu",
    ];

    private readonly TempFolder _folder = new();
    private readonly IPlaywright _playwright;
    private readonly IBrowser _browser;
    private readonly List<string> _complaints = [];
    private readonly List<string> _requests = [];

    private OpenedReport(IPlaywright playwright, IBrowser browser, IPage page)
    {
        (_playwright, _browser, Page) = (playwright, browser, page);
        page.Console += (_, message) => _complaints.Add($"{message.Type}: {message.Text}");
        page.PageError += (_, error) => _complaints.Add(error);
        page.Request += (_, request) => _requests.Add(request.Url);
        page.Dialog += (_, dialog) =>
        {
            _complaints.Add($"dialog: {dialog.Message}");
            _ = dialog.DismissAsync();
        };
    }

    public IPage Page { get; }

    /// <summary>Everything on the console, errors, and dialogs.</summary>
    public IReadOnlyList<string> Complaints => _complaints;

    /// <summary>Addresses that were asked for, but for the page itself.</summary>
    public IEnumerable<string> Requests => _requests.Where(url => url != Address);

    private string Address { get; set; } = "";

    /// <param name="scrollbars">As a reader's browser shows them; without them a page has its width to itself.</param>
    public static async Task<OpenedReport> OfAsync(ReportMaterial material, BrowserNewContextOptions? how = null, bool scrollbars = false)
    {
        var opened = await StartAsync(how, scrollbars);
        var file = opened._folder.File("report.html");
        await File.WriteAllTextAsync(file, HtmlReport.Text(WholeReport.Of(material)));
        await opened.GoAsync(new Uri(file).AbsoluteUri);
        if (how?.JavaScriptEnabled != false)
            await opened.Page.Locator("svg.chart").First.WaitForAsync();
        return opened;
    }

    /// <summary>One that a server shows.</summary>
    public static async Task<OpenedReport> AtAsync(string address, BrowserNewContextOptions? how = null)
    {
        var opened = await StartAsync(how, scrollbars: false);
        await opened.GoAsync(address);
        return opened;
    }

    private Task<IResponse?> GoAsync(string address)
    {
        Address = address;
        return Page.GotoAsync(address);
    }

    private static async Task<OpenedReport> StartAsync(BrowserNewContextOptions? how, bool scrollbars)
    {
        var chromium = Environment.GetEnvironmentVariable("LOWTIDE_TEST_CHROMIUM") ?? "/usr/bin/chromium";
        Assert.SkipWhen(!File.Exists(chromium), $"there is no {chromium}: eng/install-packages test installs it");
        var playwright = await Playwright.CreateAsync();
        var browser = await playwright.Chromium.LaunchAsync(
            new() { ExecutablePath = chromium, Args = Quiet, IgnoreDefaultArgs = scrollbars ? ["--hide-scrollbars"] : [] });
        var context = await browser.NewContextAsync(how ?? new() { ViewportSize = new() { Width = 1000, Height = 900 } });
        return new OpenedReport(playwright, browser, await context.NewPageAsync());
    }

    /// <summary>Ids of the rules that axe finds broken seriously or critically, with what breaks them.</summary>
    public Task<string[]> AxeAsync() => Page.EvaluateAsync<string[]>(
        """
        async script => {
            new Function(script)();
            const result = await axe.run(document, { resultTypes: ["violations"] });
            return result.violations.filter(each => ["serious", "critical"].includes(each.impact))
                .map(each => `${each.id}: ${each.nodes.slice(0, 3).map(node => node.html.slice(0, 200)).join(" | ")}`);
        }
        """,
        File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "axe.min.js")));

    public async ValueTask DisposeAsync()
    {
        await _browser.CloseAsync();
        _playwright.Dispose();
        _folder.Dispose();
    }
}
