using System.Reflection;
using System.Text;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Lowtide.Analysis.Comparison;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Load;
using Lowtide.Recordings;
using Lowtide.Reports;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Compare;
using Lowtide.Reports.Doctor;
using Lowtide.Reports.Explain;
using Lowtide.Reports.Faults;
using Lowtide.Reports.Load;
using Lowtide.Reports.Ps;
using Lowtide.Reports.Remedies;
using Lowtide.Reports.Trials;
using Lowtide.Tests.Pure.Comparison;
using Lowtide.Tests.Pure.DotNet;
using Lowtide.Tests.Pure.Recordings;
using Lowtide.Tests.Pure.Reports.Report;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Loads;
using Lowtide.Trials.Past;
using Lowtide.Trials.Results;
using Lowtide.Trials.Storage;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>Every document that others rely on is what its schema under docs/schemas says.</summary>
public sealed class SchemaTests
{
    private static readonly LoadReport Everything = new(1000, 0, 500, 0.01, 0.05, 0, 0), Nothing = new(null, null, null, null, null, null, null);

    [Fact]
    public void The_schemas_are_valid_and_strict() => Assert.Equal((0, ""), Schemas.Check(["--schemas"], ""));

    [Fact]
    public void Every_document_has_its_schema()
    {
        var documents = new[] { typeof(JsonDocuments), typeof(ReportJson) }.SelectMany(context => context.GetCustomAttributesData())
            .Where(attribute => attribute.AttributeType == typeof(JsonSerializableAttribute))
            .Select(attribute => ((Type)attribute.ConstructorArguments[0].Value!).Name.Replace("Document", "").ToLowerInvariant());
        Assert.Subset(
            Schemas.Files().ToHashSet(StringComparer.Ordinal),
            documents.Select(name => $"{name}-1.schema.json").ToHashSet(StringComparer.Ordinal));
    }

    [Fact]
    public void Ps()
    {
        var document = Json(PsDocument.Of(new PsSnapshot(
            DateTimeOffset.UnixEpoch, [MadeByHand.Known, MadeByHand.Remedied, MadeByHand.Unknown, MadeByHand.Alone], 0,
            [new Unreadable("a.code", "a thing", "a reason", null)])));
        Schemas.MustHold(document);
        Schemas.MustHold(Json(PsDocument.Of(new PsSnapshot(DateTimeOffset.UnixEpoch, [], 0, []))));
        Schemas.MustRefuse(document.Replace("\"pid\": 11", "\"pid\": null"));
        Schemas.MustRefuse(document.Replace("\"rss_bytes\"", "\"rss\""));
    }

    [Fact]
    public void Doctor()
    {
        Schemas.MustHold(Json(DoctorDocument.Of(MadeSights.OfRoot)));
        var document = Json(DoctorDocument.Of(MadeSights.OfAUser));
        Schemas.MustHold(document);
        Schemas.MustRefuse(document.Replace("merged_pages", "other_pages"));
    }

    [Theory]
    [InlineData(nameof(MadeByHand.Known))]
    [InlineData(nameof(MadeByHand.Remedied))]
    [InlineData(nameof(MadeByHand.Unknown))]
    [InlineData(nameof(MadeByHand.Alone))]
    public void Explain(string family) => Schemas.MustHold(Json(ExplainDocument.Of(Diagnosis.Of(MadeByHand.Recording(Family(family))))));

