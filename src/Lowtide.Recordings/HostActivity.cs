namespace Lowtide.Recordings;

/// <summary>
/// What the machine did between two moments beside the work that was measured. Null is "not read": a kernel without that
/// file, or a container that does not show it.
/// </summary>
/// <param name="Seconds">From before the start to the end of the load.</param>
/// <param name="Cpus">Of the machine; CPU time is out of seconds * cpus.</param>
/// <param name="OtherCpuSeconds">User and system time, less that of Lowtide and everything below it: the server, the
/// load. Interrupts belong to nobody and are left out.</param>
/// <param name="Busiest">The process outside that used most of it; null where none used any that could be seen.</param>
/// <param name="StealSeconds">Time that a virtual machine's CPUs were ready to run and its host ran others.</param>
/// <param name="Throttling">Of the cgroup that was stopped most, on the way from the server's to the root; null without
/// a quota on CPU time anywhere on it.</param>
/// <param name="CpuWaitSeconds">Some task waited for a CPU (pressure stall information, "some").</param>
/// <param name="MemoryWaitSeconds">Some task waited for memory to be reclaimed, swapped in or read again.</param>
/// <param name="IoWaitSeconds">All tasks that were not idle waited for storage ("full").</param>
/// <param name="RefaultedBytes">File pages that were read again because they had been dropped too soon.</param>
/// <param name="ThermalThrottleSeconds">Of the core that slowed itself down longest because of heat.</param>
/// <param name="MemorySweepSeconds">Mean CPU time of reading through 64 MiB, which no cache holds, once a second under the load.</param>
public sealed record HostActivity(
    double Seconds,
    [AtLeast(1)] int? Cpus,
    double? OtherCpuSeconds,
    BusyProcess? Busiest,
    double? StealSeconds,
    CpuThrottling? Throttling,
    double? CpuWaitSeconds,
    double? MemoryWaitSeconds,
    double? IoWaitSeconds,
    long? SwappedInBytes,
    long? SwappedOutBytes,
    long? RefaultedBytes,
    double? ThermalThrottleSeconds,
    double? MemorySweepSeconds)
{
    /// <summary>By how much the machine's available memory (MemAvailable, proc_meminfo(5)) fell between the two moments, by whatever
    /// took it; null too in what was kept before it was read.</summary>
    [Signed]
    public long? MemoryTakenBytes { get; init; }

    /// <summary>CPU time of the kernel's thread that merges equal pages, for whomever; null where it could not be seen (a container
    /// sees no kernel threads), and in what was kept before it was read.</summary>
    public double? KsmdCpuSeconds { get; init; }

    /// <summary>Whether that thread was on at the end of the load; null where the kernel has none, or it was not read.</summary>
    public bool? KsmdOn { get; init; }
}

/// <param name="CpuSeconds">Of itself and of those children that it has waited for.</param>
public sealed record BusyProcess([AtLeast(1)] int Pid, string Name, double CpuSeconds);

/// <param name="Cgroup">Path of the group whose quota it was.</param>
/// <param name="Periods">Periods of the quota in which the group ran at all.</param>
/// <param name="ThrottledPeriods">Those in which it used its quota up and was stopped.</param>
public sealed record CpuThrottling(string Cgroup, long Periods, long ThrottledPeriods);
