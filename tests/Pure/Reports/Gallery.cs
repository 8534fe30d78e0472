using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Recycling;
using Lowtide.Analysis.Remedies;
using Lowtide.Capture.Families;
using Lowtide.Recordings;
using Lowtide.Reports.AtAGlance;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Doctor;
using Lowtide.Reports.Explain;
using Lowtide.Reports.Faults;
using Lowtide.Reports.Guard;
using Lowtide.Reports.Load;
using Lowtide.Reports.Ps;
using Lowtide.Reports.Record;
using Lowtide.Reports.Remedies;
using Lowtide.Reports.Trials;
using Lowtide.Tests.Pure.DotNet;
using Lowtide.Tests.Pure.Findings;
using Lowtide.Tests.Pure.Load;
using Lowtide.Tests.Pure.Recycling;
using Lowtide.Tests.Pure.Reports.Report;
using Lowtide.Trials.Past;
using Lowtide.Writing;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>Screens that a reader may meet, of each verb and each runtime, healthy and not. A trial's and a comparison's stand with their tests.</summary>
internal static class Gallery
{
    public static readonly string HostileName = "\u001b[31m[red]\r\n" + new string('x', 300);

    /// <summary>What <c>lowtide explain</c> may be asked about.</summary>
    public static readonly IReadOnlyDictionary<string, Recording> Explained = new Dictionary<string, Recording>
    {
        ["healthy"] = MadeFamilies.Recording(MadeFamilies.Master(pss: 80 * MadeFamilies.MiB)),
        ["collector"] = MadeByHand.Recording(MadeByHand.Known with { ListensOn = ["0.0.0.0:8000"] }),
        ["idle"] = MadeByHand.Recording(MadeByHand.Idle),
        ["remedied"] = MadeByHand.Recording(MadeByHand.Remedied),
        ["nothing-readable"] = MadeByHand.Recording(MadeByHand.Unknown),
        ["alone"] = MadeByHand.Recording(MadeByHand.Alone),
        ["recorded"] = MadeReports.Recording(copies: true),
        ["60-workers"] = MadeReports.Recording(copies: true, workers: 60),
        ["hostile-name"] = MadeReports.Recording(copies: true, name: HostileName),
        ["dotnet"] = MadeTraces.Recording(MadeTraces.Trace(MadeTraces.Of(100, 20, 10))),
        ["dotnet-ten-full"] = MadeTraces.Recording(MadeTraces.Trace(
            [.. Enumerable.Range(1, 10).Select(number => MadeTraces.Collection(number, 2, 10 * number, pause: 0.8))])),
        ["ruby"] = MadeFamilies.Recording(MadeRuby.Weighed(1)),
        ["dotnet-memory"] = MadeDotNet.Recording(collections: 60, seconds: 20),
        ["ruby-arenas"] = MadeByHand.Recording(MadeFamilies.Family(MadeRuby.Sidekiq(arenas: 16)) with { Name = "sidekiq" }),
        ["ruby-workers"] = MadeFamilies.Recording(MadeRuby.Weighed(1, mappedBy: 3), MadeRuby.Weighed(2, mappedBy: 3), MadeRuby.Weighed(3, mappedBy: 3)),
    };

