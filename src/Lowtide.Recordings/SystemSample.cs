namespace Lowtide.Recordings;

/// <summary>What was around a family at one second of a recording: the machine's memory, and that of its cgroup.</summary>
/// <param name="Seconds">On the clock of <see cref="Sample.Seconds"/>.</param>
/// <param name="Cgroup">Of the group that the master was in when the recording began; null where it could not be read.</param>
public sealed record SystemSample(double Seconds, HostMemory Host, CgroupMemory? Cgroup)
{
    /// <summary>
    /// Since the sample before, in which the busiest disk had something to do (io_ticks, admin-guide/iostats.rst). This and what follows is
    /// null in the first sample, and where it could not be read.
    /// </summary>
    public double? DiskBusySeconds { get; init; }

    /// <inheritdoc cref="HostActivity.MemoryWaitSeconds"/>
    public double? MemoryWaitSeconds { get; init; }

    /// <inheritdoc cref="HostActivity.IoWaitSeconds"/>
    public double? IoWaitSeconds { get; init; }
}

/// <summary>The machine's memory in bytes, from /proc/meminfo (proc_meminfo(5)); null for what it does not tell.</summary>
/// <param name="AvailableBytes">What could be had without swapping, by the kernel's own estimate.</param>
/// <param name="CachedBytes">Cached + Buffers: files in memory, tmpfs and shared memory among them.</param>
/// <param name="SwapTotalBytes">0 on a machine without swap.</param>
public sealed record HostMemory(
    long? TotalBytes, long? AvailableBytes, long? CachedBytes, long? SwapTotalBytes, long? SwapFreeBytes)
{
    /// <summary>In use for nothing at all, not even for files; null where it was not read.</summary>
    public long? FreeBytes { get; init; }
}
