using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>
/// Every worker built its own copy of about the same memory after the fork: the application was not loaded before.
/// Told by size: workers of nearly one size, most of it theirs alone, under a master that is much smaller.
/// </summary>
public sealed class NotPreloaded : IFindingRule
{
    private const long SmallestWorker = 16 * Amount.MiB;

    public string Id => "fork.not-preloaded";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var own = family.Workers
            .Where(worker => worker.Census is not null)
            .Select(worker => worker.Census!.Tally)
            .ToList();
        if (own.Count < 2 || family.Master?.Memory.RssBytes is not { } masters)
            return Examination.Nothing;
        var built = own.ConvertAll(tally => tally.NewBytes + tally.UndecidedBytes);
        var (least, most) = (built.Min(), built.Max());
        var inherited = own.Max(tally => tally.InheritedBytes);
        if (least < SmallestWorker || most > least * 5 / 4 || inherited * 2 > least || masters > least)
            return Examination.Nothing;
        var bytes = least * (own.Count - 1);
        return Examination.Found(new Finding(
            Id,
            $"Nothing much is loaded before the fork: each of {own.Count} workers built about {Amount.Bytes(least)} of its own.",
            bytes,
            bytes / own.Count,
            [
                new Evidence("built_least_bytes", least, $"the smallest worker built {Amount.Bytes(least)} after the fork"),
                new Evidence("built_most_bytes", most, $"the largest {Amount.Bytes(most)}: about the same, as the same start-up makes it"),
                new Evidence("inherited_bytes", inherited, $"none inherited more than {Amount.Bytes(inherited)}"),
                new Evidence("master_rss_bytes", masters, $"the master holds {Amount.Bytes(masters)}"),
            ]));
    }
}
