using Lowtide.Recordings.Watching;

namespace Lowtide.Serve.Metrics;

/// <summary>What .NET runtimes tell of their collections.</summary>
internal static class DotNetMetrics
{
    private static readonly string[] OfGeneration = ["family", "generation"], Sizes = ["0", "1", "2", "large", "pinned"];

    public static readonly IReadOnlyList<Metric> All =
    [
        Of("lowtide_dotnet_collections", MetricType.Counter, "Collections of .NET since the watch listens.", OfGeneration,
            (family, told) => told.Collections.Select((count, generation) => new MetricPoint([family, $"{generation}"], count))),
        Of("lowtide_dotnet_induced_collections", MetricType.Counter, "Of these, those that the program asked for.", MetricTable.OfFamily,
            (family, told) => [new([family], told.Induced)]),
        Of("lowtide_dotnet_pause_seconds", MetricType.Histogram, "How long .NET's collections stopped all threads, since the watch listens.",
            MetricTable.OfFamily, (family, told) => [new([family], 0) { Histogram = (WatchedDotNet.Bounds, told.Pauses, told.PauseSeconds) }]),
        Of("lowtide_dotnet_collection_pause_seconds", MetricType.Counter, "Of these pauses, those of the collections of each generation.", OfGeneration,
            (family, told) => told.PauseSecondsOf.Select((seconds, generation) => new MetricPoint([family, $"{generation}"], seconds))),
        Of("lowtide_dotnet_heap_bytes", MetricType.Gauge, "A .NET heap after the latest collection that told its size, free parts too.", OfGeneration,
            (family, told) => (told.SizeBytes ?? []).Select((bytes, generation) => new MetricPoint([family, Sizes[generation]], bytes))),
    ];

    private static Metric Of(
        string name, MetricType type, string help, IReadOnlyList<string> labels, Func<string, WatchedDotNet, IEnumerable<MetricPoint>> points) => new(
        name, type, help, labels,
        (state, _) => (state.Host?.Families ?? []).SelectMany(family => family.DotNet is { } told ? points(family.Label, told) : []));
}
