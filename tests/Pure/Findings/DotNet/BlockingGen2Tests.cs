using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Analysis.Remedies.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Findings.DotNet;

/// <summary>Full collections for which all threads stand still.</summary>
public sealed class BlockingGen2Tests
{
    [Fact]
    public void Blocking_collections_matter_where_they_are_long_or_many()
    {
        Assert.Null(Found(new BlockingGen2(), Trace(Collection(1, 2, 1, pause: 0.049))));
        Assert.NotNull(Found(new BlockingGen2(), Trace(Collection(1, 2, 1, pause: 0.05))));
        Assert.Null(Found(new BlockingGen2(), Trace(Collection(1, 2, 1, pause: 0.5, kind: CollectionKind.Background))));
        Assert.NotNull(Found(new BlockingGen2(), Trace([.. Enumerable.Range(0, 50).Select(number => Collection(number, 2, number, 0.02))])));
        var off = Found(new BlockingGen2(), Trace(Collection(1, 2, 1, pause: 0.5)) with { Settings = Settings with { Concurrent = false } });
        Assert.Contains("is off", off!.Evidence[^1].Text, StringComparison.Ordinal);
    }

    /// <summary>Background collection does nothing against a GC.Collect that blocks; that each is shared out among processors shortens it, too.</summary>
    [Theory]
    [InlineData(CollectionReason.AllocSmall, 0.5, true, "background collection is on, and was not used for these")]
    [InlineData(CollectionReason.Induced, 0.5, true, "was not used for the 1 that nobody asked for; GC.Collect blocks all the same")]
    [InlineData(CollectionReason.Induced, 0.01, false, "was not used for the 1 that nobody asked for; GC.Collect blocks all the same")]
    [InlineData(CollectionReason.InducedNotForced, 0.01, true, "was not used for the 1 that nobody asked for; GC.Collect blocks all the same")]
    public void Background_collection_is_offered_where_those_that_it_can_take_matter(CollectionReason reason, double ownPause, bool offered, string said)
    {
        var trace = Trace(Collection(1, 2, 1, pause: 0.5, reason: reason), Collection(2, 2, 2, pause: ownPause));
        var finding = Found(new BlockingGen2(), trace)!;
        Assert.Contains(said, finding.Evidence.Single(row => row.Name == "concurrent").Text, StringComparison.Ordinal);
        Assert.DoesNotContain(finding.Evidence, row => row.Name == "code");
        Assert.Equal(offered, new ConcurrentOn().Helps(finding, Recording(trace)));
        Assert.True(new ServerGc().Helps(finding, Recording(trace)));
    }

    [Fact]
    public void Where_all_were_asked_for_the_finding_that_names_by_whom_is_pointed_to()
    {
        var trace = Trace(
            Collection(1, 2, 1, pause: 0.5, reason: CollectionReason.Induced, stack: 0), Collection(2, 2, 2, reason: CollectionReason.InducedCompacting));
        var finding = Found(new BlockingGen2(), trace)!;
        Assert.Equal("background collection is on; GC.Collect blocks all the same, unless it is told not to", finding.Evidence[^2].Text);
        Assert.Contains("dotnet.induced-collections", finding.Evidence[^1].Text, StringComparison.Ordinal);
        Assert.NotNull(Found(new InducedCollections(), trace));
        var nameless = Found(new BlockingGen2(), Trace([.. trace.Collections.Select(collection => collection with { Stack = null })]))!;
        Assert.Equal("all were asked for: taking that call out ends them", nameless.Evidence[^1].Text);
        Assert.False(new ConcurrentOn().Helps(finding, Recording(trace)));
    }
}
