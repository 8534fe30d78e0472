using Lowtide.Analysis.Conditions;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Conditions;

public sealed class DisturbancesTests
{
    private const long MiB = 1 << 20;

    private static readonly HostActivity Unread = new(10, null, null, null, null, null, null, null, null, null, null, null, null, null);

    /// <summary>10 s on 2 CPUs, in which everything that can happen happened just so little that it does not matter.</summary>
    private static readonly HostActivity Quiet = new(
        10, 2, 1.0, new BusyProcess(7, "cron", 1), 1.0, new CpuThrottling("/app", 100, 1), CpuWaitSeconds: 10, 0.5, 0.5, MiB, MiB, 1000 * MiB, 0.5, 0.003);

    [Fact]
    public void What_is_within_the_limits_disturbs_nothing() => Assert.Empty(Disturbances.Of(Quiet, 100 * MiB));

    [Fact]
    public void What_was_not_read_accuses_nobody() => Assert.Empty(Disturbances.Of(Unread, null));

    public static TheoryData<string, HostActivity, string> JustBeyond => new()
    {
        {
            "other-load", Quiet with { OtherCpuSeconds = 1.2, Busiest = new(7, "make", 0.9) },
            "other processes took 6% of the CPU time, make (7) the most: 0.9 s"
        },
        { "other-load", Quiet with { OtherCpuSeconds = 1.2, Busiest = null }, "other processes took 6% of the CPU time" },
        { "steal", Quiet with { StealSeconds = 1.2 }, "kept 6% of its CPU time for others" },
        { "cpu-quota", Quiet with { Throttling = new("/app", 100, 2) }, "cgroup /app stopped it in 2 of 100 periods" },
        { "memory-pressure", Quiet with { MemoryWaitSeconds = 0.6 }, "for 6% of the time some task waited for memory" },
        { "io-pressure", Quiet with { IoWaitSeconds = 0.6 }, "for 6% of the time" },
        { "swap", Quiet with { SwappedOutBytes = 2 * MiB }, "2.0 MiB were swapped out and 1.0 MiB in" },
        { "swap", Quiet with { SwappedInBytes = 2 * MiB }, "1.0 MiB were swapped out and 2.0 MiB in" },
        { "heat", Quiet with { ThermalThrottleSeconds = 0.6 }, "for 6% of the time a core" },
    };

    [Theory]
    [MemberData(nameof(JustBeyond))]
    public void What_is_beyond_one_is_named_with_its_figure(string id, HostActivity activity, string text)
    {
        var disturbance = Assert.Single(Disturbances.Of(activity, 100 * MiB));
        Assert.Equal(id, disturbance.Id);
        Assert.Contains(text, disturbance.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Memory_is_slow_by_the_median_of_its_own_arm()
    {
        HostActivity[] Arm(params double?[] sweeps) => [.. sweeps.Select(sweep => Quiet with { MemorySweepSeconds = sweep })];
        var arm = Arm(0.0030, 0.0031, 0.0036, null);
        Assert.Contains("16% longer", Assert.Single(Disturbances.SlowMemory(arm[2], arm)).Text, StringComparison.Ordinal);
        Assert.Empty(Disturbances.SlowMemory(arm[1], arm));
        Assert.Empty(Disturbances.SlowMemory(arm[3], arm));
        // Two do not tell which of them is the unusual one.
        Assert.Empty(Disturbances.SlowMemory(arm[2], Arm(0.0030, 0.0036)));
    }

    [Fact]
    public void All_are_named_at_once() => Assert.Equal(
        ["other-load", "steal"],
        Disturbances.Of(Quiet with { OtherCpuSeconds = 10, StealSeconds = 10 }, 100 * MiB).Select(disturbance => disturbance.Id));

    /// <summary>CPU pressure is what a load test makes; a server that reads files again is not slowed by that alone.</summary>
    [Fact]
    public void A_loaded_server_that_waits_for_its_own_CPUs_is_not_disturbed() =>
        Assert.Empty(Disturbances.Of(Unread with { CpuWaitSeconds = 10, RefaultedBytes = long.MaxValue }, 100 * MiB));
}
