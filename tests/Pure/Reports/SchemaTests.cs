using System.Reflection;
using System.Text;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Lowtide.Analysis.Remedies;
using Lowtide.Load;
using Lowtide.Recordings;
using Lowtide.Reports;
using Lowtide.Trials;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>Every document that others rely on is what its schema under docs/schemas says.</summary>
public sealed class SchemaTests
{
    private static readonly LoadReport Everything = new(1000, 0, 500, 0.01, 0.05, 0, 0), Nothing = new(null, null, null, null, null, null, null);

    [Fact]
    public void TheSchemasAreValidAndStrict() => Assert.Equal((0, ""), Schemas.Check(["--schemas"], ""));

    [Fact]
    public void EveryDocumentHasItsSchema()
    {
        var documents = typeof(JsonDocuments).GetCustomAttributesData()
            .Where(attribute => attribute.AttributeType == typeof(JsonSerializableAttribute))
            .Select(attribute => ((Type)attribute.ConstructorArguments[0].Value!).Name.Replace("Document", "").ToLowerInvariant());
        Assert.Subset(
            Schemas.Files().ToHashSet(StringComparer.Ordinal),
            documents.Select(name => $"{name}-1.schema.json").ToHashSet(StringComparer.Ordinal));
    }

    [Fact]
    public void Ps()
    {
        var document = Json(PsDocument.Of(
            [MadeByHand.Known, MadeByHand.Remedied, MadeByHand.Unknown, MadeByHand.Alone], [new Unreadable("a thing", "a reason", null)]));
        Schemas.MustHold(document);
        Schemas.MustHold(Json(PsDocument.Of([], [])));
        Schemas.MustRefuse(document.Replace("\"pid\": 11", "\"pid\": null"));
        Schemas.MustRefuse(document.Replace("\"rss_bytes\"", "\"rss\""));
    }

    [Theory]
    [InlineData(nameof(MadeByHand.Known))]
    [InlineData(nameof(MadeByHand.Remedied))]
    [InlineData(nameof(MadeByHand.Unknown))]
    [InlineData(nameof(MadeByHand.Alone))]
    public void Explain(string family) => Schemas.MustHold(Json(ExplainDocument.Of(Explanation.Of(MadeByHand.Recording(Family(family))))));

    [Fact]
    public void ExplainShowsAllThatTheSchemaHasAPlaceFor()
    {
        var explanation = Explanation.Of(MadeByHand.Recording(MadeByHand.Known));
        Assert.Contains(explanation.Findings, finding => finding.Remedies.Any(remedy => remedy.Saving is not null));
        Assert.NotEmpty(explanation.CouldNotRead);
        Assert.NotEmpty(ExplainDocument.Of(Explanation.Of(MadeByHand.Recording(MadeByHand.Remedied))).InEffect);
    }

    [Fact]
    public void Remedies() => Schemas.MustHold(Json(new RemediesDocument(RemediesDocument.Name, [.. RemedyCatalogue.All
        .SelectMany(_ => new[] { MadeByHand.Known, MadeByHand.Remedied, MadeByHand.Unknown }, (remedy, family) => new RemedyDocument(
            remedy.Id, remedy.Summary, remedy.Answers, remedy.Risks,
            RemediesInEffect.TookEffect(remedy, family), remedy.Refusal(family)))])));

    [Theory]
    [InlineData(1)] // too few for any interval
    [InlineData(6)] // enough for the primary metric only
    [InlineData(10)]
    public void Trial(int pairs)
    {
        var plan = MadeByHand.Plan("cpython.gc-threshold-0", "malloc.arena-max-2");
        foreach (var (arm, load) in new[] { (MadeByHand.Remedied, Everything), (MadeByHand.Unknown, Nothing) })
        {
            var runs = MadeByHand.Pairs(plan, pairs, MadeByHand.Known, arm, load);
            var result = TrialResult.Of(plan, runs, [new FailedRun("baseline", 0, "it did not start")], reachesPower: true);
            Schemas.MustHold(Json(TrialDocument.Of(result)));
        }
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
        measured.Record(0, 0, 1000, new Answer(200, true, null));
        measured.Record(1, 1, 9_000_000_000, new Answer(500, false, null));
        measured.Record(2, 1, 9_000_000_000, Answer.None("Connection refused"));
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
