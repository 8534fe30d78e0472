using Lowtide.Analysis.Causes;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Causes;

public sealed class CopiedByCauseTests
{
    private static readonly long[] Before = [5, 4, 3], Collected = [5, 4, 4];

    [Fact]
    public void Pages_that_were_not_traced_have_no_causes() =>
        Assert.Null(Of(MadeFamilies.Worker(2, Before)));

    [Theory]
    [InlineData(CopyTrace.Content, CopyCause.PayloadWrite)]
    [InlineData(CopyTrace.Reused, CopyCause.AllocatorReuse)]
    [InlineData(CopyTrace.Cache, CopyCause.CacheFill)]
    [InlineData(CopyTrace.Count, CopyCause.ReferenceCount)]
    [InlineData(CopyTrace.Links, CopyCause.Collector)]
    [InlineData(CopyTrace.SameUntracked, CopyCause.ReferenceCount)]
    public void What_a_page_shows_does_not_hang_on_the_counters(CopyTrace trace, CopyCause cause)
    {
        foreach (var collections in new[] { Before, Collected, [] })
            Assert.Equal(cause, Assert.Single(Rows(collections, null, new CopiedBytes(trace, "dict", 40_960))).Cause);
    }

    [Theory]
    [InlineData(CopyTrace.SameTracked, CopyCause.Collector, CopyCause.ReferenceCount)]
    [InlineData(CopyTrace.Unknown, CopyCause.Undecided, CopyCause.ReferenceCount)]
    public void Where_nothing_changed_the_counters_decide(CopyTrace trace, CopyCause collected, CopyCause not)
    {
        var copied = new CopiedBytes(trace, "dict", 40_960);
        Assert.Equal(collected, Assert.Single(Rows(Collected, null, copied)).Cause);
        Assert.Equal(not, Assert.Single(Rows(Before, null, copied)).Cause);
        Assert.Equal(CopyCause.Undecided, Assert.Single(Rows([], null, copied)).Cause);
    }

    /// <summary>All leaves near a quarter of the pages were read, so surely that quarter would have been copied anyway.</summary>
    [Fact]
    public void What_reads_would_have_copied_is_not_the_collectors()
    {
        var rows = Rows(
            Collected, new ReadSample(8, 8, 0.25, 1), new CopiedBytes(CopyTrace.SameTracked, "dict", 4_000), new CopiedBytes(CopyTrace.Links, "list", 8_000));
        // Eight of eight are at least 68% (Wilson), and 51% if containers were read half as often, in odds; of a quarter.
        Assert.Equal(12_000, rows.Sum(row => row.Bytes));
        Assert.InRange(rows.Where(row => row.Cause == CopyCause.ReferenceCount).Sum(row => row.Bytes), 0.51 * 3_000, 0.52 * 3_000);
    }

    private static IReadOnlyList<CauseBytes> Rows(long[] collections, ReadSample? reads, params CopiedBytes[] copies) =>
        Of(MadeFamilies.Worker(2, collections) with { Copies = copies, Reads = reads })!.Rows;

    private static CopiedByCause? Of(Member worker) => CopiedByCause.Of(MadeFamilies.Family(MadeFamilies.Master(collections: Before), worker), worker);
}
