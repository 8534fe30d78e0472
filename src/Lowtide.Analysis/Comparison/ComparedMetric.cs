namespace Lowtide.Analysis.Comparison;

/// <summary>One thing that workers are compared by.</summary>
/// <param name="Words">The name on a screen, where there is little room.</param>
public sealed record ComparedMetric(string Name, string Words, Unit Unit, Func<WorkerFigures, double?> Of)
{
    /// <summary>The first is named beforehand as the one to look at and is judged alone; the others share one correction.</summary>
    public static readonly IReadOnlyList<ComparedMetric> All =
    [
        new("pss_bytes", "PSS", Unit.Bytes, worker => worker.PssBytes),
        new("private_bytes", "private", Unit.Bytes, worker => worker.PrivateBytes),
        new("rss_bytes", "RSS", Unit.Bytes, worker => worker.RssBytes),
        new("inherited_shared_bytes", "inherited, shared", Unit.Bytes, worker => worker.InheritedSharedBytes),
        new("private_growth_bytes_per_second", "private growth/min", Unit.BytesPerSecond, worker => worker.PrivateGrowth),
        new("collections_per_second", "collections/s", Unit.PerSecond, worker => worker.CollectionsPerSecond),
    ];
}
