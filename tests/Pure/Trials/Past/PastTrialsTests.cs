using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Trials;
using Lowtide.Tests.Pure.Reports;
using Lowtide.Trials.Past;
using Lowtide.Trials.Storage;
using Lowtide.Writing;

namespace Lowtide.Tests.Pure.Trials.Past;

/// <summary>The same trial on machines of several classes, and what predictions were worth over many.</summary>
public sealed class PastTrialsTests
{
    [Fact]
    public async Task The_worst_class_decides_and_is_named()
    {
        var combined = Assert.Single(CombinedArm.Of([await KeptAsync("new", 0.8), await KeptAsync("old", 1.2)]));
        Assert.Equal(Verdict.Worse, combined.Verdict.Verdict);
        Assert.StartsWith("old, 2 CPUs", combined.Verdict.Worst!.Class);
        Assert.Equal([Verdict.Better, Verdict.Worse], combined.Verdict.Classes.Select(one => one.Metric!.Verdict));
    }

    [Fact]
    public async Task A_class_that_did_not_finish_leaves_it_undecided()
    {
        var combined = Assert.Single(CombinedArm.Of([await KeptAsync("new", 0.8), await KeptAsync("old", 0.8, pairs: 3)]));
        Assert.Equal(Verdict.Undecided, combined.Verdict.Verdict);
        Assert.Contains("no data from old", combined.Verdict.Why);
    }

    [Fact]
    public async Task Two_of_one_class_are_told_apart_by_their_files() => Assert.Equal(
        ["same, 2 CPUs (same-0.8.jsonl)", "same, 2 CPUs (same-0.9.jsonl)"],
        CombinedArm.Of([await KeptAsync("same", 0.8), await KeptAsync("same", 0.9)])[0].Verdict.Classes.Select(one => one.Class));

    [Fact]
    public async Task Another_trial_is_refused_with_the_difference()
    {
        var (one, other) = (await KeptAsync("new", 0.8), await KeptAsync("old", 0.8));
        other = PastTrial.Of(other.Kept with { Facts = other.Facts with { Plan = other.Facts.Plan with { Load = "another load" } } });
        Assert.EndsWith("they differ in --load", Assert.Throws<Failure>(() => CombinedArm.Of([one, other])).Message);
    }

    [Fact]
    public async Task Predictions_are_counted_where_they_can_be_judged()
    {
        // Predicted: at most 64 MiB. Saved: 20 MiB, nothing that contradicts it; then -100 MiB, which does; the third is not done.
        var past = new PastTrials([await KeptAsync("a", 0.8), await KeptAsync("b", 2), await KeptAsync("c", 0.8, pairs: 3)], []);
        Assert.Equal((2, 1, 1), (past.Predictions.Count, past.PredictionsHeld, past.EstimatesInside));
    }

    /// <summary>The verdict is computed from the facts, so that another version may have told another one.</summary>
    [Fact]
    public async Task What_other_rules_decided_is_not_shown_as_decided_then()
    {
        var now = await KeptAsync("now", 0.8);
        var then = PastTrial.Of(now.Kept with { Header = now.Kept.Header with { Rules = TrialFile.Rules + 1, ProgramVersion = "9.9" } });
        var unfinished = PastTrial.Of(then.Kept with { Facts = then.Facts with { Blocks = then.Facts.Blocks.GetRange(0, 2) } });
        const string said = "Lowtide 9.9 began it and decided by other rules";
        Assert.Contains(said, Shown(console => TrialsScreen.Show(new PastTrials([then], []), console)));
        Assert.Contains(said, Shown(console => TerminalReport.Show(TrialReport.Of(then, details: false, workerLimit: null), console)));
        Assert.Contains(said, Shown(console => TrialsScreen.ShowCombined(new PastTrials([now, then], []), [], console)));
        Assert.DoesNotContain("--resume", Shown(console => TrialsScreen.Show(new PastTrials([unfinished], []), console)));
        Assert.Equal([false, true], TrialsDocument.Of(new PastTrials([now, then], []), null).Trials.Select(trial => trial.OtherRules));
        Assert.DoesNotContain("other rules", Shown(console => TrialsScreen.Show(new PastTrials([now], []), console)));
    }

    /// <summary>A folder with files of others among one's own: the own are shown, and each other one is named in a line.</summary>
    [Fact]
    public void A_bad_file_among_good_ones_is_named_and_hides_none()
    {
        using var folder = new TempFolder();
        var good = Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "fixtures", "trials"), "*.jsonl").Order().Take(2).ToList();
        foreach (var file in good)
            File.Copy(file, folder.File(Path.GetFileName(file)));
        string[] bad = ["a.jsonl", "b.jsonl", "m.jsonl", "z.jsonl"];
        foreach (var (name, text) in bad.Zip(["", "no trial\n", "{\"schema\":\"another/1\"}\n{}\n", File.ReadAllText(good[0])[..100]]))
            File.WriteAllText(folder.File(name), text);
        var past = PastTrials.In([folder.Path]);
        Assert.Equal(good.Select(Path.GetFileName).Order(), past.Trials.Select(trial => Path.GetFileName(trial.Kept.Path)).Order());
        Assert.Equal(bad, past.Unread.Select(unread => Path.GetFileName(unread.File)).Order());
        var shown = Shown(console => TrialsScreen.Show(past, console)).Split('\n');
        foreach (var unread in past.Unread)
        {
            Assert.DoesNotContain('\n', unread.Why);
            Assert.Single(shown, line => line.Contains(unread.File));
        }
    }

    private static string Shown(Action<TextConsole> show) => ShownScreen.Whole(1000, show);

    private static async Task<PastTrial> KeptAsync(string cpu, double ratio, int pairs = 6)
    {
        var servers = new MadeUpServers((arm, _, start) => MadeTrials.Run(arm, (100 + start % 2) * (arm.IsBaseline ? 1 : ratio) * MadeTrials.MiB));
        var facts = (await MadeTrials.Trial(MadeTrials.Plan(), servers).RunAsync(default)).Facts;
        var host = new Host("6.1", cpu, 2, [], null, null, "0");
        var header = new TrialHeader(TrialHeader.Name, "0", TrialFile.Rules, DateTimeOffset.UnixEpoch, "/", host, PlanEntry.Of(facts.Plan));
        return PastTrial.Of(new KeptTrial(
            FormattableString.Invariant($"/x/{cpu}-{ratio}.jsonl"), header, facts with { Blocks = facts.Blocks.GetRange(0, pairs) }, 0, IsRunning: false));
    }
}
