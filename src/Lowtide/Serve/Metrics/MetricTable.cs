using Lowtide.Analysis.Alerts;
using Lowtide.Recordings;
using Lowtide.Recordings.Watching;

namespace Lowtide.Serve.Metrics;

/// <summary>
/// Every metric, once: /metrics and docs/metrics.md are made of it. To add one is to add a row, here or in what the rows come from, and to run the test that
/// writes the page.
/// </summary>
internal static class MetricTable
{
    internal static readonly string[] OfFamily = ["family"];

    private static readonly string[] OfProcess = ["family", "slot"];

    public static readonly IReadOnlyList<Metric> All =
    [
        new("lowtide_build", MetricType.Info, "Lowtide's version.", ["version"], (_, _) => [new([ProgramVersion.Text], 1)]),
        new("lowtide_family", MetricType.Info, "A server that is watched: its program or script, its runtime where one is known, and the container it is in.",
            ["family", "program", "runtime", "namespace", "pod", "container", "pod_uid", "container_id"],
            (state, _) => Families(state, family => new([family.Label, family.Name, family.Runtime ?? "", .. Place(state, family)], 1))),
        OfFamilies("lowtide_family_workers", "Processes that serve, without the master.", family => family.Workers),
        OfFamilies("lowtide_family_pss_bytes", "PSS of all its processes together: their memory, shared pages counted once.", family => family.PssBytes),
        OfFamilies("lowtide_family_limit_bytes", "The memory limit of its cgroup, the tightest on the way to the root.", family => family.Cgroup?.LimitBytes),
        OfFamilies("lowtide_family_limit_left_bytes", "What its cgroup may still take before the kernel kills.", family => family.Cgroup?.BytesToKill),
        new("lowtide_family_start_time_seconds", MetricType.Gauge, "When its head was started, in seconds since 1970: a restart moves it.", OfFamily,
            (state, _) => Families(state, family => family.StartedAt is { } at ? new([family.Label], at.ToUnixTimeSeconds()) : null)),
        new("lowtide_family_respawns", MetricType.Counter, "Workers that came in the place of one that had ended, since the watch began.", OfFamily,
            (state, _) => Families(state, family => new([family.Label], family.Respawns))),
        OfProcesses("lowtide_process_resident_bytes", "Resident memory: counts shared pages in each process.", memory => memory.RssBytes),
        OfProcesses("lowtide_process_pss_bytes", "Resident memory, shared pages divided among those that share them.", memory => memory.PssBytes),
        OfProcesses("lowtide_process_pss_margin_bytes",
            "How far PSS may be from the truth, at 95%, where it was estimated from some of the pages; 0 where all were read.",
            memory => memory.PssBytes is null ? null : memory.PssMarginBytes ?? 0),
        OfProcesses("lowtide_process_private_bytes", "Resident memory that nobody shares: free once the process ends.", memory => memory.PrivateBytes),
        OfProcesses("lowtide_process_shared_bytes", "Resident memory that another process maps too.", memory => memory.SharedBytes),
        OfProcesses("lowtide_process_swap_bytes", "Memory that is swapped out.", memory => memory.SwapBytes),
        new("lowtide_process_memory_age_seconds", MetricType.Gauge, "Since PSS, private and shared memory were read.", OfProcess, (state, now) => Processes(
            state, process => process.ReadAt is { } at ? Math.Max(0, (now - at).TotalSeconds) : null)),
        OfFamilies("lowtide_malloc_arenas", "Arenas of glibc's malloc in all its processes that tell them.", family => family.Arenas),
        OfFamilies("lowtide_malloc_system_bytes", "Memory that these have from the system, in use or free.", family => family.ArenaBytes),
        new("lowtide_cpython_collections", MetricType.Counter, "Collections of its Pythons since the watch began to read each.", ["family", "generation"],
            (state, _) => (state.Host?.Families ?? []).SelectMany(family =>
                family.Collections.Select((count, generation) => new MetricPoint([family.Label, $"{generation}"], count)))),
        .. DotNetMetrics.All,
        .. LookMetrics.All,
        .. AlertFigure.All.Select(figure => new Metric(figure.Metric, MetricType.Gauge, figure.Help, OfFamily, (state, _) => state.Alerts
            .Where(alert => alert.Alert.Rule.Figure == figure && alert.Alert.Value is not null)
            .Select(alert => new MetricPoint([alert.Family], alert.Alert.Value!.Value)))),
        new("lowtide_alert", MetricType.Gauge, "1 while an alert is raised, 0 while it is not; none where its figure is not known.",
            ["family", "alert", "severity"], (state, _) => state.Alerts
                .Where(alert => alert.Alert.State != AlertState.Unknown)
                .Select(alert => new MetricPoint(
                    [alert.Family, alert.Alert.Rule.Id, alert.Alert.Rule.SeverityWord], alert.IsRaised ? 1 : 0))),
        .. GuardMetrics.All,
        new("lowtide_families_left_out", MetricType.Gauge, "Families beyond the most that are watched.", [],
            (state, _) => state.Host is { } host ? [new([], host.LeftOut)] : []),
        new("lowtide_looks", MetricType.Counter, "Looks at the machine since the watch began.", [],
            (state, _) => state.Host is { } host ? [new([], host.Cost.Looks)] : []),
        new("lowtide_read_seconds", MetricType.Histogram,
            "How long a whole reading of one process's memory took, which may hold up what it maps meanwhile.", [],
            (state, _) => state.Host is { Cost: var cost } ? [new([], 0) { Histogram = (WatchCost.Bounds, cost.Reads, cost.ReadSeconds) }] : []),
        new("lowtide_estimates", MetricType.Counter, "Readings of a process's memory from some of its pages, which hold it up for moments.", [],
            (state, _) => state.Host is { } host ? [new([], host.Cost.Estimates)] : []),
        new("lowtide_own_cpu_seconds", MetricType.Counter, "Processor time of Lowtide itself.", [], (state, _) => [new([], state.Own.CpuSeconds)]),
        new("lowtide_own_resident_bytes", MetricType.Gauge, "Resident memory of Lowtide itself.", [], (state, _) => [new([], state.Own.ResidentBytes)]),
        new("lowtide_history_written", MetricType.Gauge, "1 while the history is written, 0 where it cannot be.", [],
            (state, _) => [new([], state.NoHistory is null ? 1 : 0)]),
    ];

