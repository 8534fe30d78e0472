using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Reports.Explain;
using Lowtide.Reports.Words;
using Lowtide.Tests.Pure.Findings;
using Lowtide.Tests.Pure.Reports;

namespace Lowtide.Tests.Pure.Diagnoses;

/// <summary>What a diagnosis offers, and the trial that it leads to.</summary>
public sealed class SuggestedTrialTests
{
    private static readonly Saving Much = new(0, 9 * MadeFamilies.MiB);

    [Fact]
    public void Remedies_of_which_the_same_is_known_are_said_together()
    {
        var finding = Explained(
            Offered("malloc.trim-idle", new Saving(0, 5 * MadeFamilies.MiB), "waits"), Offered("malloc.arena-max-2", Much, "contention"),
            Offered("malloc.arena-max-1", Much, "contention"), Offered("malloc.jemalloc", null, "a"), Offered("malloc.tcmalloc", null, "b"));
        Assert.Equal(
            [
                "remedy malloc.trim-idle, predicted to save 0 to 5.0 MiB",
                "remedies malloc.arena-max-2, malloc.arena-max-1, each predicted to save 0 to 9.0 MiB",
                "remedies malloc.jemalloc, malloc.tcmalloc: confirm with a trial what each saves; 'lowtide remedies ID' has its risks",
            ],
            finding.Offers.Select(offer => FindingWords.Named(offer) + FindingWords.Predicted(offer)));
        Assert.Equal([false, false, true], finding.Offers.Select(offer => offer.IsOnlyNamed));
    }

    [Fact]
    public void Remedies_with_other_risks_are_said_each() =>
        Assert.Equal(2, Explained(Offered("malloc.arena-max-2", Much, "contention"), Offered("malloc.trim-idle", Much, "waits")).Offers.Count);

    [Fact]
    public void What_may_not_apply_is_said_apart_with_why_and_not_tried()
    {
        var finding = Explained(
            Offered("dotnet.gen0-size", null, "a"), Offered("dotnet.datas-off", null, "b") with { CannotTell = "what it runs is not known" });
        Assert.Equal(
            [
                "remedy dotnet.gen0-size",
                "remedy dotnet.datas-off; whether it applies cannot be told: what it runs is not known",
            ],
            finding.Offers.Select(offer => FindingWords.Named(offer) + FindingWords.Predicted(offer)));
        Assert.Equal("dotnet.gen0-size", Assert.Single(SuggestedTrial.Of(Diagnosis(finding))!.Tried).Id);
    }

    /// <summary>An arm is hours of a machine: what could save a hundredth is not worth them.</summary>
    [Theory]
    [InlineData(2.0, "dotnet.gen0-size")]
    [InlineData(null, null)]
    public void What_answers_a_small_finding_is_not_tried(double? seconds, string? tried)
    {
        var pauses = Explained(Offered("dotnet.gen0-size", null, "a"));
        pauses = pauses with { Finding = pauses.Finding with { Bytes = 1 } };
        var small = Explained(Offered("malloc.jemalloc", null, "b"));
        var trial = SuggestedTrial.Of(Diagnosis(
            pauses with { Finding = pauses.Finding with { Seconds = seconds } }, small with { Finding = small.Finding with { Bytes = 1 } }));
        Assert.Equal(tried, trial is null ? null : string.Join(' ', trial.Tried.Select(remedy => remedy.Id)));
    }

    /// <summary>Whoever follows the first line must not be worse off: what surely saves most comes before what is larger and may save nothing.</summary>
    [Fact]
    public void What_surely_saves_most_is_tried_first()
    {
        var surely = new Saving(20 * MadeFamilies.MiB, 30 * MadeFamilies.MiB);
        var first = Explained(Offered("malloc.jemalloc", null, "y"), Offered("malloc.arena-max-2", Much, "x"));
        var second = Explained(Offered("cpython.gc-freeze", surely, "z") with { Net = surely, MayStandFirst = true });
        var diagnosis = Diagnosis(first, second);
        Assert.Equal("cpython.gc-freeze", diagnosis.Answer.First!.Remedy.Id);
        Assert.Equal("cpython.gc-freeze", SuggestedTrial.Of(diagnosis)!.Tried[0].Id);
        Assert.Null(Diagnosis(first).Answer.First);
    }

