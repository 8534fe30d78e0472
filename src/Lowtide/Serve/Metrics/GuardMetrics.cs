namespace Lowtide.Serve.Metrics;

/// <summary>What guards did, of the families that have one. That a limit is not held is a figure of alerts.</summary>
internal static class GuardMetrics
{
    public static readonly IReadOnlyList<Metric> All =
    [
        new("lowtide_guard_recycles", MetricType.Counter, "Workers that a guard asked to end, since the watch began.", MetricTable.OfFamily,
            (state, _) => state.Guards.OrderBy(one => one.Key, StringComparer.Ordinal).Select(one => new MetricPoint([one.Key], one.Value.Asked))),
    ];
}
