using Lowtide.Guard;

namespace Lowtide.Serve.Metrics;

/// <summary>What guards did, of the families that have one.</summary>
internal static class GuardMetrics
{
    public static readonly IReadOnlyList<Metric> All =
    [
        Of("lowtide_guard_recycles", MetricType.Counter, "Workers that a guard asked to end, since the watch began.", status => status.Asked),
        Of("lowtide_guard_over_limit_seconds", MetricType.Gauge,
            "For how long a guarded server or a worker of it has been over its limit; 0 while none is. A guard that waits or refuses lets it grow.",
            status => (status.Over ?? TimeSpan.Zero).TotalSeconds),
    ];

    private static Metric Of(string name, MetricType type, string help, Func<GuardStatus, double> figure) => new(
        name, type, help, MetricTable.OfFamily,
        (state, _) => state.Guards.OrderBy(one => one.Key, StringComparer.Ordinal).Select(one => new MetricPoint([one.Key], figure(one.Value))));
}
