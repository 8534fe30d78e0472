using System.Text.Json;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;
using Lowtide.Reports;
using Lowtide.Reports.Explain;
using Lowtide.Reports.Words;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>What documents and the screen call kinds and reasons of collections.</summary>
public sealed class CollectionWordsTests
{
    /// <summary>A newer runtime gives numbers that nobody here has heard of.</summary>
    private const int Unheard = 99;

    [Fact]
    public void A_number_without_a_name_is_other_in_the_document()
    {
        var collection = Collection(1, 2, 1, kind: (CollectionKind)Unheard, reason: (CollectionReason)Unheard, stack: 0);
        var document = ExplainDocument.Of(Diagnosis.Of(Recording(Trace(collection))));
        Assert.Equal(("other", "other"), (document.DotNet!.FullCollections.Single().Kind, document.DotNet.FullCollections.Single().Reason));
        Schemas.MustHold(JsonSerializer.Serialize(document, JsonDocuments.Default.ExplainDocument));
    }

    [Fact]
    public void The_screen_says_the_number_too()
    {
        var trace = Trace(Collection(1, 2, 1, kind: (CollectionKind)Unheard, reason: (CollectionReason)Unheard));
        Assert.Contains("other (99), other (99), pause", DotNetWords.Full(trace).Single());
        Assert.Equal("other (99) 1", DotNetWords.Reasons(GenerationSums.All(trace).Single()));
    }
}
