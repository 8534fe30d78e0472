using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>Slow requests stood still in pauses of the collector, or overlap more of them than they would by chance.</summary>
public sealed class SlowRequestsHeldUp : IFindingRule
{
    public const string FindingId = "dotnet.slow-requests";

    public string Id => FindingId;

    public string Title => "requests are slow because of pauses";

    public Examination Examine(Recording recording) => new(
        [.. SlowRequests.All(recording)
            .Where(requests => requests.HeldUp.Any(held => held.IsWhy))
            .Select(requests => Found(recording.DotNet!, requests, requests.HeldUp.First(held => held.IsWhy)))],
        []);

    private Finding Found(DotNetTrace trace, SlowRequests requests, HeldUp most) => new(
        Id,
        most.MoreThanChance
            ? $"{most.Requests:N0} of {Slow(requests)} ({Amount.Percent(most.Share)}) overlap {most.Kind.Words()} or the queue behind it."
            : $"{most.StoodStill:N0} of {Slow(requests)} stood still for half of their time or more, in {most.Kind.Words()}.",
        null, null,
        [
            new Evidence("by_chance", most.ByChance,
                (most.MoreThanChance ? "" : $"{most.Requests:N0} {(most.Requests == 1 ? "overlaps" : "overlap")} such a pause or the queue behind it; ")
                    + $"{Amount.Percent(most.ByChance)} would by chance, were requests of such lengths spread evenly"
                    + (most.MoreThanChance ? "" : ": that more do is not sure, by so few")),
            .. most.TooLong > 0
                ? [new Evidence("too_long", most.TooLong, $"{most.TooLong:N0} that no such pause makes slow, so long are they, count for nothing in that")]
                : Array.Empty<Evidence>(),
            new Evidence("stood_still", most.StoodStill, most.MoreThanChance
                ? $"{most.StoodStill:N0} of them stood still for half of their time or more, and would not be slow otherwise"
                : "without that they would not be slow"),
            new Evidence("slow_share", requests.Slow / (double)requests.Requests,
                $"{requests.Requests:N0} {requests.Name}; {requests.Slow:N0} of them ({Unit.Share.Text(requests.Slow / (double)requests.Requests)}) "
                    + $"took {Unit.Seconds.Text(requests.SlowSeconds)} or more"),
            .. requests.AllKept ? Array.Empty<Evidence>() :
            [
                new Evidence("slow_kept", requests.Kept, $"{requests.Kept:N0} of these were kept, and are all that is looked at: too many took just "
                    + $"{Unit.Seconds.Text(requests.SlowSeconds)}, and of those every so many-th is among them"),
            ],
            new Evidence("pauses", most.Pauses.Count,
                $"{Amount.Count(most.Pauses.Count, "pause")} held them up"
                    + $"{(most.PeriodSeconds is { } period ? $", one every {Amount.Time(period)}" : "")}, "
                    + $"about {Unit.Seconds.Text(most.MedianPauseSeconds)} each"),
            new Evidence("slow_by_pauses", requests.SlowByPauses,
                $"{requests.SlowByPauses:N0} of the {requests.Kept:N0} would not be slow without the time in which all threads stood still"),
            .. requests.HeldUp.Where(held => held != most).Select(held => new Evidence("held_up", held.Requests,
                $"{held.Requests:N0} ({Amount.Percent(held.Share)}) overlap {held.Kind.Words()}; {Amount.Percent(held.ByChance)} would by chance")),
            .. requests.WholeSeconds
                ? [new Evidence("whole_seconds", 1, "the log has whole seconds: which request a pause shorter than one met is not sure")]
                : Array.Empty<Evidence>(),
        ])
    {
        // Stops that the recording itself makes are none of a collection's pauses, and no reason to look here first.
        Seconds = most.Kind == PauseKind.TellingSurvivors ? null : most.PauseSeconds,
        Collections = most.Kind == PauseKind.TellingSurvivors ? []
            : [.. most.Pauses.SelectMany(new PauseCollections(trace).Of).DistinctBy(collection => collection.Number)],
    };

    private static string Slow(SlowRequests requests) => $"{(requests.AllKept ? "" : $"{requests.Kept:N0} that were kept of ")}"
        + $"the {requests.Slow:N0} {requests.Name} in {Unit.Seconds.Text(requests.SlowSeconds)} or more";
}