    [Fact]
    public void Explain_shows_all_that_the_schema_has_a_place_for()
    {
        var diagnosis = Diagnosis.Of(MadeByHand.Recording(MadeByHand.Known));
        Assert.Contains(diagnosis.Findings, finding => finding.Remedies.Any(remedy => remedy.Saving is not null));
        Assert.NotEmpty(diagnosis.CouldNotRead);
        Assert.NotEmpty(ExplainDocument.Of(Diagnosis.Of(MadeByHand.Recording(MadeByHand.Remedied))).InEffect);
        var code = new CopiedCode(CopyTrace.Count, CodeKind.Function, "index", null, 1 << 20);
        var traced = MadeByHand.Known.Workers[0] with
        {
            Copies = [new CopiedBytes(CopyTrace.Count, "function", 1 << 20)],
            CopiedCode = [code, code with { Kind = CodeKind.Code, Name = null, Where = "/srv/shop/views.py" }],
            Destructors = new PendingDestructors(Complete: true, [.. Enum.GetValues<DestructorKind>().Select(kind => new DestructorCount("a.B", kind, 1))]),
        };
        var count = new Dictionary<string, long> { ["TOTAL"] = 1 << 20 };
        var ruby = MadeByHand.Known.Workers[1] with
        {
            Memory = new MemoryUse(9 << 20, 8 << 20, 0, 8 << 20, 0) { PssAnonymousBytes = 7 << 20, PssFileBytes = 1 << 20, PssSharedMemoryBytes = 0 },
            RubyHeap = new RubyHeap(1 << 16, [new RubyPool(40, 1, 0, 1600, 100, 9, new int[11])], [new RubyObjects("string", 1500, 60_000)], 0)
            {
                Copies = new RubyCopies(4096, 0),
            },
            RubyKit = new RubyKit(DateTimeOffset.UnixEpoch, count, [count], new RubyWalk("ab", 0.1, count)),
            PythonHeap = new PythonHeap(1 << 14, 64, 1 << 19),
            Allocator = new AllocatorFacts("jemalloc", "5.3.0", null, null) { Jemalloc = new JemallocUse(1, 1 << 19, 1 << 19, 1 << 18) },
            Parts = [.. Enum.GetValues<MemoryPurpose>().Select(purpose => new ResidentPart(purpose, 1 << 20, 0))],
        };
        var document = ExplainDocument.Of(Diagnosis.Of(MadeByHand.Recording(MadeByHand.Known with { Workers = [traced, ruby] })));
        Assert.Single(document.Family.Breakdown!);
        Assert.Equal(2, document.CopiedBytesByCode!.Count);
        Assert.Equal(5, document.PendingDestructors!.Objects.Count);
        Schemas.MustHold(Json(document));
    }

    /// <summary>Whoever applies a remedy by a program learns what it may cost, as whoever reads the screen does.</summary>
    [Fact]
    public void Explain_shows_the_risks_of_its_remedies()
    {
        var document = ExplainDocument.Of(Diagnosis.Of(MadeReports.Recording(copies: true)));
        var answer = document.Findings.SelectMany(finding => finding.Remedies).First(remedy => remedy.Id == "cpython.collect-when");
        Assert.Equal(RemedyCatalogue.Find(answer.Id)!.Risks, answer.Risks);
        Schemas.MustHold(Json(document));
    }

    [Fact]
    public void Explain_shows_what_the_servers_own_configuration_has_against_a_finding()
    {
        var document = ExplainDocument.Of(Diagnosis.Of(MadeByHand.Recording(MadeByHand.Known)));
        foreach (var saving in new[] { null, new Saving(-1, 1 << 20) })
        {
            var setting = new PreloadSetting(ServerProgram.Gunicorn, "--preload", null) { Saving = saving };
            Schemas.MustHold(Json(document with { Findings = [.. document.Findings.Select(finding => finding with { Setting = setting })] }));
        }
    }

    [Fact]
    public void Explain_shows_what_a_DotNet_runtime_told()
    {
        var document = ExplainDocument.Of(Diagnosis.Of(Recorded.Full));
        Assert.Single(document.DotNet!.FullCollections);
        Assert.Single(document.DotNet.LargeAllocators);
        Assert.NotNull(document.DotNet.Settings);
        Schemas.MustHold(Json(document));
    }

    /// <summary>As the screen does, which advises other than for one that grows.</summary>
    [Fact]
    public void Explain_shows_which_collection_was_made_at_its_capacity()
    {
        var made = new DotNetStack(["Shop.Load", "System.Collections.Generic.HashSet`1[A]..ctor", "System.Collections.Generic.HashSet`1[A].Initialize"]);
        var document = ExplainDocument.Of(Diagnosis.Of(Recorded.Full with { DotNet = Recorded.Full.DotNet! with { Stacks = [made] } }));
        var (large, died) = (Assert.Single(document.DotNet!.LargeAllocators), Assert.Single(document.DotNet.Deaths!.Died));
        Assert.Equal(("a HashSet is made at its capacity", null), (large.Sized, large.Growth));
        Assert.Equal(("a HashSet is made at its capacity", null), (died.Sized, died.Growth));
        Schemas.MustHold(Json(document));
    }

