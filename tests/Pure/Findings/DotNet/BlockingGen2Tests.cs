using Lowtide.Analysis.Findings.DotNet;
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
}
