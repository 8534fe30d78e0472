using Lowtide.Analysis;
using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies;

/// <summary>What remedies cost beside what they save, and which of them stands first: figures as graphite-web on uWSGI gave them.</summary>
public sealed class NetPredictionTests
{
    private const int Workers = 6;

    /// <summary>150,000 objects in 20 s, of 135 bytes each by themselves.</summary>
    private const long Collected = 150_000;

    [Fact]
    public void Garbage_is_counted_since_the_fork_and_each_object_may_hold_more()
    {
        var garbage = CyclicGarbage.Of(Family(Collected))!;
        Assert.Equal(Workers * Collected / 20.0, garbage.ObjectsPerSecond, 100.0);
        Assert.Equal(135, garbage.BytesEach);
        Assert.InRange(330 * garbage.ObjectsPerSecond, garbage.LowBytesPerSecond, garbage.HighBytesPerSecond); // measured: docs/cpython.md
        Assert.False(garbage.UnderLoad);
    }

    [Fact]
    public void A_recording_counts_under_its_own_load()
    {
        var recording = Family(Collected);
        var worker = recording.Latest.Workers[0].Process;
        Sample At(double seconds, long collected) => new(seconds, worker.Pid, worker.StartTicks, Role.Worker, MemoryUse.Unknown, [(long)seconds + 10, 4, 3])
        {
            CollectedObjects = collected,
        };
        var garbage = CyclicGarbage.Of(recording with
        {
            Samples = [At(0, 1000), At(10, 21_000)],
        });
        Assert.Equal(2000 + (5 * Collected / 20.0), garbage!.ObjectsPerSecond, 100.0);
    }

    [Fact]
    public void Whoever_makes_cycles_is_not_told_to_stop_collecting()
    {
        var offers = Offers(Family(Collected));
        Assert.Equal("cpython.gc-freeze", offers[0].Remedy.Id);
        Assert.True(offers[0].MayStandFirst);
        var declined = offers.Single(offer => offer.Remedy.Id == "cpython.gc-threshold-0");
        Assert.Matches("would stay in each worker within [0-9.]+ (min|h): worse than today after [0-9.]+ (s|min)", declined.Declined);
        Assert.False(declined.MayStandFirst);
    }

    [Fact]
    public void Where_nobody_knows_whether_cycles_are_made_the_collector_stays_on()
    {
        var unknown = Family(collected: null);
        Assert.Null(CyclicGarbage.Of(unknown));
        var offers = Offers(unknown);
        Assert.Equal("cpython.gc-freeze", offers[0].Remedy.Id);
        Assert.DoesNotContain(offers, offer => offer.MayStandFirst && offer.Remedy.Id is "cpython.gc-threshold-0");
    }

    /// <summary>Then both promise the same, and the one with fewer risks stands first.</summary>
    [Fact]
    public void Without_cycles_a_collector_that_never_starts_costs_nothing()
    {
        var offers = Offers(Family(0));
        Assert.Equal(["cpython.gc-freeze", "cpython.gc-threshold-0"], offers.Take(2).Select(offer => offer.Remedy.Id));
        Assert.Null(offers[1].Saving!.Cost);
        Assert.True(offers[1].MayStandFirst);
    }

    [Fact]
    public void One_that_collects_when_a_worker_has_grown_keeps_that_much_at_most()
    {
        var offer = Offers(Family(Collected)).Single(offer => offer.Remedy.Id == "cpython.collect-when");
        Assert.Equal(Workers * 10 * MadeFamilies.MiB, offer.Saving!.Cost!.HighBytes(1e6)); // a tenth of 100 MiB each
        Assert.Equal(offer.Saving.HighBytes - (Workers * 10 * MadeFamilies.MiB), offer.Saving.After(1e6).HighBytes);
    }

    /// <summary>No growth is offered that the server may be ended for.</summary>
    [Theory]
    [InlineData(8000, 8000, true)]
    [InlineData(610, 8000, false)]
    [InlineData(8000, 10, false)]
    public void Under_a_limit_what_grows_must_fit(int limit, int left, bool fits)
    {
        var recording = Family(Collected);
        recording = recording with
        {
            Host = recording.Host with { AvailableBytes = left * MadeFamilies.MiB },
            Snapshots = [recording.Latest with
            {
                Cgroup = new CgroupMemory(2, "/app", limit * MadeFamilies.MiB, 600 * MadeFamilies.MiB, 600 * MadeFamilies.MiB),
            }],
        };
        var offers = Offers(recording);
        Assert.Equal("cpython.gc-freeze", offers[0].Remedy.Id);
        Assert.Null(offers[0].Declined);
        var grows = offers.Single(offer => offer.Remedy.Id == "cpython.collect-when");
        Assert.Equal(!fits, grows.Declined == $"memory may grow, and its cgroup is limited to {Amount.Bytes(limit * MadeFamilies.MiB)}");
    }

    [Fact]
    public void Of_a_growth_that_nobody_knows_there_is_no_net_figure()
    {
        var offers = Offers(Family(collected: null));
        Assert.Null(offers.Single(offer => offer.Remedy.Id == "cpython.gc-threshold-0").Net);
        Assert.NotNull(offers.Single(offer => offer.Remedy.Id == "cpython.collect-when").Net);
    }