    /// <summary>In an info alone, to be joined by family: a pod that is made anew has another name, and would make each series another.</summary>
    private static string[] Place(ServeState state, WatchedFamily family) => state.Pods.GetValueOrDefault(family.Label) is var pod
        ? [pod?.Namespace ?? "", pod?.Pod ?? "", pod?.Container ?? "", family.Container?.PodUid ?? "", family.Container?.Id ?? ""] : [];

    private static Metric OfFamilies(string name, string help, Func<WatchedFamily, long?> figure) => new(
        name, MetricType.Gauge, help, OfFamily,
        (state, _) => Families(state, family => figure(family) is { } known ? new MetricPoint([family.Label], known) : null));

    private static Metric OfProcesses(string name, string help, Func<MemoryUse, long?> figure) => new(
        name, MetricType.Gauge, help, OfProcess, (state, _) => Processes(state, process => figure(process.Memory)));

    private static IEnumerable<MetricPoint> Families(ServeState state, Func<WatchedFamily, MetricPoint?> point) =>
        (state.Host?.Families ?? []).Select(point).OfType<MetricPoint>();

    private static IEnumerable<MetricPoint> Processes(ServeState state, Func<WatchedProcess, double?> figure) =>
        from family in state.Host?.Families ?? []
        from process in family.Processes
        let known = figure(process)
        where known is not null
        select new MetricPoint([family.Label, process.Slot], known.Value);
}
