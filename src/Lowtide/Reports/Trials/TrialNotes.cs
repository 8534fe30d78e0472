using Lowtide.Analysis;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Load;
using Lowtide.Trials;
using Lowtide.Trials.Results;
using Lowtide.Trials.Runs;

namespace Lowtide.Reports.Trials;

/// <summary>What a reader must know of a whole trial: a sentence each, only those that it calls for.</summary>
internal static class TrialNotes
{
    private const string LongLoad = "a load of 18 s or more";

    /// <summary>For three readings a second apart.</summary>
    private static readonly TimeSpan LeastSettle = TimeSpan.FromSeconds(4);

    public static IEnumerable<string> Of(TrialResult result)
    {
        var notes = new[]
        {
            NotServed(result), UnequalLoad(result), UnequalFamilies(result), OfRedirects(result), Unsettled(result), CannotTell(result), Failed(result),
            Disturbed(result), Killed(result), LeftBehind(result), Power(result), EndedEarly(result),
        };
        return notes.OfType<string>();
    }

    /// <summary>Why the runs cannot be compared as they are, so that more of them would not help.</summary>
    public static IEnumerable<string> Flaws(TrialResult result) =>
        new[] { NotServed(result), UnequalLoad(result), UnequalFamilies(result) }.OfType<string>();

