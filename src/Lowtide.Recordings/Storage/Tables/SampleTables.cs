namespace Lowtide.Recordings.Storage.Tables;

/// <summary>What is read every second: of each process, and of the machine.</summary>
internal static class SampleTables
{
    public static readonly Table<Sample> Processes = new(
        "samples",
        [
            ("seconds REAL NOT NULL", sample => sample.Seconds),
            ("pid INTEGER NOT NULL", sample => sample.Pid),
            ("start_ticks INTEGER NOT NULL", sample => sample.StartTicks),
            ("role INTEGER NOT NULL", sample => (int)sample.Role),
            ("rss_bytes INTEGER", sample => sample.Memory.RssBytes),
            ("pss_bytes INTEGER", sample => sample.Memory.PssBytes),
            ("shared_bytes INTEGER", sample => sample.Memory.SharedBytes),
            ("private_bytes INTEGER", sample => sample.Memory.PrivateBytes),
            ("swap_bytes INTEGER", sample => sample.Memory.SwapBytes),
            ("collections TEXT", sample => Cell.Json(sample.Collections, RecordingJson.Default.IReadOnlyListInt64)),
            ("minor_faults INTEGER", sample => sample.MinorFaults),
            ("major_faults INTEGER", sample => sample.MajorFaults),
            ("finalizing INTEGER", sample => sample.Finalizing),
            ("stack_start INTEGER", sample => (long?)sample.StackStart),
            ("ruby TEXT", sample => Cell.Json(sample.Ruby, RecordingJson.Default.RubyCounts)),
            ("heap TEXT", sample => Cell.Json(sample.Heap, RecordingJson.Default.HeapUse)),
            ("collected_objects INTEGER", sample => sample.CollectedObjects),
        ],
        row => new Sample(
            row.Real(), row.Int(), row.Long(), row.Enum<Role>(),
            new MemoryUse(row.LongOrNull(), row.LongOrNull(), row.LongOrNull(), row.LongOrNull(), row.LongOrNull()),
            row.JsonOrNull<IReadOnlyList<long>>())
        {
            MinorFaults = row.LongOrNull(),
            MajorFaults = row.LongOrNull(),
            Finalizing = row.FlagOrNull(),
            StackStart = row.AddressOrNull(),
            Ruby = row.JsonOrNull<RubyCounts>(),
            Heap = row.JsonOrNull<HeapUse>(),
            CollectedObjects = row.LongOrNull(),
        });

    public static readonly Table<SystemSample> Systems = new(
        "system_samples",
        [
            ("seconds REAL NOT NULL", sample => sample.Seconds),
            ("total_bytes INTEGER", sample => sample.Host.TotalBytes),
            ("available_bytes INTEGER", sample => sample.Host.AvailableBytes),
            ("cached_bytes INTEGER", sample => sample.Host.CachedBytes),
            ("swap_total_bytes INTEGER", sample => sample.Host.SwapTotalBytes),
            ("swap_free_bytes INTEGER", sample => sample.Host.SwapFreeBytes),
            ("free_bytes INTEGER", sample => sample.Host.FreeBytes),
            ("cgroup_version INTEGER", sample => sample.Cgroup?.Version),
            ("cgroup_path TEXT", sample => sample.Cgroup?.Path),
            ("cgroup_limit_bytes INTEGER", sample => sample.Cgroup?.LimitBytes),
            ("cgroup_used_bytes INTEGER", sample => sample.Cgroup?.UsedBytes),
            ("cgroup_working_set_bytes INTEGER", sample => sample.Cgroup?.WorkingSetBytes),
            ("disk_busy_seconds REAL", sample => sample.DiskBusySeconds),
            ("memory_wait_seconds REAL", sample => sample.MemoryWaitSeconds),
            ("io_wait_seconds REAL", sample => sample.IoWaitSeconds),
        ],
        row => new SystemSample(
            row.Real(),
            new HostMemory(row.LongOrNull(), row.LongOrNull(), row.LongOrNull(), row.LongOrNull(), row.LongOrNull()) { FreeBytes = row.LongOrNull() },
            Cgroup(row.IntOrNull(), row.TextOrNull(), row.LongOrNull(), row.LongOrNull(), row.LongOrNull()))
        {
            DiskBusySeconds = row.RealOrNull(),
            MemoryWaitSeconds = row.RealOrNull(),
            IoWaitSeconds = row.RealOrNull(),
        });

    private static CgroupMemory? Cgroup(int? version, string? path, long? limit, long? used, long? working) => (version, path) switch
    {
        ({ } known, { } where) => new CgroupMemory(known, where, limit, used, working),
        (null, null) => null,
        _ => throw new InvalidDataException("half a cgroup"),
    };
}
