using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>Where a remedy keeps the collector from running: what workers have made since, and nobody has looked through.</summary>
public sealed class Uncollected : IFindingRule
{
    /// <summary>The two of which it is a risk; what stops the collector otherwise its user knows.</summary>
    private static readonly string[] Stopping = ["cpython.gc-threshold-0", "cpython.collect-when"];

    public const string FindingId = "cpython.uncollected";

    public string Id => FindingId;

    public string Title => "nothing is collected";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var stopped = family.Serving.Where(member => Stopping.Any(remedy => member.WasAskedFor(remedy) == true)
            && member.Runtime?.Collector is { Generations: [{ Threshold: 0 }, ..] }).ToList();
        var objects = stopped.Sum(member => Made(member, family));
        var bytes = stopped.Sum(member => Bytes(member, family));
        if (stopped.Count == 0 || !Amount.Matters(bytes, family))
            return Examination.Nothing;
        return Examination.Found(new Finding(
            Id,
            $"Nothing is collected in {Amount.Count(stopped.Count, "process", "processes")}: what they have made since and not let go takes"
                + $" {Amount.Bytes(bytes)} or more, garbage in cycles among it.",
            bytes,
            bytes / stopped.Count,
            [
                new Evidence("uncollected_objects", objects, $"{objects:N0} objects that no collection has looked through, by the collector's own count"),
                .. stopped.Select(member => member.Census?.Tally.NewBytes).OfType<long>().ToList() is { Count: > 0 } known
                    ? [new Evidence("new_bytes", known.Sum(), $"{Amount.Bytes(known.Sum())} of their memory are new since the fork")]
                    : Array.Empty<Evidence>(),
                new Evidence(Finding.NextLook, null, "cpython.gc-freeze leaves the same pages shared and goes on collecting: try it in the place of "
                    + string.Join(" and ", Stopping.Where(remedy => stopped.Exists(member => member.WasAskedFor(remedy) == true)))),
            ])
        {
            IsCeiling = true,
        });
    }

    /// <summary>Allocations less deallocations since the last collection, without those from before the fork.</summary>
    private static long Made(Member member, FamilySnapshot family)
    {
        var inherited = family.GenerationsAtFork(member) is [var first, ..] ? first.Count : 0;
        return Math.Max(0, member.Runtime!.Collector!.Generations[0].Count - inherited);
    }

    private static long Bytes(Member member, FamilySnapshot family)
    {
        var bytes = (long)(Made(member, family) * YoungObjects.MeanBytes(member.Runtime!.Collector!.Young is { } young ? [young] : []));
        return member.Census?.Tally is { } tally ? Math.Min(bytes, tally.NewBytes + tally.UndecidedBytes + tally.CopiedChangedBytes) : bytes;
    }
}
