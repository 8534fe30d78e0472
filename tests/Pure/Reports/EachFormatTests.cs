using System.Text.Json;
using Lowtide.Analysis.Comparison;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Reports.AtAGlance;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Compare;
using Lowtide.Reports.Explain;
using Lowtide.Reports.Faults;
using Lowtide.Reports.Trials;
using Lowtide.Tests.Pure.Reports.Report;
using Lowtide.Tests.Pure.Trials;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>What a verb answers stands in each format that --format takes, whatever its target calls itself.</summary>
public sealed class EachFormatTests
{
    private static readonly IReadOnlyDictionary<string, Func<Task<ReportDocument>>> Verbs = new Dictionary<string, Func<Task<ReportDocument>>>
    {
        ["lowtide"] = () => Now(HostReport.Of(HostDiagnosis.Of(
            "web-17", MadeByHand.Host,
            [new ServerDiagnosis(Gallery.Explained["hostile-name"].Latest, Diagnosis.Of(Gallery.Explained["hostile-name"]))], others: 0, []))),
        ["explain"] = () => Now(ExplainReport.Of(Diagnosis.Of(Gallery.Explained["hostile-name"]), Gallery.HostileName, details: false)),
        ["explain --details"] = () => Now(ExplainReport.Of(Diagnosis.Of(Gallery.Explained["hostile-name"]), Gallery.HostileName, details: true)),
        ["compare"] = () => Now(CompareReport.Of(
            FamilyComparison.Of(Gallery.Explained["hostile-name"], Gallery.Explained["collector"]), Gallery.HostileName, "control.lowtide", details: true)),
        ["faults"] = () => Now(FaultsReport.Of(new FaultsSnapshot(
            Gallery.HostileName, 10, MadeReports.Recording(copies: true).Faults!, MadeByHand.CouldNotRead))),
        ["trial"] = async () => TrialReport.Of(
            await MadeTrials.Trial(
                MadeTrials.Plan() with { Arms = [MadeTrials.Setting("<b>lean\u001b[31m")] },
                new MadeUpServers((arm, _, start) => MadeTrials.Run(
                    arm, 100 * MadeTrials.MiB * (arm.IsBaseline ? 1 : 0.8) * (1 + (0.001 * (start % 3)))))).RunAsync(default),
            "/state/x.jsonl", details: true),
    };

    public static TheoryData<string, string> All
    {
        get
        {
            var all = new TheoryData<string, string>();
            foreach (var verb in Verbs.Keys)
                foreach (var format in ReportFormat.All)
                    all.Add(verb, format.Name);
            return all;
        }
    }

    [Theory, MemberData(nameof(All))]
    public async Task All_of_it_is_there_and_nothing_drives_a_terminal_or_a_page(string verb, string format)
    {
        var report = await Verbs[verb]();
        var text = ReportFormat.All.Single(each => each.Name == format).Text(report);
        Assert.DoesNotContain('\u001b', text);
        Assert.DoesNotContain("<b>lean", text, StringComparison.Ordinal);
        Assert.All(report.Sections.Where(section => section.NeedsHeading), section => Assert.Contains(section.Heading, text, StringComparison.Ordinal));
        Assert.All(Figures(report), figure => Assert.Contains(figure, text, StringComparison.Ordinal));
        if (format == "json")
            Assert.Equal(report.Sections.Count, JsonDocument.Parse(text).RootElement.GetProperty("sections").GetArrayLength());
    }

    /// <summary>The words of its answer that no format escapes.</summary>
    private static List<string> Figures(ReportDocument report)
    {
        var figures = report.Answer.Split(' ').Where(word => word.Length > 1 && word.All(char.IsAsciiLetterOrDigit)).ToList();
        Assert.True(report.Answer.Length == 0 || figures.Count > 0);
        return figures;
    }

    private static Task<ReportDocument> Now(ReportDocument report) => Task.FromResult(report);
}
