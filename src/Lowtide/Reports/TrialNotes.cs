using Lowtide.Analysis.Statistics;
using Lowtide.Trials;

namespace Lowtide.Reports;

/// <summary>What a reader must know of a whole trial: a sentence each, only those that it calls for.</summary>
internal static class TrialNotes
{
    public static IEnumerable<string> Of(TrialResult result)
    {
        var notes = new[]
        {
            UnequalLoad(result), UnequalFamilies(result), Failed(result), Killed(result), LeftBehind(result), Power(result),
        };
        return notes.OfType<string>();
    }

    private static string? UnequalLoad(TrialResult result)
    {
        var requests = result.Facts.Runs.Select(run => run.Requests).OfType<long>().ToList();
        return requests.Count == 0 || requests.Min() == requests.Max()
            ? null
            : $"The load got {TrialValues.Count(requests.Min())} to {TrialValues.Count(requests.Max())} answers a run, so memory is "
                + "compared after unequal work: let it send a counted number of requests (hey -n).";
    }

    private static string? UnequalFamilies(TrialResult result)
    {
        var workers = result.Facts.Runs.Select(run => run.Workers).ToList();
        return workers.Min() == workers.Max()
            ? null
            : $"The server had {workers.Min()} to {workers.Max()} workers when it was measured, so memory is compared between "
                + "families of different size: give it a fixed number of workers.";
    }

    private static string? Failed(TrialResult result) => result.Facts.Failed is not [.., var last]
        ? null
        : $"{(result.Facts.Failed.Count == 1 ? "1 start" : $"{result.Facts.Failed.Count} starts")} failed and did not count; the last, of "
            + $"{last.Arm}: {last.Why.Split("; its last words:")[0]}.";

    private static string? Killed(TrialResult result) => Count(result, run => run is { Killed: true, LeftBehind: false }) is not (> 0 and var killed)
        ? null
        : $"{killed} of {result.Facts.Runs.Count()} servers did not stop within {Grace(result)} and were killed: their stop_seconds say "
            + "so much and no more.";

    private static string? LeftBehind(TrialResult result) => Count(result, run => run.LeftBehind) is not (> 0 and var left)
        ? null
        : $"{left} of {result.Facts.Runs.Count()} servers ended but left processes behind, which were killed after {Grace(result)}: "
            + $"{string.Join(", ", result.Facts.Runs.Where(run => run.LeftBehind).Select(run => run.Arm).Distinct())}.";

    private static string? Power(TrialResult result) => result.Schedule.ReachesPower
        ? null
        : $"The pilot's spread asked for more than {result.Plan.MostPairs} pairs (--most-pairs): a change of "
            + $"{(result.Plan.PrimaryMetric.Scale == EffectScale.Ratio ? TrialValues.Percent(result.Plan.Effect) : TrialValues.Margin(result.Plan.PrimaryMetric))} could be missed.";

    private static int Count(TrialResult result, Func<RunResult, bool> which) => result.Facts.Runs.Count(which);

    private static string Grace(TrialResult result) => $"{result.Plan.StopGrace.TotalSeconds:0} s";
}