    [Fact]
    public void One_of_each_kind_is_tried_beside_the_others()
    {
        var first = Explained(Offered("malloc.arena-max-2", Much, "x"), Offered("malloc.arena-max-1", Much, "x"), Offered("malloc.jemalloc", null, "y"));
        var second = Explained(Offered("malloc.trim-idle", Much, "z"), Offered("malloc.jemalloc", null, "y") with { SaidUnder = 1 });
        var diagnosis = Diagnosis(first, second);
        Assert.Equal(
            "lowtide trial --arm arena-max-2=malloc.arena-max-2 --arm jemalloc=malloc.jemalloc --arm trim-idle=malloc.trim-idle "
                + "--ready URL --load 'lowtide load --rate {rate} -d 60s {url}' -- uwsgi --ini app.ini",
            Line(diagnosis));
        // Each as it runs: uWSGI has read its ini file when malloc has read these, and one acts in several languages.
        Assert.Equal(
            ["lowtide remedies malloc.arena-max-2 --as env", "lowtide remedies malloc.jemalloc --as env",
                "lowtide remedies malloc.trim-idle --as uwsgi --language python"],
            Next(diagnosis).Last().Commands);
    }

    [Fact]
    public void Four_are_tried_at_most()
    {
        string[] ids = ["malloc.arena-max-2", "malloc.jemalloc", "malloc.trim-idle", "cpython.gc-freeze", "cpython.fast-exit"];
        var findings = ids.Select(id => Explained(Offered(id, Much, id)));
        Assert.Equal(ids[..4], SuggestedTrial.Of(Diagnosis([.. findings]))!.Tried.Select(remedy => remedy.Id));
    }

    [Fact]
    public void A_single_one_is_tried_alone_and_kept_by_its_name()
    {
        var diagnosis = Diagnosis(Explained(Offered("cpython.gc-freeze", Much, "x")));
        Assert.Equal(
            "lowtide trial --remedy cpython.gc-freeze --ready URL --load 'lowtide load --rate {rate} -d 60s {url}' -- uwsgi --ini app.ini", Line(diagnosis));
        Assert.StartsWith("lowtide remedies cpython.gc-freeze --as", Assert.Single(Next(diagnosis).Last().Commands));
    }

    /// <summary>Which of several helps, only the trial tells: the script names who prints how to keep each.</summary>
    [Fact]
    public void Its_script_says_how_to_keep_whichever_helps()
    {
        var diagnosis = Diagnosis(Explained(Offered("malloc.trim-idle", null, "z")), Explained(Offered("malloc.jemalloc", null, "y")));
        Assert.Null(diagnosis.Answer.First);
        var script = PlanScript.Of(diagnosis, "uwsgi")!;
        Assert.Contains("\n#   lowtide remedies malloc.jemalloc --as ", script, StringComparison.Ordinal);
        Assert.Contains("\n#   lowtide remedies malloc.trim-idle --as ", script, StringComparison.Ordinal);
    }

    /// <summary>The baseline is the server without any: what it has already is an arm of its own, and part of the others.</summary>
    [Fact]
    public void What_the_server_has_already_stays()
    {
        var on = Family with { Master = Family.Master! with { Settings = new Dictionary<string, string> { ["LOWTIDE_REMEDIES"] = "cpython.gc-freeze" } } };
        Assert.Contains(
            "trial --arm now=cpython.gc-freeze --arm arena-max-2=cpython.gc-freeze,malloc.arena-max-2 --ready",
            Line(Diagnosis(Explained(Offered("malloc.arena-max-2", Much, "x"))) with { Family = on }));
    }

    /// <summary>Seen: an arm with malloc.arena-max-2 twice, of a server that was started with it and shows eight arenas all the same.</summary>
    [Fact]
    public void What_the_server_was_started_with_is_not_offered_again()
    {
        var diagnosis = Lowtide.Analysis.Diagnoses.Diagnosis.Of(MadeByHand.Recording(MadeByHand.Remedied));
        var arenas = diagnosis.Findings.Single(found => found.Finding.Id == "malloc.thread-arenas");
        Assert.Equal(
            [
                ("malloc.arena-max-1", "the server was started with malloc.arena-max-2"),
                ("malloc.arena-max-2", "the server was started with it: see first why it is not on"),
            ],
            arenas.Declined.Select(declined => (declined.Remedy.Id, declined.Declined!)).Where(declined => declined.Id[^1] is '1' or '2').Order());
        Assert.DoesNotContain(arenas.Remedies, remedy => remedy.Remedy.Id.StartsWith("malloc.arena-max", StringComparison.Ordinal));
    }

    /// <summary>The first that a server of no load was told: as root, to switch on what the whole machine then does.</summary>
    [Theory]
    [InlineData(null, true)]
    [InlineData(true, true)]
    [InlineData(false, false)]
    public void Pages_are_not_merged_for_a_trial_where_the_machine_merges_none(bool? ksmd, bool tried)
    {
        var diagnosis = Diagnosis(Explained(Offered("kernel.merge-pages", null, "x"))) with { KsmdOn = ksmd };
        Assert.Equal(tried, diagnosis.Answer.Trial is not null);
        var steps = AnswerSteps.Of(diagnosis)!.Steps;
        Assert.Equal(!tried, steps.Any(step => step is { Label: "else", Text: "kernel.merge-pages (no prediction, and ksmd is off)" }));
        Assert.EndsWith(tried ? "Confirm with a trial what a remedy saves." : "No remedy promises anything.", AnswerSection.Said(diagnosis).Worth);
    }

