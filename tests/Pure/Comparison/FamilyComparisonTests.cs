using Lowtide.Analysis.Comparison;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Comparison;

public sealed class FamilyComparisonTests
{
    private const long MiB = Sides.MiB;

    private static readonly long[] Control = [100 * MiB, 101 * MiB, 102 * MiB, 103 * MiB], Canary = [80 * MiB, 81 * MiB, 82 * MiB, 83 * MiB];

    [Fact]
    public void Four_workers_a_side_tell_the_first_metric_and_no_other()
    {
        var comparison = FamilyComparison.Of(Sides.Recording(11, Control), Sides.Recording(21, Canary));
        var pss = Find(comparison, "pss_bytes");
        Assert.Equal(Observed.Differs, pss.Observed);
        Assert.Equal((-20.0 * MiB, -23.0 * MiB, -17.0 * MiB), (pss.Shift!.Estimate, pss.Shift.Interval!.Low, pss.Shift.Interval.High));
        Assert.Equal((101.5 * MiB, 81.5 * MiB, 4), (pss.MedianA, pss.MedianB, pss.WorkersNeeded));
        Assert.Equal((Observed.CannotTell, 5), (Find(comparison, "private_bytes").Observed, Find(comparison, "private_bytes").WorkersNeeded));
    }

    [Fact]
    public void Three_a_side_tell_nothing()
    {
        var comparison = FamilyComparison.Of(Sides.Recording(11, Control[..3]), Sides.Recording(21, Canary[..3]));
        Assert.All(comparison.Differences, difference => Assert.Equal(Observed.CannotTell, difference.Observed));
        Assert.Equal(-20.0 * MiB, Find(comparison, "pss_bytes").Shift!.Estimate);
    }

    [Fact]
    public void What_overlaps_is_no_difference_seen() => Assert.Equal(
        Observed.NoDifferenceSeen,
        Find(FamilyComparison.Of(Sides.Recording(11, Control), Sides.Recording(21, [102 * MiB, 100 * MiB, 101 * MiB, 104 * MiB])), "pss_bytes").Observed);

    /// <summary>Six a side: enough for the four others that can be had here, PSS apart.</summary>
    [Fact]
    public void More_workers_tell_the_others_too()
    {
        long[] many = [.. Control, 104 * MiB, 105 * MiB];
        var comparison = FamilyComparison.Of(Sides.Recording(11, many, growth: 30 * MiB), Sides.Recording(21, many));
        Assert.Equal(Observed.NoDifferenceSeen, Find(comparison, "pss_bytes").Observed);
        var growth = Find(comparison, "private_growth_bytes_per_second");
        Assert.Equal((Observed.Differs, -1.0 * MiB), (growth.Observed, growth.Shift!.Estimate));
        Assert.Equal(2.0, Find(comparison, "collections_per_second").MedianA);
        Assert.Equal((Observed.CannotTell, null), (Find(comparison, "inherited_shared_bytes").Observed, Find(comparison, "inherited_shared_bytes").Shift));
    }

    /// <summary>Somebody whose memory is hidden may be just the one that differs.</summary>
    [Fact]
    public void A_metric_that_one_worker_lacks_is_not_told_by_the_rest()
    {
        var a = Sides.Recording(11, Control);
        var unread = a.Latest.Workers[0] with { Memory = MemoryUse.Unknown };
        a = a with { Samples = [], Snapshots = [a.Latest with { Workers = [unread, .. a.Latest.Workers.Skip(1)] }] };
        var pss = Find(FamilyComparison.Of(a, Sides.Recording(21, Canary)), "pss_bytes");
        Assert.Equal((Observed.CannotTell, null, 81.5 * MiB), (pss.Observed, pss.MedianA, pss.MedianB));
    }

    [Fact]
    public void Respawned_workers_are_left_out_and_counted()
    {
        var a = Sides.Recording(11, Control);
        a = a with
        {
            // 14 ended after the first sample, and 15 came in its place.
            Samples = [.. a.Samples.Where(sample => sample.Pid != 14 || sample.Seconds == 0), Sides.Sample(30, 15, 1, 0, started: 99_000)],
            Snapshots = [a.Latest with { Workers = [.. a.Latest.Workers.Where(worker => worker.Process.Pid != 14), Sides.Member(15, 1, started: 99_000)] }],
        };
        var side = FamilyComparison.Of(a, Sides.Recording(21, Canary)).A;
        Assert.Equal([11, 12, 13], side.Workers.Select(worker => worker.Pid));
        Assert.Equal(2, side.LeftOut);
    }

    [Fact]
    public void A_short_look_has_no_rates()
    {
        var a = Sides.Recording(11, Control);
        var side = ComparedFamily.Of(a with { Samples = [.. a.Samples.Select(sample => sample with { Seconds = sample.Seconds / 4 })] });
        Assert.All(side.Workers, worker => Assert.Equal((null, null), (worker.PrivateGrowth, worker.CollectionsPerSecond)));
        Assert.All(side.Workers, worker => Assert.NotNull(worker.PssBytes));
    }

    [Fact]
    public void One_family_at_two_times_is_known()
    {
        var a = Sides.Recording(11, Control);
        Assert.Null(FamilyComparison.InBoth(a, Sides.Recording(21, Canary)));
        Assert.NotNull(FamilyComparison.InBoth(a, Sides.Recording(14, Canary)));
        // The same pids at the same ticks on another machine: each exec has its own stack.
        var elsewhere = a.Latest.Members.Select(member => member with { Process = member.Process with { StackStart = 7 } }).ToList();
        Assert.Null(FamilyComparison.InBoth(a, a with { Snapshots = [a.Latest with { Master = elsewhere[0], Workers = elsewhere[1..] }] }));
    }

    private static Difference Find(FamilyComparison comparison, string name) =>
        Assert.Single(comparison.Differences, difference => difference.Metric.Name == name);
}
