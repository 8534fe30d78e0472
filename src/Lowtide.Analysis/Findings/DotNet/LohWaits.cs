using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>Threads that wanted a large object and waited for a background collection.</summary>
public sealed class LohWaits : IFindingRule
{
    /// <summary>That threads waited in all, from where on it is worth telling.</summary>
    internal const double LeastSeconds = 0.05;

    public string Id => "dotnet.loh-waits";

    public Examination Examine(Recording recording)
    {
        var waits = recording.DotNet?.Waits?.Where(wait => wait.ForLarge).ToList() ?? [];
        var sum = waits.Sum(wait => wait.Seconds);
        if (sum < LeastSeconds)
            return Examination.Nothing;
        return Examination.Found(new Finding(
            Id,
            $"Threads waited {Unit.Seconds.Text(sum)} in all for a background collection before they were given a large object.",
            null, null,
            [
                new Evidence("waits", waits.Count, $"{Times(waits.Count)}, the longest {Unit.Seconds.Text(waits.Max(wait => wait.Seconds))}"),
                .. waits.GroupBy(wait => wait.Thread).OrderByDescending(same => same.Sum(wait => wait.Seconds)).Take(3).Select(same =>
                    new Evidence("thread_wait_seconds", same.Sum(wait => wait.Seconds),
                        $"thread {same.Key}: {Times(same.Count())}, {Unit.Seconds.Text(same.Sum(wait => wait.Seconds))}")),
                new Evidence("code", null,
                    "fewer or smaller large objects; .NET 8 and 9 have them wait where .NET 10 does not until they have grown threefold meanwhile"),
            ])
        {
            Seconds = sum,
        });
    }

    private static string Times(int waits) => $"{waits:N0} {(waits == 1 ? "wait" : "waits")}";
}
