using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.EvidenceRows;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

/// <summary>What recorded faults add to the collector's finding.</summary>
public sealed class FirstWritesTests
{
    [Fact]
    public void The_share_of_the_workers_copies_that_came_through_the_collector()
    {
        var evidence = Evidence(
            Copies(2, true, 9_500), Copies(2, false, 312), Copies(1, false, 100_000), Copies(2, true, 7) with { Kind = FaultKind.New })!;
        Assert.Equal(9_500 / 9_812.0, evidence.Value);
        Assert.Equal("of 9,812 first writes to inherited pages in worker 2, 97% came through the collector's code", evidence.Text);
    }

    [Fact]
    public void Of_several_workers_and_at_their_exit() => Assert.Equal(
        "of 2,000 first writes to inherited pages in 2 workers, 100% came through the collector's code (50% as the worker ended)",
        Evidence(Copies(2, true, 1_000), Copies(3, true, 1_000) with { AtExit = true })!.Text);

    /// <summary>A reload's old workers: what they wrote at their end is nothing that the new ones copied.</summary>
    [Fact]
    public void Not_of_workers_that_were_replaced() => Assert.Equal(
        "of 1,000 first writes to inherited pages in worker 2, 0% came through the collector's code",
        Evidence(Copies(2, false, 1_000), Copies(4, true, 90_000) with { AtExit = true })!.Text);

    [Fact]
    public void What_made_the_copies_at_the_end_of_workers()
    {
        FaultChain[] chains = [Copies(2, true, 300) with { AtExit = true }, Copies(2, false, 100) with { AtExit = true }, Copies(2, true, 5_000)];
        var evidence = FirstWrites.AtExit(FirstWrites.InAll(Recording() with { Faults = Faults(chains) }))!;
        Assert.Equal(0.75, evidence.Value);
        Assert.StartsWith("of 400 first writes", evidence.Text, StringComparison.Ordinal);
        Assert.Null(FirstWrites.AtExit(FirstWrites.InAll(Recording() with { Faults = Faults([Copies(2, true, 5_000)]) })));
        Assert.Null(FirstWrites.AtExit(FirstWrites.InAll(Recording())));
    }

    [Fact]
    public void Nothing_where_it_cannot_be_told_or_hardly_anything_was_seen()
    {
        Assert.Null(Evidence(Copies(2, null, 5_000)));
        Assert.Null(Evidence(Copies(2, true, 255)));
        Assert.NotNull(Evidence(Copies(2, true, 256)));
        Assert.DoesNotContain(Found(Recording() with { Faults = null }).Evidence, row => row.Name == "first_writes_by_collector");
    }

    private static Evidence? Evidence(params FaultChain[] chains) =>
        Found(Recording() with { Faults = Faults(chains) }).Evidence.SingleOrDefault(row => row.Name == "first_writes_by_collector");

    private static PageFaults Faults(FaultChain[] chains) => new(
        1, 1, 0, true, [new(1, 0, Role.Master, false), new(2, 1, Role.Worker, true), new(3, 1, Role.Worker, true), new(4, 1, Role.Worker, true)], chains);

    private static Finding Found(Recording recording) =>
        Assert.Single(FindingRules.Examine(recording).Findings, finding => finding.Id == "cpython.collector-copies");

    private static Recording Recording() => MadeFamilies.Recording(
        MadeFamilies.Master(100 * MadeFamilies.MiB, 0, 0, 5, 4, 3),
        Worker(2), Worker(3));

    private static Member Worker(int pid) =>
        MadeFamilies.Worker(pid, [5, 4, 4], (PageState.CopiedRelinked, 10 * MadeFamilies.MiB), (PageState.InheritedShared, 10 * MadeFamilies.MiB));

    private static FaultChain Copies(int pid, bool? byCollector, long faults) =>
        new(pid, "server", FaultKind.Copy, byCollector, byCollector is null ? null : false, null, ["main"], faults);
}
