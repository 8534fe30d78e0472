using Lowtide.Capture.Machine;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Machine;

public sealed class HostCountersTests
{
    private const int Lowtide = 10, Server = 11, Worker = 12, Shell = 20, Compiler = 21;

    [Fact]
    public void Others_are_what_the_machine_worked_less_the_tree_below_Lowtide()
    {
        var before = At(0, 10_000, Process(Lowtide, 1, 100), Process(Shell, 1, 5000));
        var after = At(10, 11_500, Process(Lowtide, 1, 150), Process(Server, Lowtide, 200), Process(Worker, Server, 600), Process(Shell, 1, 5650));
        var activity = after.Since(before);
        Assert.Equal(10, activity.Seconds);
        Assert.Equal(6.5, activity.OtherCpuSeconds); // 15 s in all, 0.5 + 2 + 6 of them ours
        Assert.Equal(new BusyProcess(Shell, "p20", 6.5), activity.Busiest);
    }

    /// <summary>A worker and a load that ended have handed their time to those that waited for them.</summary>
    [Fact]
    public void Time_of_those_that_ended_is_not_taken_for_somebody_elses()
    {
        var before = At(0, 0, Process(Lowtide, 1, 0), Process(Server, Lowtide, 50), Process(Worker, Server, 100));
        var after = At(10, 700, Process(Lowtide, 1, 0, reaped: 300), Process(Server, Lowtide, 50, reaped: 500));
        Assert.Equal(0, after.Since(before).OtherCpuSeconds);
    }

    [Fact]
    public void A_machine_that_counts_less_than_its_processes_do_has_no_others() => Assert.Equal(
        0, At(1, 99, Process(Lowtide, 1, 100)).Since(At(0, 0, Process(Lowtide, 1, 0))).OtherCpuSeconds);

    /// <summary>A child's whole life comes back to its parent at its end; what it used before the run began is no part of it.</summary>
    [Fact]
    public void The_busiest_is_told_by_what_it_used_meanwhile()
    {
        var before = At(0, 0, Process(Lowtide, 1, 0), Process(Shell, 1, 0), Process(Compiler, Shell, 9000), Process(22, Compiler, 800), Process(30, 1, 0));
        var after = At(10, 0, Process(Lowtide, 1, 0), Process(Shell, 1, 0, reaped: 9900), Process(30, 1, 150));
        Assert.Equal(new BusyProcess(30, "p30", 1.5), after.Since(before).Busiest);
    }

    /// <summary>Its parent ended first, and its grandparent lives on: init waits for it, and gets its whole life.</summary>
    [Fact]
    public void An_orphans_earlier_life_is_no_work_of_inits()
    {
        var before = At(0, 0, Process(1, 0, 0), Process(Shell, 1, 0), Process(Compiler, Shell, 10), Process(22, Compiler, 16_000), Process(30, 1, 0));
        var after = At(10, 0, Process(1, 0, 0, reaped: 16_690), Process(Shell, 1, 0, reaped: 10), Process(30, 1, 750));
        Assert.Equal(new BusyProcess(30, "p30", 7.5), after.Since(before).Busiest);
    }

    [Fact]
    public void A_reused_pid_is_another_process()
    {
        var before = At(0, 0, Process(Lowtide, 1, 0), Process(30, 1, 5000));
        var after = At(10, 0, Process(Lowtide, 1, 0), Process(30, 1, 200) with { StartTicks = 99 });
        Assert.Equal(2, after.Since(before).Busiest?.CpuSeconds);
    }

    [Fact]
    public void Nothing_read_is_null_and_never_0()
    {
        var nothing = new HostCounters { Processes = new ProcessTimes([], Lowtide) };
        Assert.Equal(
            new HostActivity(0, null, null, null, null, null, null, null, null, null, null, null, null, null), nothing.Since(nothing));
    }

    [Fact]
    public void Everything_is_the_difference_of_two_moments_in_its_unit()
    {
        HostCounters Counters(int seconds, int times) => new()
        {
            At = TimeSpan.FromSeconds(seconds),
            Cpu = new CpuTimes(0, 20 * times, 4),
            Processes = new ProcessTimes([], Lowtide),
            CpuPressure = new PressureTotals(1_000_000 * times, 0),
            MemoryPressure = new PressureTotals(2_000_000 * times, 0),
            IoPressure = new PressureTotals(9_000_000 * times, 3_000_000 * times),
            Paging = new PagingCounts(4 * times, 5 * times, 6 * times),
            KsmdTicks = 50 * times,
            KsmdOn = times == 2,
            HeatMilliseconds = [100, 700 * times],
        };
        Assert.Equal(
            new HostActivity(7, 4, 0, null, 0.2, null, 1, 2, 3, 4 * 4096, 5 * 4096, 6 * 4096, 0.7, null) { KsmdCpuSeconds = 0.5, KsmdOn = true },
            Counters(8, 2).Since(Counters(1, 1)));
    }

    [Theory]
    [InlineData("1\n", true)]
    [InlineData("0\n", false)]
    [InlineData("2\n", false)]
    [InlineData(null, null)]
    public void The_kernels_merging_is_on_only_where_it_says_1(string? run, bool? on) => Assert.Equal(on, KsmDaemon.ParseRun(run));

    [Fact]
    public void The_kernels_merging_thread_is_no_process_of_that_name()
    {
        var impostor = Process(30, 1, 500) with { Name = "ksmd" };
        Assert.Null(KsmDaemon.CpuTicks([impostor]));
        Assert.Equal(7, KsmDaemon.CpuTicks([impostor, Process(37, 2, 7) with { Name = "ksmd", Flags = 0x0020_8040 }]));
    }

    private static HostCounters At(int seconds, long workTicks, params ProcessStat[] processes) => new()
    {
        At = TimeSpan.FromSeconds(seconds),
        Cpu = new CpuTimes(workTicks, 0, 2),
        Processes = new ProcessTimes(processes, Lowtide),
    };

    private static ProcessStat Process(int pid, int parent, long ticks, long reaped = 0) =>
        new(pid, $"p{pid}", 'S', parent, 0, 1, 1, 1, 0, 0, 0) { CpuTicks = ticks, ReapedCpuTicks = reaped };
}
