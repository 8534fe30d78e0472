using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

public sealed class FullCollectionComingTests
{
    private const long MiB = MadeFamilies.MiB;

    [Theory]
    [InlineData(12_499, 3, true, false, false)] // not half of the way
    [InlineData(12_500, 3, true, false, true)]
    [InlineData(20_000, 4, true, false, false)] // one has run
    [InlineData(20_000, 3, false, false, false)] // none ever starts
    [InlineData(20_000, 3, true, true, false)] // it comes to nothing that was inherited
    public void It_warns_where_one_is_near_that_would_copy(long pending, long fullCollections, bool enabled, bool frozen, bool warns)
    {
        var worker = MadeFamilies.Worker(2, [9, 5, fullCollections], (PageState.InheritedShared, 80 * MiB));
        worker = worker with
        {
            Runtime = worker.Runtime! with
            {
                Collector = worker.Runtime.Collector! with { Enabled = enabled, Frozen = frozen, Pending = pending, LongLived = 100_000 },
            },
        };
        var findings = new FullCollectionComing().Examine(MadeFamilies.Recording(MadeFamilies.Master(collections: [5, 4, 3]), worker)).Findings;
        Assert.Equal(warns ? [80 * MiB] : [], findings.Select(finding => finding.Bytes!.Value));
    }
}
