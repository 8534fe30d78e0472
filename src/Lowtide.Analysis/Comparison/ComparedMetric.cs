namespace Lowtide.Analysis.Comparison;

/// <summary>One thing that workers are compared by.</summary>
/// <param name="Words">The name on a screen, where there is little room.</param>
/// <param name="OfDotNet">Other runtimes tell nothing of it.</param>
/// <param name="OfForks">A process that nobody forked as a worker has none.</param>
public sealed record ComparedMetric(
    string Name, string Words, Unit Unit, Func<WorkerFigures, double?> Of, bool OfDotNet = false, bool OfForks = false)
{
    /// <summary>The first is named beforehand as the one to look at and is judged alone; the others share one correction.</summary>
    public static readonly IReadOnlyList<ComparedMetric> All =
    [
        new("pss_bytes", "PSS", Unit.Bytes, worker => worker.PssBytes),
        new("private_bytes", "private", Unit.Bytes, worker => worker.PrivateBytes),
        new("rss_bytes", "RSS", Unit.Bytes, worker => worker.RssBytes),
        new("inherited_shared_bytes", "inherited, shared", Unit.Bytes, worker => worker.InheritedSharedBytes, OfForks: true),
        new("private_growth_bytes_per_second", "private growth/min", Unit.BytesPerSecond, worker => worker.PrivateGrowth),
        new("collections_per_second", "collections/s", Unit.PerSecond, worker => worker.CollectionsPerSecond),
        new("pause_share", "time in pauses", Unit.Share, worker => worker.PauseShare, OfDotNet: true),
    ];
}
