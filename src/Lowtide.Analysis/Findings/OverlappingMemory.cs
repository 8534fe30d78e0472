namespace Lowtide.Analysis.Findings;

/// <summary>What workers built after their fork, and what malloc keeps of that freed: both count the same memory, so that their sum says too much.</summary>
/// <param name="First">Number of the one in the list, from 1; <paramref name="Second"/> of the other.</param>
/// <param name="Bytes">That both count, at most.</param>
public sealed record OverlappingMemory(int First, int Second, long Bytes)
{
    /// <returns>Null where nothing is counted twice.</returns>
    public static OverlappingMemory? Of(IReadOnlyList<Finding> findings)
    {
        var built = findings.FirstOrDefault(finding => finding.Id == NotPreloaded.FindingId);
        var kept = findings.FirstOrDefault(finding => finding.Id == FreeKept.FindingId);
        if (built is null || kept is null || built.Evidence.FirstOrDefault(row => row.Name == NotPreloaded.KeptBytes) is not { Value: > 0 and var bytes })
            return null;
        int[] numbers = [.. findings.Index().Where(listed => listed.Item == built || listed.Item == kept).Select(listed => listed.Index + 1)];
        return new OverlappingMemory(numbers[0], numbers[1], (long)bytes);
    }
}
