using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

/// <summary>Who is said to have copied pages, and from how many bytes on it is said.</summary>
public sealed class CopiesTests
{
    private const long MiB = MadeFamilies.MiB;
    private const PageState Shared = PageState.InheritedShared, Identical = PageState.CopiedIdentical,
        Relinked = PageState.CopiedRelinked, Changed = PageState.CopiedChanged;

    private static readonly long[] Before = [5, 4, 3], Collected = [5, 4, 4];

    [Fact]
    public void Identical_copies_are_reads_unless_a_collection_came_by()
    {
        Assert.Equal([("cpython.reference-count-copies", 10 * MiB)], Found(Before, (Identical, 10 * MiB), (Shared, 10 * MiB)));
        Assert.Equal([("cpython.collector-copies", 10 * MiB)], Found(Collected, (Identical, 10 * MiB), (Shared, 10 * MiB)));
        Assert.Equal([("fork.copied-unchanged", 10 * MiB)], Found([], (Identical, 10 * MiB), (Shared, 10 * MiB)));
    }

    [Fact]
    public void Relinked_copies_are_the_collectors_whatever_the_counters_say()
    {
        Assert.Equal([("cpython.collector-copies", 10 * MiB)], Found(Before, (Relinked, 10 * MiB)));
        Assert.Equal([("cpython.collector-copies", 10 * MiB)], Found([], (Relinked, 10 * MiB)));
    }

    [Fact]
    public void Changed_copies_are_writes()
    {
        Assert.Equal([("fork.really-changed", 10 * MiB)], Found(Before, (Changed, 10 * MiB), (Shared, 10 * MiB)));
        // A collection may have copied them first, but no more than that is known.
        Assert.Equal([("fork.really-changed", 10 * MiB)], Found(Collected, (Changed, 10 * MiB), (Shared, 10 * MiB)));
    }

    [Fact]
    public void What_is_new_or_shared_or_undecided_is_no_copy() =>
        Assert.Empty(Found(Collected, (Shared, 50 * MiB), (PageState.New, 50 * MiB), (PageState.Undecided, 9 * MiB), (PageState.Merged, 9 * MiB)));

    [Theory]
    [InlineData(Identical)]
    [InlineData(Relinked)]
    [InlineData(Changed)]
    public void Less_than_a_MiB_a_worker_does_not_matter(PageState state)
    {
        Assert.Single(Found(Before, (state, MiB), (Shared, 10 * MiB)));
        Assert.Empty(Found(Before, (state, MiB - Page.Size), (Shared, 10 * MiB)));
    }

    [Fact]
    public void Less_than_a_hundredth_of_the_family_does_not_matter()
    {
        Assert.Single(FoundIn(MadeFamilies.Master(pss: 1000 * MiB, collections: Before), (Changed, 10 * MiB)));
        Assert.Empty(FoundIn(MadeFamilies.Master(pss: 1000 * MiB, collections: Before), (Changed, (10 * MiB) - Page.Size)));
        // Where it could not be read, a MiB a worker decides alone.
        Assert.Single(FoundIn(MadeFamilies.Master(pss: null, collections: Before), (Changed, MiB)));
    }

    /// <summary>Reads copied a quarter of the leaves; containers may be read twice as often, in odds: two in five.</summary>
    [Fact]
    public void The_collectors_least_leaves_out_what_reads_would_have_copied()
    {
        var worker = MadeFamilies.Traced(MadeFamilies.Worker(2, Before, (Relinked, 10 * MiB), (Shared, 6 * MiB)), read: 0.25);
        Assert.InRange(Least(worker), 5.98 * MiB, 6 * MiB);
    }

    /// <summary>Pages that differ in the collector's links alone may have been read as well: nothing told how much.</summary>
    [Fact]
    public void Where_no_object_could_be_told_reads_may_be_all_of_it()
    {
        var worker = MadeFamilies.Worker(2, Before, (Relinked, 8 * MiB), (Identical, 2 * MiB), (Shared, 6 * MiB));
        Assert.Equal(0, Least(worker));
        Assert.EndsWith("; reads alone may have made them all.", Collectors(worker).Statement);
        Assert.EndsWith(" inherited.", Collectors(MadeFamilies.Traced(worker, read: 0.25)).Statement);
    }