    /// <summary>Each with the most lines that it may have at 100 columns.</summary>
    public static readonly IReadOnlyDictionary<string, (int MostLines, Action<TextConsole> Show)> Screens =
        new Dictionary<string, (int MostLines, Action<TextConsole> Show)>(Explained.Select(Explain))
        {
            ["explain-details"] = (200, console => TerminalReport.Show(
                ExplainReport.Of(Diagnosis.Of(Explained["recorded"]), "uwsgi", details: true), console)),
            ["explain-killed"] = (25, console => TerminalReport.Show(ExplainReport.Of(Diagnosis.Of(Killed), "uwsgi", details: false), console)),
            ["explain-killed-details"] = (200, console => TerminalReport.Show(ExplainReport.Of(Diagnosis.Of(Killed), "uwsgi", details: true), console)),
            ["host"] = (25, console => TerminalReport.Show(HostReport.Of(Host("recorded", "alone", "dotnet", "ruby", "nothing-readable")), console)),
            ["host-hostile"] = (25, console => TerminalReport.Show(HostReport.Of(Host("hostile-name")), console)),
            ["host-empty"] = (8, console => TerminalReport.Show(HostReport.Of(Host()), console)),
            ["faults"] = (25, console => TerminalReport.Show(FaultsReport.Of(new FaultsSnapshot(
                "uwsgi", 10, MadeReports.Recording(copies: true).Faults!, MadeByHand.CouldNotRead)), console)),
            ["ps"] = (19, console => PsScreen.ShowAll(
                new PsSnapshot(DateTimeOffset.UnixEpoch, [.. Explained.Values.Select(each => each.Latest)], 3, []), console)),
            ["ps-one"] = (20, console => PsScreen.ShowOne(MadeByHand.Known, MadeByHand.CouldNotRead, console)),
            // A line a remedy, and what stands around the list.
            ["remedies"] = (RemedyCatalogue.All.Count + 6, console => RemediesScreen.Show(RemedyCatalogue.All, null, console)),
            ["remedies-target"] = (
                RemedyCatalogue.All.Count(remedy => remedy.Refusal(Explained["collector"].Latest) is null) + 12,
                console => RemediesScreen.Show(RemedyCatalogue.All, Diagnosis.Of(Explained["collector"]), console)),
            ["remedies-one"] = (25, console => RemediesScreen.Show([RemedyCatalogue.Find("cpython.gc-freeze")!], null, console)),
            ["doctor"] = (15, console => DoctorScreen.Show(MadeSights.OfRoot, console)),
            ["doctor-user"] = (32, console => DoctorScreen.Show(MadeSights.OfAUser, console)),
            ["record"] = (10, console => RecordScreen.ShowEnd(
                "uwsgi.lowtide", "uwsgi.lowtide",
                new RecordingSummary(RecordingEnd.TargetEnded, 63.2, 120, 5, 3, [MadeByHand.CouldNotRead[0]]), console)),
            ["load"] = (12, console => LoadScreen.Show(MadeUpLoad.Even, null, console)),
            ["load-redirects"] = (12, console => LoadScreen.Show(MadeUpLoad.Redirected, null, console)),
            ["load-overrun"] = (18, console => LoadScreen.Show(MadeUpLoad.Overrun, null, console)),
            ["guard-suggest"] = (16, console => Suggest(console, room: 4L << 30, null, (0, 60), (600, 150), (1800, 170), (3600, 210))),
            ["guard-suggest-tight"] = (16, console => Suggest(console, room: 600L << 20, null, (0, 60), (600, 150), (1800, 170), (3600, 210))),
            ["guard-suggest-closed"] = (16, console => Suggest(
                console, room: 4L << 30, "it has no master that would start another worker", (0, 60), (600, 150), (1800, 170), (3600, 210))),
            ["guard-suggest-settled"] = (4, console => Suggest(console, room: 4L << 30, null, (0, 60), (600, 150), (1800, 150), (3600, 150))),
            ["trials"] = (12, console => TrialsScreen.Show(new PastTrials([MadeReports.Trial(10), MadeReports.Trial(3)], []), console)),
        };

    /// <summary>Four workers that share 200 MiB, learned from one by its age in seconds and its private MiB.</summary>
    private static void Suggest(TextConsole console, long room, string? closed, params (double Age, long MiB)[] course)
    {
        var fresh = FreshWorker.Of([RecycleRuleTests.Course(course)], 600)!;
        SuggestScreen.Show("uwsgi 3685", 4, fresh, RespawnCurve.Of(fresh, 4, 200 << 20), room, closed, isRoot: true, console);
    }

    private static Recording Killed => MadeReports.Recording(copies: true) with { Kills = MadeKills.All };

    private static KeyValuePair<string, (int MostLines, Action<TextConsole> Show)> Explain(KeyValuePair<string, Recording> each) => new(
        $"explain-{each.Key}", (25, console => TerminalReport.Show(ExplainReport.Of(Diagnosis.Of(each.Value), "a b", details: false), console)));

    private static HostDiagnosis Host(params string[] names) => HostDiagnosis.Of(
        "web-17", MadeByHand.Host, [.. names.Select(name => new ServerDiagnosis(Explained[name].Latest, Diagnosis.Of(Explained[name])))], others: 3, []);
}