    /// <summary>Seen: 12 to 79 MiB promised of servers whose collector was off since before the fork, and 4 to gain.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Of_a_collector_that_never_ran_nothing_is_surely_its_own(bool on)
    {
        var recording = Family(collected: null);
        recording = recording with
        {
            Snapshots = [recording.Latest with
            {
                Workers = [.. recording.Latest.Workers.Select(worker => worker with
                {
                    Runtime = worker.Runtime! with { Collector = worker.Runtime.Collector! with { Enabled = on } },
                })],
            }],
        };
        var share = CollectorShare.OfWorkers(recording.Latest);
        Assert.Equal(on, share.LowBytes > 0);
        Assert.True(share.HighBytes > 0);
        Assert.Equal(on, Offers(recording).Any(offer => offer.Remedy.Id.StartsWith("cpython.gc-", StringComparison.Ordinal)));
    }

    [Fact]
    public void What_waits_for_a_full_collection_may_be_saved_too()
    {
        var recording = Family(Collected, pending: 10_000);
        var (without, with) = (Offers(Family(Collected))[0].Saving!, Offers(recording)[0].Saving!);
        Assert.Equal(without.LowBytes, with.LowBytes);
        Assert.Equal(without.HighBytes + (Workers * 10_000 * 4 * 135), with.HighBytes);
        // The one full collection since the fork found 150,000 in each: more than twice that are no garbage.
        Assert.Equal(without.HighBytes + (Workers * 2 * Collected * 4 * 135), Offers(Family(Collected, pending: 1_000_000))[0].Saving!.HighBytes);
    }

    /// <summary>It was left out of the second, whose trials then saved more than was promised.</summary>
    [Fact]
    public void Freezing_in_the_master_may_save_what_freezing_in_workers_may()
    {
        var recording = Family(Collected, pending: 10_000);
        var finding = FindingRules.Examine(recording).Findings.First(found => found.Id == CollectorCopies.FindingId);
        Assert.Equal(new GcFreeze().Predict(finding, recording)!.HighBytes, new GcFreezeMaster().Predict(finding, recording)!.HighBytes);
    }

    [Fact]
    public void Where_every_worker_is_frozen_nothing_is_promised()
    {
        var recording = Family(Collected, frozen: true);
        Assert.DoesNotContain(FindingRules.Examine(recording).Findings, finding => RemedyOrder.Of(finding, recording, Horizon.Of(recording.Latest)).Any(
            offer => offer.Saving is { HighBytes: > 0 }));
    }

    [Theory]
    [InlineData("uwsgi --max-worker-lifetime 600", 600)]
    [InlineData("uwsgi --max-worker-lifetime=900 --master", 900)]
    [InlineData("uwsgi --master", 3600)]
    [InlineData("gunicorn --max-requests 1000 app", 80)] // the oldest worker is 80 s old, the master a thousand
    public void The_horizon_is_the_life_of_a_worker_where_that_is_known(string command, double seconds)
    {
        var family = Family(Collected).Latest;
        var master = family.Master!;
        family = family with
        {
            UptimeTicks = 100_000,
            Master = master with { Process = master.Process with { CommandLine = command, StartTicks = 0 } },
            Workers = [.. family.Workers.Select(worker => worker with { Process = worker.Process with { StartTicks = 92_000 } })],
        };
        Assert.Equal(seconds, Horizon.Of(family).Seconds);
    }

    private static IReadOnlyList<WeighedRemedy> Offers(Recording recording) => RemedyOrder.Of(
        FindingRules.Examine(recording).Findings.Single(finding => finding.Id == "cpython.collector-copies"), recording, Horizon.Of(recording.Latest));

    /// <param name="collected">By each worker since its fork, 20 s ago; null where no collection ran but the one that a sibling's links show.</param>
    private static Recording Family(long? collected, long pending = 0, bool frozen = false)
    {
        var master = MadeFamilies.Master(pss: 300 * MadeFamilies.MiB, collections: [5, 4, 3]);
        var workers = Enumerable.Range(2, Workers).Select(pid => MadeFamilies.Traced(MadeFamilies.Worker(
            pid, collected is null ? [5, 4, 3] : [105, 14, 4],
            (PageState.CopiedRelinked, 8 * MadeFamilies.MiB), (PageState.CopiedIdentical, 2 * MadeFamilies.MiB), (PageState.InheritedShared,
                20 * MadeFamilies.MiB))))
            .Select(worker => worker with
            {
                Runtime = worker.Runtime! with
                {
                    Collector = worker.Runtime.Collector! with
                    {
                        Generations = [.. worker.Runtime.Collector.Generations
                            .Select((generation, at) => generation with { Collected = at == 2 ? collected ?? 0 : 0 })],
                        Young = new YoungObjects(1000, 135_000),
                        Pending = pending,
                        Frozen = frozen,
                    },
                },
            });
        master = master with
        {
            Runtime = master.Runtime! with
            {
                Collector = master.Runtime.Collector! with
                {
                    Generations = [.. master.Runtime.Collector.Generations.Select(generation => generation with { Collected = 0 })],
                },
            },
        };
        var recording = MadeFamilies.Recording(master, [.. workers]);
        return recording with { Snapshots = [recording.Latest with { UptimeTicks = 2000 + 4 }] };
    }
}
