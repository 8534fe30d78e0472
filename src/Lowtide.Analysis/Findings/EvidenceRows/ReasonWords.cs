using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.EvidenceRows;

/// <summary>Why the runtime began collections, as rows of evidence.</summary>
internal static class ReasonWords
{
    /// <summary>A row a reason, the most frequent first.</summary>
    public static IEnumerable<Evidence> Rows(IEnumerable<DotNetCollection> collections) => collections
        .GroupBy(collection => Text(collection.Reason))
        .OrderByDescending(same => same.Count())
        .Select(same => new Evidence("collections", same.Count(), $"{same.Count():N0} {same.Key}"));

    private static string Text(CollectionReason reason) => reason switch
    {
        CollectionReason.AllocSmall => "as generation 0 was full",
        CollectionReason.AllocLarge => "as large objects had used up their budget",
        CollectionReason.Induced or CollectionReason.InducedNotForced => "asked for by the program",
        CollectionReason.InducedCompacting => "asked for by the program, compacting",
        CollectionReason.InducedAggressive => "asked for by the program, to give memory back",
        CollectionReason.InducedLowMemory => "asked for by the runtime as memory was low",
        CollectionReason.LowMemory or CollectionReason.LowMemoryHost or CollectionReason.LowMemoryHostBlocking => "as memory was low",
        CollectionReason.OutOfSpaceSmall or CollectionReason.OutOfSpaceLarge => "as the heap had no more space",
        _ => Enum.IsDefined(reason) ? "for the runtime's own reasons" : "for a reason that is not known here",
    };
}
