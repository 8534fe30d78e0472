using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>Threads that wanted a large object and waited for a background collection.</summary>
public sealed class LohWaits : IFindingRule
{
    /// <summary>Of all waits together; less, no user would notice: chosen.</summary>
    internal const double LeastSeconds = 0.05;

    public const string FindingId = "dotnet.loh-waits";

    public string Id => FindingId;

    public string Title => "threads wait for room for large objects";

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
                new Evidence(Finding.InCode, null, "make fewer or smaller large objects"),
                new Evidence("runtime_setting", null, OfRuntime(recording.Latest.Runtime)),
            ])
        {
            Seconds = sum,
        });
    }

    private static string OfRuntime(RuntimeFacts? runtime) => LohWait.IsSetting(runtime) == false
        ? "no setting of .NET 8 and 9 says when threads begin to wait; .NET 10 lets large objects grow threefold meanwhile before they do, "
            + $"and further by {LohWait.Variable}"
        : $"the runtime's own setting, from .NET 10 on: {LohWait.Variable} (hexadecimal) says by how many percent large objects may grow meanwhile before "
            + "threads wait; it is 200 by default, and more makes fewer waits and takes more memory";

    private static string Times(int waits) => Amount.Count(waits, "wait");
}