    private static double Least(Member worker) => Collectors(worker).Evidence.Single(row => row.Name == "copied_low_bytes").Value!.Value;

    private static Finding Collectors(Member worker) => Examined(MadeFamilies.Master(collections: Before), worker)
        .Findings.Single(finding => finding.Id == "cpython.collector-copies");

    /// <summary>Objects of more than 512 bytes have no such pages: whether they were read leaves no trace under a collection.</summary>
    [Theory]
    [InlineData(0, 0)]
    [InlineData(0.5, 4)]
    public void Where_nothing_tells_what_was_read_the_least_leaves_it_out(double told, int leastMiB)
    {
        var worker = MadeFamilies.Worker(2, Collected, (Relinked, 8 * MiB), (Shared, 6 * MiB)) with
        {
            Copies = [new CopiedBytes(CopyTrace.Links, "tuple", 8 * MiB)],
            Reads = new ReadSample(told > 0 ? 1_000_000 : 0, 0, told, 0),
        };
        var finding = Assert.Single(Examined(MadeFamilies.Master(collections: Before), worker).Findings);
        var least = finding.Evidence.Single(row => row.Name == "copied_low_bytes").Value!.Value;
        Assert.InRange(least, leastMiB * MiB * 0.9999, leastMiB * MiB);
        Assert.Equal(8 * MiB, finding.Evidence.Single(row => row.Name == "copied_high_bytes").Value);
        Assert.Equal(told == 0, finding.Evidence.Any(row => row.Name == "read_told_share"));
    }

    [Fact]
    public void Each_worker_is_judged_by_its_own_counters()
    {
        var findings = Examined(
            MadeFamilies.Master(collections: Before),
            MadeFamilies.Worker(2, Before, (Identical, 10 * MiB)),
            MadeFamilies.Worker(3, Collected, (Identical, 30 * MiB))).Findings;
        // The largest first.
        Assert.Equal(["cpython.collector-copies", "cpython.reference-count-copies"], findings.Select(finding => finding.Id));
        Assert.Equal([30 * MiB, 10 * MiB], findings.Select(finding => finding.Bytes));
        Assert.Equal([30 * MiB, 10 * MiB], findings.Select(finding => finding.BytesPerWorker));
    }

    /// <summary>The master's count is ahead of the first two workers': it has walked what they share since their forks, and no remedy in them helps.</summary>
    [Fact]
    public void What_the_master_collected_between_forks_is_no_workers_doing()
    {
        Member[] workers =
        [
            MadeFamilies.Worker(2, [5, 4, 1], (Relinked, 10 * MiB)), MadeFamilies.Worker(3, [5, 4, 2], (Relinked, 9 * MiB)), MadeFamilies.Worker(4, [5,
                4, 3], (Shared, 10 * MiB)),
        ];
        var finding = Assert.Single(Examined(MadeFamilies.Master(collections: Before), workers).Findings);
        Assert.Equal(("cpython.master-collects", 19 * MiB), (finding.Id, finding.Bytes));
        Assert.Equal(2, finding.Evidence.Single(row => row.Name == "master_full_collections").Value);
        Assert.Equal(0, finding.Evidence.Single(row => row.Name == "forked_later_copied_bytes").Value);

        var frozen = MadeFamilies.Master(collections: Before);
        frozen = frozen with { Runtime = frozen.Runtime! with { Collector = frozen.Runtime.Collector! with { Frozen = true } } };
        Assert.DoesNotContain(Examined(frozen, workers).Findings, found => found.Id == "cpython.master-collects");
    }

    private static IEnumerable<(string Id, long Bytes)> Found(long[] worker, params (PageState, long)[] pages) =>
        Examined(MadeFamilies.Master(collections: Before), MadeFamilies.Worker(2, worker, pages)).Findings.Select(finding => (finding.Id,
            finding.Bytes!.Value));

    private static IReadOnlyList<Finding> FoundIn(Member master, params (PageState, long)[] pages) =>
        Examined(master, MadeFamilies.Worker(2, Before, pages)).Findings;

    private static Examination Examined(Member master, params Member[] workers) => FindingRules.Examine(MadeFamilies.Recording(master, workers));
}
