using Lowtide.Analysis;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Report;

/// <summary>How long each collection held all threads up, over time: as small for weeks as for a minute.</summary>
internal static class PauseChart
{
    /// <summary>Of longer traces only the longest pause of a kind is kept in each of so many stretches of the time.</summary>
    private const int Stretches = 150;

    /// <summary>So many collections are all drawn.</summary>
    private const int MostDrawn = 600;

    /// <summary>Null where there was none.</summary>
    public static LinesBlock? Of(string prefix, DotNetTrace trace)
    {
        if (trace.Collections.Count == 0)
            return null;
        var longest = trace.Collections.MaxBy(collection => collection.PauseSeconds)!;
        return new LinesBlock(
            $"{prefix}pauses of collections; a diamond is one that the program asked for"
                + (trace.Collections.Any(collection => collection.Kind == CollectionKind.Background) ? "; of one in the background both its stops" : "")
                + (IsThinned(trace) ? $"; of {trace.Collections.Count:N0} the longest of each kind in every {Amount.Time(trace.Seconds / Stretches)}" : ""),
            $"Pauses of {Amount.Count(trace.Collections.Count, "collection")} over time; the longest, "
                + $"{Unit.Seconds.Text(longest.PauseSeconds)}, is of {Kind(longest)}, {DotNetWords.Word(longest.Reason)}, at {Amount.Time(longest.At)}.",
            "seconds", Unit.Seconds,
            [.. Drawn(trace).GroupBy(Kind).OrderBy(kind => kind.Key, StringComparer.Ordinal).Select(kind => Points(kind.Key, [.. kind]))]);
    }

    private static bool IsThinned(DotNetTrace trace) => trace.Collections.Count > MostDrawn && trace.Seconds > 0;

    private static IEnumerable<DotNetCollection> Drawn(DotNetTrace trace) => !IsThinned(trace)
        ? trace.Collections
        : trace.Collections
            .GroupBy(collection => (Kind(collection), collection.IsInduced, Math.Clamp((int)(collection.At / trace.Seconds * Stretches), 0, Stretches - 1)))
            .Select(stretch => stretch.MaxBy(collection => collection.PauseSeconds)!)
            .OrderBy(collection => collection.At);

    private static string Kind(DotNetCollection collection) => collection switch
    {
        { Generation: < DotNetCollection.Generations - 1 } => $"generation {collection.Generation}",
        { Kind: CollectionKind.Background } => $"generation {collection.Generation}, in the background",
        _ => $"generation {collection.Generation}, blocking",
    };

    private static Series Points(string kind, IReadOnlyList<DotNetCollection> collections) => new(
        kind, "plain", "points",
        [.. collections.Select(collection => Math.Round(collection.At, 3))],
        [.. collections.Select(collection => Math.Round(collection.PauseSeconds, 6))],
        Notes: collections.Any(collection => collection.IsInduced)
            ? [.. collections.Select(collection => collection.IsInduced ? DotNetWords.Word(collection.Reason) : null)] : null);
}
