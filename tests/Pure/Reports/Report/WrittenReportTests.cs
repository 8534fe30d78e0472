using System.Net;
using System.Text.Json;
using System.Text.RegularExpressions;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Report;

namespace Lowtide.Tests.Pure.Reports.Report;

/// <summary>Reports as they are written: what a target named itself stays text, and the page stays small.</summary>
public sealed partial class WrittenReportTests
{
    private const int MostBytes = 1_500_000;

    private static readonly Lazy<ReportDocument> Hostile = new(() => HostileOf(workers: 10_000));

    [Fact]
    public void The_document_is_what_its_schema_says()
    {
        Schemas.MustHold(ReportJson.Text(WholeReport.Of(MadeReports.Everything)));
        Schemas.MustHold(ReportJson.Text(WholeReport.Of(MadeReports.Of(MadeReports.Trial(0)))));
        Schemas.MustHold(ReportJson.Text(HostileOf(workers: 100)));
        Schemas.MustRefuse(ReportJson.Text(WholeReport.Of(MadeReports.Everything)).Replace("\"kind\":\"lines\"", "\"kind\":\"pie\""));
    }

    [Fact]
    public void The_page_of_ten_thousand_workers_is_small() => Assert.InRange(HtmlReport.Text(Hostile.Value).Length, 1, MostBytes);

    [Fact]
    public void Names_cannot_leave_the_document()
    {
        var page = HtmlReport.Text(Hostile.Value);
        // The template has two script elements, and nothing else may begin or end one.
        Assert.Equal(2, ScriptEnd().Count(page));
        Assert.DoesNotContain("<img", page, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain('\u001b', page);
        Assert.DoesNotContain('\u202e', page);
    }

    [Fact]
    public void The_page_holds_the_document()
    {
        var report = WholeReport.Of(MadeReports.Everything);
        var page = HtmlReport.Text(report);
        var start = page.IndexOf("id=\"document\">", StringComparison.Ordinal) + "id=\"document\">".Length;
        using var inside = JsonDocument.Parse(page[start..page.IndexOf("</script>", start, StringComparison.Ordinal)]);
        Assert.Equal(report.Answer, inside.RootElement.GetProperty("answer").GetString());
    }

    [Fact]
    public void Without_scripts_it_is_still_readable()
    {
        var report = WholeReport.Of(MadeReports.Everything);
        var page = HtmlReport.Text(report);
        var without = WebUtility.HtmlDecode(page[page.IndexOf("<noscript>", StringComparison.Ordinal)..page.IndexOf("</noscript>", StringComparison.Ordinal)]);
        Assert.Contains(report.Answer, without, StringComparison.Ordinal);
        Assert.Contains("echo 1 > /sys/kernel/mm/ksm/run", without, StringComparison.Ordinal);
        Assert.All(report.Sections, section => Assert.Contains($"## {section.Heading}\n{section.Summary}", without, StringComparison.Ordinal));
        Assert.DoesNotContain("| --- |", without, StringComparison.Ordinal);
    }

    [Fact]
    public void In_markdown_names_are_text_and_nobody_is_notified()
    {
        // In a fence everything is text; a row of backticks in a name must not end it.
        var text = Fence().Replace(MarkdownReport.Text(Hostile.Value), "");
        Assert.DoesNotContain("<img", text, StringComparison.Ordinal);
        Assert.DoesNotContain("@all", text, StringComparison.Ordinal);
        // Every cell has as many columns as its table's head.
        foreach (var table in text.Split("\n\n").Where(part => part.StartsWith('|')))
            Assert.Single(table.TrimEnd('\n').Split('\n').Where(line => line.StartsWith('|')).Select(line => CellEnd().Count(line)).Distinct());
    }

    [Fact]
    public void Markdown_is_as_it_was()
    {
        var text = MarkdownReport.Text(WholeReport.Of(MadeReports.Everything) with { ProgramVersion = "0.1.0" });
        Assert.Equal(Golden.Text("tests/Pure/fixtures/report.md", text), text);
    }

    private static ReportDocument HostileOf(int workers) => WholeReport.Of(new ReportMaterial(
        [new RecordedFamily(MadeReports.Hostile, null, MadeReports.Recording(copies: true, name: MadeReports.Hostile, workers: workers))],
        [MadeReports.Trial(10, MadeReports.Hostile)]));

    [GeneratedRegex("</script", RegexOptions.IgnoreCase, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex ScriptEnd();

    [GeneratedRegex("^(?<fence>`{3,})\n.*?\n\\k<fence>$", RegexOptions.Singleline | RegexOptions.Multiline, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Fence();

    [GeneratedRegex(@"(?<!\\)\|", RegexOptions.None, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex CellEnd();
}