    [Fact]
    public void Explain_shows_how_many_requests_no_pause_makes_slow()
    {
        var requests = SlowRequestsTests.Stops.Select(stop => new RequestTime(stop.At - 0.1, 1.2)).Append(new RequestTime(0, 90));
        var document = ExplainDocument.Of(Diagnosis.Of(MadeTraces.Recording(SlowRequestsTests.Watched(requests, SlowRequestsTests.Stops))));
        var held = Assert.Single(Assert.Single(document.DotNet!.Requests!).HeldUp);
        Assert.Equal((10, 1), (held.Requests, held.TooLong));
        Schemas.MustHold(Json(document));
    }

    [Fact]
    public void Explain_shows_how_many_slow_requests_were_kept()
    {
        var document = ExplainDocument.Of(Diagnosis.Of(MadeTraces.Recording(SlowRequestsTests.Watched(SlowRequestsTests.TimedOut(20_001), []))));
        var requests = Assert.Single(document.DotNet!.Requests!);
        Assert.Equal((20_001, 20_000), (requests.Slow, requests.SlowKept));
        Schemas.MustHold(Json(document));
    }

    [Fact]
    public void Explain_shows_whom_the_kernel_killed()
    {
        var document = Json(ExplainDocument.Of(Diagnosis.Of(MadeReports.Recording(copies: true) with { Kills = MadeKills.All })));
        Schemas.MustHold(document);
        Schemas.MustRefuse(document.Replace("\"slot\": \"0\"", "\"slot\": \"first\""));
        Schemas.MustRefuse(document.Replace("\"grew_from_bytes\"", "\"from\""));
    }

    [Fact]
    public void Remedies()
    {
        foreach (var family in new[] { MadeByHand.Known, MadeByHand.Remedied, MadeByHand.Unknown })
            Schemas.MustHold(Json(RemediesDocument.Of(RemedyCatalogue.All, Diagnosis.Of(MadeByHand.Recording(family)))));
        Schemas.MustHold(Json(RemediesDocument.Of(RemedyCatalogue.All, server: null)));
    }

    [Theory]
    [InlineData(1)] // too few for any interval
    [InlineData(6)] // enough for the primary metric only
    [InlineData(10)]
    public void Trial(int pairs)
    {
        var plan = MadeByHand.Plan(
            Arm.Of(["cpython.gc-threshold-0", "malloc.arena-max-2"]), new Arm("env", [], [new EnvironmentSetting("WORKERS", "2")], "serve --fast"));
        foreach (var (arm, load) in new[] { (MadeByHand.Remedied, Everything), (MadeByHand.Unknown, Nothing) })
        {
            var result = TrialResult.Of(MadeByHand.Facts(plan with { Pairs = pairs }, pairs, MadeByHand.Known, arm, load));
            Schemas.MustHold(Json(TrialDocument.Of(result, pairs == 1 ? null : "/x.jsonl", pairs == 1 ? null : 550L << 20)));
        }
    }

    [Theory]
    [InlineData(nameof(MadeByHand.Known))]
    [InlineData(nameof(MadeByHand.Unknown))]
    [InlineData(nameof(MadeByHand.Alone))]
    public void Compare(string family)
    {
        var known = Sides.Recording(31, [1 << 20, 2 << 20, 3 << 20, 4 << 20, 5 << 20]);
        var document = Json(CompareDocument.Of(FamilyComparison.Of(known, Sides.Recording(41, [7 << 20, 8 << 20, 9 << 20, 6 << 20, 5 << 20])), "a", "b"));
        Assert.Contains("\"differs\"", document, StringComparison.Ordinal);
        Schemas.MustHold(document);
        Schemas.MustHold(Json(CompareDocument.Of(FamilyComparison.Of(known, MadeByHand.Recording(Family(family))), "a", "b.lowtide")));
        Schemas.MustRefuse(document.Replace("\"differs\"", "\"better\""));
    }

