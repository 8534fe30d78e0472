using Lowtide.Analysis.Statistics;
using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>The collections of one generation of a trace, summed up.</summary>
/// <param name="PromotedBytes">What survived of the generation, over all of them; null where not one told, as what follows is.</param>
/// <param name="MeanBeforeBytes">Of the generation itself; of generation 2 without large objects.</param>
/// <param name="Reasons">The most frequent first.</param>
public sealed record GenerationSums(
    int Generation,
    int Count,
    int Induced,
    int Background,
    int? Compacting,
    double PauseSeconds,
    double MedianPauseSeconds,
    double P95PauseSeconds,
    double LongestPauseSeconds,
    long? PromotedBytes,
    long? MeanPromotedBytes,
    long? MeanBeforeBytes,
    long? MeanAfterBytes,
    IReadOnlyList<ReasonCount> Reasons)
{
    public int Blocking => Count - Background;

    /// <returns>Generation 0 first; those without a collection are left out.</returns>
    public static IReadOnlyList<GenerationSums> All(DotNetTrace trace) =>
        [.. trace.Collections.GroupBy(collection => collection.Generation).OrderBy(same => same.Key).Select(same => Of(same.Key, [.. same]))];

    private static GenerationSums Of(int generation, List<DotNetCollection> collections)
    {
        var pauses = collections.Select(collection => collection.PauseSeconds).Order().ToArray();
        return new GenerationSums(
            generation,
            collections.Count,
            collections.Count(collection => collection.IsInduced),
            collections.Count(collection => collection.Kind == CollectionKind.Background),
            collections.Exists(collection => collection.Compacting is not null) ? collections.Count(collection => collection.Compacting == true) : null,
            pauses.Sum(),
            Quantile.OfSorted(pauses, 0.5),
            Quantile.OfSorted(pauses, 0.95),
            pauses[^1],
            Sum(collection => collection.PromotedBytes),
            Mean(collection => collection.PromotedBytes),
            Mean(collection => collection.Before),
            Mean(collection => collection.After),
            [.. collections.CountBy(collection => collection.Reason).OrderByDescending(reason => reason.Value).ThenBy(reason => reason.Key)
                .Select(reason => new ReasonCount(reason.Key, reason.Value))]);

        long? Sum(Func<DotNetCollection, IReadOnlyList<long>?> sizes) =>
            Told(sizes) == 0 ? null : collections.Sum(collection => sizes(collection)?[generation] ?? 0);

        long? Mean(Func<DotNetCollection, IReadOnlyList<long>?> sizes) => Sum(sizes) / Told(sizes);

        int Told(Func<DotNetCollection, IReadOnlyList<long>?> sizes) => collections.Count(collection => sizes(collection) is not null);
    }
}

/// <summary>How many collections began for that.</summary>
public sealed record ReasonCount(CollectionReason Reason, int Collections);