    /// <summary>A setting against pauses is not tried for memory, which it may cost.</summary>
    [Fact]
    public void What_answers_pauses_alone_is_decided_by_response_times()
    {
        var memory = Explained(Offered("malloc.arena-max-2", Much, "x"));
        var pauses = Explained(Offered("dotnet.gen0-size", null, "a"), Offered("dotnet.server-gc", null, "a"));
        pauses = pauses with { Finding = pauses.Finding with { Bytes = null, BytesPerWorker = null, Seconds = 2 } };

        Assert.Equal(
            "lowtide trial --remedy dotnet.gen0-size --primary latency_p99_seconds --ready URL --load 'lowtide load --rate {rate} -d 60s {url}' "
                + "-- uwsgi --ini app.ini",
            Line(Diagnosis(pauses)));
        var words = Next(Diagnosis(pauses)).First().Words;
        Assert.Contains("by latency p99", words);
        Assert.Contains("To try another one too, add --arm NAME=ID", words);
        Assert.DoesNotContain("--primary", Line(Diagnosis(memory)));
        Assert.DoesNotContain("--arm NAME", Next(Diagnosis(memory)).First().Words);
        // Where one is to save memory, that is asked of each.
        memory = memory with { Finding = memory.Finding with { Bytes = 50 * MadeFamilies.MiB } };
        Assert.DoesNotContain("--primary", Line(Diagnosis(memory, pauses)));
    }

    /// <summary>No remedy of Lowtide's: the server's own option, alone and with what keeps the collector from copying it again.</summary>
    [Theory]
    [InlineData(
        "/usr/bin/python3 /usr/bin/gunicorn -w 4 app:app",
        "--arm 'preload=command:/usr/bin/python3 /usr/bin/gunicorn --preload -w 4 app:app' "
            + "--arm 'preload-freeze=cpython.gc-freeze,command:/usr/bin/python3 /usr/bin/gunicorn --preload -w 4 app:app'")]
    [InlineData(
        "uwsgi --lazy-apps --ini app.ini",
        "--arm 'preload=command:uwsgi --ini app.ini' --arm 'preload-freeze=cpython.gc-freeze,command:uwsgi --ini app.ini'")]
    [InlineData("uwsgi --ini app.ini", null)] // lazy-apps is in the file
    [InlineData("gunicorn --preload app:app", null)]
    [InlineData(
        "'gunicorn: master [app:app]'", // a title: how it was started does not show
        "--arm 'preload=command:COMMAND --preload' --arm 'preload-freeze=cpython.gc-freeze,command:COMMAND --preload'")]
    public void Preloading_is_tried_where_the_command_decides_it(string command, string? arms)
    {
        var family = Family;
        family = family with { Master = family.Master! with { Process = family.Master.Process with { CommandLine = command, Executable = "/usr/bin/x" } } };
        var finding = new Finding("fork.not-preloaded", "x", 90 * MadeFamilies.MiB, null, []);
        var diagnosis = Diagnosis(new DiagnosedFinding(finding, [], PreloadSetting.For(finding, family))) with { Family = family };
        var trial = SuggestedTrial.Of(diagnosis);
        Assert.Equal(arms, trial is null ? null : TrialLine.Options(trial));
        if (trial is not null)
            Assert.Equal(2, Next(diagnosis).Count());
    }

    [Fact]
    public void Nothing_offered_is_nothing_to_try() => Assert.Null(SuggestedTrial.Of(Diagnosis(Explained())));

    private static FamilySnapshot Family
    {
        get
        {
            var master = MadeFamilies.Master(pss: 100 * MadeFamilies.MiB);
            return MadeFamilies.Family(master with { Process = master.Process with { Executable = "/usr/bin/uwsgi", CommandLine = "uwsgi --ini app.ini" } });
        }
    }

    private static Diagnosis Diagnosis(params DiagnosedFinding[] findings) =>
        new() { Family = Family, Findings = findings, Horizon = Horizon.Of(Family) };

    private static string Line(Diagnosis diagnosis) => TrialLine.Of(SuggestedTrial.Of(diagnosis)!, diagnosis);

    private static IEnumerable<(string Words, IReadOnlyList<string> Commands)> Next(Diagnosis diagnosis) =>
        TrialSteps.Of(SuggestedTrial.Of(diagnosis)!, diagnosis);

    private static DiagnosedFinding Explained(params OfferedRemedy[] remedies) => new(
        new Finding("an.id", "It is so.", 50 * MadeFamilies.MiB, 50 * MadeFamilies.MiB, []), remedies, null);

    private static OfferedRemedy Offered(string id, Saving? saving, string risk) =>
        new(RemedyCatalogue.Find(id)!, saving, [risk]);
}