    /// <summary>Then the load of the arms was not the same after all, and two of the metrics are about a queue.</summary>
    private static string? NotServed(TrialResult result)
    {
        var behind = result.Facts.Runs.Where(run => run is { KeptUp: false, OfferedPerSecond: not null }).ToList();
        if (behind.Count == 0)
            return null;
        var arms = result.Plan.AllArms.Select(arm => (arm.Name, Count: behind.Count(run => run.Arm == arm.Name))).Where(arm => arm.Count > 0);
        var served = behind.Select(run => run.Value("requests_per_second") ?? 0).ToList();
        return $"The rate was not served in {string.Join(", ", arms.Select(arm => $"{arm.Count} of {result.Pairs} runs of {arm.Name}"))}: "
            + $"offered {TrialValues.Rate(behind[0].OfferedPerSecond!.Value)}, served {TrialValues.Rate(served.Min())} to "
            + $"{TrialValues.Rate(served.Max())}. There latencies are those of a queue and tell nothing of one request; load it at a lower --rate.";
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

    private static string? OfRedirects(TrialResult result) =>
        Redirects.Said(result.Facts.Runs.Sum(run => run.Redirected ?? 0), result.Facts.Runs.Sum(run => run.Redirected is null ? 0 : run.Requests ?? 0));

    /// <summary>Then one more minute of load would show another figure.</summary>
    private static string? Unsettled(TrialResult result)
    {
        var moving = result.Facts.Runs.Where(run => run.Steady is { IsSettled: false }).ToList();
        return moving.Count == 0 ? null
            : $"Memory had not settled in {ByArm(moving, result)}: it still rose or fell at the end of the load. Its interval allows for as much again; a "
                + "longer load shows where it ends.";
    }

    /// <summary>Too little was read under the load, or behind it.</summary>
    private static string? CannotTell(TrialResult result)
    {
        var unknown = result.Facts.Runs.Where(Settling.CannotTell).ToList();
        return unknown.Count == 0 ? null
            : $"Whether memory had settled cannot be told in {ByArm(unknown, result)}: too little was read of it. Its interval allows for what was seen to "
                + $"move; {(result.Plan.Settle < LeastSettle ? $"--settle 10s and {LongLoad}" : LongLoad)} would show it.";
    }

    private static string ByArm(IReadOnlyList<RunResult> runs, TrialResult result) => string.Join(", ", result.Plan.AllArms
        .Select(arm => (arm.Name, Count: runs.Count(run => run.Arm == arm.Name)))
        .Where(arm => arm.Count > 0)
        .Select(arm => $"{arm.Count} of {result.Pairs} runs of {arm.Name}"));

    private static string? Failed(TrialResult result) => result.Facts.Failed is not [.., var last]
        ? null
        : $"{Amount.Count(result.Facts.Failed.Count, "start")} failed and did not count; the last, of "
            + $"{last.Arm}: {last.Why.Split("; its last words:")[0]}.";

    private static string? Disturbed(TrialResult result)
    {
        var disturbed = result.Disturbed;
        if (disturbed.Runs.Count == 0)
            return null;
        return $"Something disturbed {disturbed.Runs.Count} of {result.Facts.Runs.Count()} runs, which count all the same. "
            + $"{string.Concat(Kinds(disturbed))}{Without(result)}";
    }

    /// <summary>A sentence for each kind of disturbance, the most frequent first: on a noisy machine nearly every run has one.</summary>
    private static IEnumerable<string> Kinds(DisturbedRuns disturbed) => disturbed.Runs
        .SelectMany(run => run.Disturbances.Select(what => (run.Run, What: what)))
        .GroupBy(each => each.What.Id)
        .OrderByDescending(kind => kind.Count())
        .Select(kind => (Count: kind.Count(), Worst: kind.MaxBy(each => each.What.Share)))
        .Select(kind => $"{(kind.Count == 1 ? "Pair" : $"In {kind.Count} runs, at worst in pair")} {kind.Worst.Run.Block + 1} "
            + $"({kind.Worst.Run.Arm}): {kind.Worst.What.Text}. ");

    private static string Without(TrialResult result)
    {
        if (result.Disturbed.VerdictsWithout is not { } verdicts)
            return "No pair was undisturbed: try again on a quieter machine.";
        var one = result.Disturbed.PairsLeft == 1;
        if (result.Disturbed.PairsLeft < result.Arms[0].Primary.Verdict.LeastPairs)
            return $"{result.Disturbed.PairsLeft} undisturbed {(one ? "pair is" : "pairs are")} too few to decide alone.";
        string Verdict(ArmResult arm) => VerdictNames.Of(arm.Primary.Verdict.Verdict);
        var left = one ? "The undisturbed pair alone gives" : $"The {result.Disturbed.PairsLeft} undisturbed pairs alone give";
        var changed = result.Arms.Zip(verdicts).Where(arm => arm.First.Primary.Verdict.Verdict != arm.Second).ToList();
        return changed.Count == 0
            ? $"{left} the same verdict."
            : $"{left} "
                + $"{string.Join(", ", changed.Select(arm => $"{VerdictNames.Of(arm.Second)} instead of {Verdict(arm.First)} for {arm.First.Arm.Name}"))}.";
    }

    private static string? Killed(TrialResult result) =>
        Count(result, run => run is { Killed: true, LeftBehind: false }) is not (> 0 and var killed)
        ? null
        : $"{killed} of {result.Facts.Runs.Count()} servers did not stop within {Grace(result)} and {(killed == 1 ? "was" : "were")} killed: the time to "
            + "stop is that limit. If another signal ends such a server, name it with --stop-signal.";

    private static string? LeftBehind(TrialResult result) => Count(result, run => run.LeftBehind) is not (> 0 and var left)
        ? null
        : $"{left} of {result.Facts.Runs.Count()} servers ended but left processes behind, which were killed after {Grace(result)}: "
            + $"{string.Join(", ", result.Facts.Runs.Where(run => run.LeftBehind).Select(run => run.Arm).Distinct())}.";

    /// <summary>Where an interval leaves such a change out it was not missed.</summary>
    private static string? Power(TrialResult result) => result.Course.ReachesPower || !result.Arms.Any(arm => MayHide(arm, result.Plan))
        ? null
        : $"The first pairs differed so much that {result.Plan.MostPairs} pairs (--most-pairs) may miss a change of "
            + (result.Plan.PrimaryMetric is { Scale: EffectScale.Difference } metric
                ? TrialValues.Margin(metric)
                : TrialValues.Percent(result.Plan.Effect)) + ".";

    private static bool MayHide(ArmResult arm, TrialPlan plan) => arm.Primary.Verdict is { Verdict: Verdict.Undecided, Effect: var effect }
        && effect.Change?.IsWithin(effect.Scale == EffectScale.Ratio ? plan.Effect : plan.PrimaryMetric.Margin) != true;

    private static string? EndedEarly(TrialResult result) => result.Course.State switch
    {
        TrialState.Decided => $"Ended after {result.Pairs} of {result.Course.Pairs} pairs, at a planned look, as no more were needed; "
            + "alpha is spent over the looks.",
        TrialState.Futile => $"Ended after {result.Pairs} of {result.Course.Pairs} pairs, as the rest would hardly have decided anything "
            + "(--looks 1 runs them all the same).",
        _ => null,
    };

    private static int Count(TrialResult result, Func<RunResult, bool> which) => result.Facts.Runs.Count(which);

    private static string Grace(TrialResult result) => $"{result.Plan.StopGrace.TotalSeconds:0} s";
}