    [Fact]
    public void Faults()
    {
        var document = Json(FaultsDocument.Of(new FaultsSnapshot("a", 100, Recorded.Full.Faults!, Recorded.Full.CouldNotRead)));
        Schemas.MustHold(document);
        Schemas.MustRefuse(document.Replace("\"copy\"", "\"copied\""));
        Schemas.MustHold(Json(FaultsDocument.Of(new FaultsSnapshot("a", 100, new PageFaults(0, 1, 0, false, [], []), []))));
    }

    [Fact]
    public void Trials_and_their_files()
    {
        using var folder = new TempFolder();
        var plan = MadeByHand.Plan(Arm.Of(["cpython.gc-threshold-0"]), new Arm("env", [], [new EnvironmentSetting("A", "1")], "serve"));
        PastTrial Keep(string name, int blocks, FamilySnapshot arm, LoadReport load, string cpu)
        {
            var facts = MadeByHand.Facts(plan with { Pairs = 6, Warm = "w", SlowSeconds = 1 }, blocks, MadeByHand.Known, arm, load);
            using (var file = TrialFile.Create(folder.File(name), facts.Plan, MadeByHand.Host with { CpuModel = cpu }, TimeProvider.System))
            {
                file.RunFailed(facts.Failed[0]);
                foreach (var run in facts.Runs)
                    file.RunEnded(run);
            }
            return PastTrial.Of(KeptTrial.Read(folder.File(name)));
        }

        var trials = new[]
        {
            Keep("none", 0, MadeByHand.Remedied, Nothing, "a"), Keep("some", 2, MadeByHand.Unknown, Nothing, "b"),
            Keep("all", 6, MadeByHand.Remedied, Everything, "c"),
        };
        foreach (var trial in trials)
            Schemas.MustHold(File.ReadAllText(trial.Kept.Path));
        Schemas.MustRefuse(File.ReadAllText(trials[2].Kept.Path).Replace("\"killed\":false,", ""));
        var past = new PastTrials(trials, [new UnreadTrial("x", "why")]);
        Schemas.MustHold(Json(TrialsDocument.Of(past, combined: null)));
        Schemas.MustHold(Json(TrialsDocument.Of(past, CombinedArm.Of(trials))));
        Schemas.MustHold(Json(TrialsDocument.Of(new PastTrials([], []), combined: null)));
    }

    [Fact]
    public void Load()
    {
        var plan = new LoadPlan
        {
            Url = new Uri("http://127.0.0.1:8000/"),
            Addresses = [],
            Paths = [new WeightedPath("/", 1), new WeightedPath("/b", 2)],
            SlowSeconds = 0.5,
        };
        var found = new FoundRate(1000, 950, [new TriedRate(950, true, 0)]);
        var measured = new LoadTally(plan, new ArrivalSchedule(500, 3));
        measured.Record(0, 0, 0, 1000, new Answer(200, true, null));
        measured.Record(1, 1, 0, 9_000_000_000, new Answer(500, false, null));
        measured.Record(2, 1, 0, 9_000_000_000, Answer.None("Connection refused"));
        var document = Json(LoadDocument.Of(measured.Result(stopped: false, 0.1, 3), found));
        Schemas.MustHold(document);
        Schemas.MustRefuse(document.Replace("\"unanswered\": 1", "\"unanswered\": null"));
        var nothing = new LoadTally(plan with { SlowSeconds = null }, new ArrivalSchedule(500, 3)).Result(stopped: true, 0, 0);
        Schemas.MustHold(Json(LoadDocument.Of(nothing, found: null)));
        Schemas.MustHold(Json(RateDocument.Of(plan, found)));
        Schemas.MustHold(Json(RateDocument.Of(plan, found with { HeldRate = null })));
    }

    private static string Json<T>(T document)
    {
        using var text = new MemoryStream();
        JsonDocuments.Write(text, document, (JsonTypeInfo<T>)JsonDocuments.Default.GetTypeInfo(typeof(T))!);
        return Encoding.UTF8.GetString(text.ToArray());
    }

    private static FamilySnapshot Family(string name) =>
        (FamilySnapshot)typeof(MadeByHand).GetProperty(name, BindingFlags.Public | BindingFlags.Static)!.GetValue(null)!;
}
