namespace Lowtide.Analysis.Comparison;

/// <summary>One thing that workers are compared by.</summary>
/// <param name="Words">The name on a screen, where there is little room.</param>
/// <param name="Unit">"bytes", "bytes/s" or "1/s".</param>
public sealed record ComparedMetric(string Name, string Words, string Unit, Func<WorkerFigures, double?> Of)
{
    /// <summary>The first is named beforehand as the one to look at and is judged alone; the others share one correction.</summary>
    public static readonly IReadOnlyList<ComparedMetric> All =
    [
        new("pss_bytes", "PSS", "bytes", worker => worker.PssBytes),
        new("private_bytes", "private", "bytes", worker => worker.PrivateBytes),
        new("rss_bytes", "RSS", "bytes", worker => worker.RssBytes),
        new("inherited_shared_bytes", "inherited, shared", "bytes", worker => worker.InheritedSharedBytes),
        new("private_growth_bytes_per_second", "private growth/min", "bytes/s", worker => worker.PrivateGrowth),
        new("collections_per_second", "collections/s", "1/s", worker => worker.CollectionsPerSecond),
    ];
}
