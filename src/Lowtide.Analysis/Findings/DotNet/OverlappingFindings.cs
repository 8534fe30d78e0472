namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>Findings that count the pauses of the same collections: each tells all that it explains, so that their sum says too much.</summary>
/// <param name="Numbers">Of the findings in their order, from 1.</param>
/// <param name="Collections">That two of them or more count.</param>
public sealed record OverlappingFindings(IReadOnlyList<int> Numbers, int Collections)
{
    /// <returns>Null where no collection is counted twice.</returns>
    public static OverlappingFindings? Of(IReadOnlyList<Finding> findings)
    {
        var twice = findings.SelectMany(finding => finding.Collections).CountBy(collection => collection.Number)
            .Where(count => count.Value > 1).Select(count => count.Key).ToHashSet();
        return twice.Count == 0 ? null : new OverlappingFindings(
            [.. findings.Index().Where(listed => listed.Item.Collections.Any(collection => twice.Contains(collection.Number)))
                .Select(listed => listed.Index + 1)],
            twice.Count);
    }
}
