using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Machine;

/// <summary>What the machine has counted up to one moment; two of them make a <see cref="HostActivity"/>.</summary>
public sealed record HostCounters
{
    internal TimeSpan At { get; init; }

    internal CpuTimes? Cpu { get; init; }

    internal ProcessTimes Processes { get; init; } = new([], root: 0);

    internal CpuQuotas Quotas { get; init; } = CpuQuotas.None;

    internal PressureTotals? CpuPressure { get; init; }

    internal PressureTotals? MemoryPressure { get; init; }

    internal PressureTotals? IoPressure { get; init; }

    internal PagingCounts? Paging { get; init; }

    internal long? AvailableBytes { get; init; }

    internal long? KsmdTicks { get; init; }

    internal bool? KsmdOn { get; init; }

    /// <summary>Of each CPU that counts it, in its order.</summary>
    internal IReadOnlyList<long> HeatMilliseconds { get; init; } = [];

    /// <summary>Walks over all processes: some 20 ms on a machine with a thousand.</summary>
    /// <param name="root">The process that, with all below it, does the work that is measured.</param>
    /// <param name="server">Whose cgroups to look at: the server's, or before there is one those of the process that will
    /// start it.</param>
    public static HostCounters Read(int root, int server, TimeProvider time)
    {
        var at = time.GetElapsedTime(0);
        // These two together, as their difference is what counts.
        var cpu = CpuTimes.Read();
        var processes = Procfs.Pids().Select(Procfs.Stat).OfType<ProcessStat>().ToList();
        return new HostCounters
        {
            At = at,
            Cpu = cpu,
            Processes = new ProcessTimes(processes, root),
            Quotas = CpuQuotas.Of(server),
            CpuPressure = PressureTotals.Parse(ProcFile.TryReadText("/proc/pressure/cpu")),
            MemoryPressure = PressureTotals.Parse(ProcFile.TryReadText("/proc/pressure/memory")),
            IoPressure = PressureTotals.Parse(ProcFile.TryReadText("/proc/pressure/io")),
            Paging = PagingCounts.Parse(ProcFile.TryReadText("/proc/vmstat") ?? ""),
            AvailableBytes = Meminfo.Read().AvailableBytes,
            KsmdTicks = KsmDaemon.CpuTicks(processes),
            KsmdOn = KsmDaemon.IsOn(),
            HeatMilliseconds = ThermalThrottling.Milliseconds(),
        };
    }

    /// <summary>What happened since an earlier moment on the same machine.</summary>
    public HostActivity Since(HostCounters earlier)
    {
        var seconds = (At - earlier.At).TotalSeconds;
        return new HostActivity(
            seconds,
            Cpu?.Cpus,
            OtherCpuSeconds(earlier),
            Processes.Busiest(earlier.Processes),
            (Cpu?.StealTicks - earlier.Cpu?.StealTicks) / ClockTicks.PerSecond,
            Quotas.Since(earlier.Quotas),
            Seconds(CpuPressure?.SomeMicroseconds - earlier.CpuPressure?.SomeMicroseconds),
            Seconds(MemoryPressure?.SomeMicroseconds - earlier.MemoryPressure?.SomeMicroseconds),
            Seconds(IoPressure?.FullMicroseconds - earlier.IoPressure?.FullMicroseconds),
            (Paging?.SwappedIn - earlier.Paging?.SwappedIn) * Page.Size,
            (Paging?.SwappedOut - earlier.Paging?.SwappedOut) * Page.Size,
            (Paging?.FileRefaults - earlier.Paging?.FileRefaults) * Page.Size,
            HeatMilliseconds.Count == 0 || HeatMilliseconds.Count != earlier.HeatMilliseconds.Count
                ? null
                : HeatMilliseconds.Zip(earlier.HeatMilliseconds, (now, was) => now - was).Max() / 1000.0,
            MemorySweepSeconds: null)
        {
            MemoryTakenBytes = earlier.AvailableBytes - AvailableBytes,
            KsmdCpuSeconds = (KsmdTicks - earlier.KsmdTicks) / ClockTicks.PerSecond,
            KsmdOn = KsmdOn,
        };

        static double? Seconds(long? microseconds) => microseconds / 1e6;
    }

    /// <summary>
    /// Never under 0: the kernel samples the machine's time tick by tick and adds up that of processes exactly
    /// (kernel/sched/cputime.c), so the two differ by a little.
    /// </summary>
    private double? OtherCpuSeconds(HostCounters earlier) =>
        Cpu?.WorkTicks - earlier.Cpu?.WorkTicks is { } all
            ? Math.Max(0, all - (Processes.OwnTicks - earlier.Processes.OwnTicks)) / ClockTicks.PerSecond
            : null;
}
