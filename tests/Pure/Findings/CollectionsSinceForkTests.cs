using Lowtide.Analysis.Causes;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

public sealed class CollectionsSinceForkTests
{
    /// <summary>Whether a collector can have walked what was inherited, by both sides' counters.</summary>
    [Theory]
    [InlineData(new long[] { 5, 4, 3 }, new long[] { 5, 4, 3 }, 0, false)]
    [InlineData(new long[] { 5, 4, 3 }, new long[] { 5, 4, 4 }, 0, true)]
    // Young collections walk only what is young: nothing inherited, unless all of it still was.
    [InlineData(new long[] { 5, 4, 3 }, new long[] { 9, 5, 3 }, 19_999, false)]
    [InlineData(new long[] { 5, 4, 3 }, new long[] { 9, 5, 3 }, 20_000, true)]
    [InlineData(new long[] { 5, 4, 3 }, new long[] { 5, 4, 3 }, 20_000, false)]
    // The master collected since: then the worker's own may be hidden behind it, if it has any.
    [InlineData(new long[] { 9, 4, 3 }, new long[] { 5, 4, 3 }, 0, true)]
    [InlineData(new long[] { 9, 4, 0 }, new long[] { 5, 4, 0 }, 0, false)]
    // A full collection of the master's leaves its copies to the last worker that shared the pages.
    [InlineData(new long[] { 9, 4, 1 }, new long[] { 9, 4, 0 }, 0, true)]
    public void Reached_inherited(long[] master, long[] worker, int young, bool reached)
    {
        var since = Since(MadeFamilies.Master(young: young, collections: master), MadeFamilies.Worker(2, worker));
        Assert.Equal(reached, since?.ReachedInherited);
    }

    /// <summary>gc.freeze() took it out of the generations before any collection came.</summary>
    [Fact]
    public void What_is_set_aside_is_not_reached()
    {
        var worker = MadeFamilies.Worker(2, [9, 5, 3]);
        worker = worker with { Runtime = worker.Runtime! with { Collector = worker.Runtime.Collector! with { Frozen = true } } };
        Assert.False(Since(MadeFamilies.Master(young: 20_000, collections: [5, 4, 3]), worker)?.ReachedInherited);
    }

    /// <summary>Its young collections walk some of what is old, too: how much, the counters do not say.</summary>
    [Theory]
    [InlineData(new long[] { 5, 5, 3 }, null)]
    [InlineData(new long[] { 6, 4, 3 }, null)]
    [InlineData(new long[] { 4, 4, 3 }, null)] // the master's
    [InlineData(new long[] { 5, 4, 3 }, false)]
    [InlineData(new long[] { 5, 5, 4 }, true)]
    public void An_incremental_collector_tells_by_full_collections_only(long[] collections, bool? reached)
    {
        var worker = MadeFamilies.Worker(2, collections);
        worker = worker with { Runtime = worker.Runtime! with { Collector = worker.Runtime.Collector! with { Incremental = true } } };
        Assert.Equal(reached, Since(MadeFamilies.Master(collections: [5, 4, 3]), worker)?.ReachedInherited);
    }

    [Fact]
    public void Counts_are_differences_and_never_negative()
    {
        var since = Since(MadeFamilies.Master(collections: [10, 7, 5]), MadeFamilies.Worker(2, [14, 6, 7]));
        Assert.Equal(
            new CollectionsSinceFork(
                2, 7, 4, MasterCollectedSince: true, MasterFullAtLeast: 0, MasterCollectsBetweenForks: false, Frozen: false, MasterFrozen: false, 0),
            since);
    }

    [Fact]
    public void Unread_counters_tell_nothing()
    {
        Assert.Null(Since(MadeFamilies.Master(), MadeFamilies.Worker(2, [1, 2, 3])));
        Assert.Null(Since(MadeFamilies.Master(collections: [1, 2, 3]), MadeFamilies.Worker(2, [])));
        Assert.Null(Since(null, MadeFamilies.Worker(2, [1, 2, 3])));
    }

    /// <summary>With the master's counters alone, its own collection since the fork leaves it open whose a worker's are.</summary>
    [Fact]
    public void A_keeper_tells_that_a_worker_ran_none()
    {
        var (master, worker) = (MadeFamilies.Master(collections: [10, 7, 5]), MadeFamilies.Worker(2, [9, 6, 4]));
        Assert.True(Since(master, worker)?.ReachedInherited);
        var kept = Since(master, worker with { AtFork = worker.Runtime!.Collector });
        Assert.Equal((0, false), (kept!.FullAtMost, kept.ReachedInherited));
        Assert.True(Since(master, MadeFamilies.Worker(2, [9, 6, 5]) with { AtFork = worker.Runtime!.Collector })?.ReachedInherited);
    }

    /// <summary>What each collects by itself has older workers ahead; four that only rise are a master's that collects before each fork.</summary>
    [Theory]
    [InlineData(true, 3, 4, 5, 6)]
    [InlineData(false, 3, 4, 4, 6)]
    [InlineData(false, 6, 5, 4, 3)]
    [InlineData(false, 3, 4, 5)]
    public void A_gradient_in_the_order_of_forks_tells_of_the_master(bool between, params int[] counts)
    {
        var workers = counts.Select((count, index) => MadeFamilies.Worker(2 + index, [5, 4, count])).ToArray();
        var family = MadeFamilies.Family(MadeFamilies.Master(collections: [5, 4, 3]), workers);
        Assert.All(workers[..^1], worker => Assert.Equal(between, CollectionsSinceFork.Of(family, worker)!.MasterWalked));
        Assert.False(CollectionsSinceFork.Of(family, workers[^1])!.MasterWalked);
    }

    /// <summary>Two of its own since hide two of the master's, which a worker that was forked later shows: 39 MiB that they copied were called reads.</summary>
    [Fact]
    public void What_the_master_did_since_a_later_fork_it_did_since_an_earlier_one()
    {
        Member[] workers = [MadeFamilies.Worker(2, [9, 4, 5]), MadeFamilies.Worker(3, [5, 4, 3]), MadeFamilies.Worker(4, [5, 4, 5])];
        var family = MadeFamilies.Family(MadeFamilies.Master(collections: [5, 4, 5]), workers);
        var since = workers.Select(worker => CollectionsSinceFork.Of(family, worker)!).ToList();
        Assert.Equal([2, 2, 0], since.Select(each => each.MasterFullAtLeast));
        Assert.Equal([true, true, false], since.Select(each => each.ReachedInherited));
    }

    private static CollectionsSinceFork? Since(Member? master, Member worker) => CollectionsSinceFork.Of(MadeFamilies.Family(master, worker), worker);
}
