using Lowtide.Analysis.Diagnoses;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Explain;
using Lowtide.Reports.Trials;
using Lowtide.Trials.Past;
using Lowtide.Trials.Storage;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>What README shows is what the program shows.</summary>
public sealed class ReadmeTests
{
    private const string Picture = "docs/explain.svg";

    private static readonly string Page = File.ReadAllText(Path.Combine(SourceTree.Root(), "README.md"));

    [Fact]
    public void Its_picture_is_explain_as_it_is_now()
    {
        var drawn = ScreenPicture.Of(
            "lowtide explain on Django under uWSGI",
            "sudo lowtide explain uwsgi",
            ShownScreen.InColour(console => TerminalReport.Show(ExplainReport.Of(Diagnosis.Of(MeasuredDjango.Recording), "uwsgi", details: false), console)));
        Assert.True(Golden.Text(Picture, drawn) == drawn, $"{Picture} is not what explain shows. {Golden.Renew}");
        Assert.Contains($"]({Picture})", Page, StringComparison.Ordinal);
    }

    /// <summary>Of a trial on the study's Django, which is kept beside the tests; memory over time is left out there.</summary>
    [Fact]
    public void Its_trial_says_what_a_trial_says_now()
    {
        var trial = PastTrial.Of(KeptTrial.Read(Path.Combine(AppContext.BaseDirectory, "fixtures", "readme", "trial.jsonl")));
        var screen = ShownScreen.Of(200, console => TerminalReport.Show(TrialReport.Of(trial, details: false, workerLimit: null), console)).Split('\n');
        var block = Page.Split("```").Single(part => part.Contains(" against baseline", StringComparison.Ordinal));
        var shown = block[block.IndexOf("cpython.gc-freeze against", StringComparison.Ordinal)..].TrimEnd('\n').Split('\n');
        Assert.All(shown.Where(line => line != "..."), line => Assert.Contains(line, screen));

        var plan = trial.Kept.Facts.Plan;
        Assert.Contains($"--load '{plan.Load}'", block, StringComparison.Ordinal);
        Assert.Contains($"-- {string.Join(' ', plan.Command.Text)}\n", block, StringComparison.Ordinal);
    }
}
