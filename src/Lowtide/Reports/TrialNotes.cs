using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Statistics;
using Lowtide.Trials;

namespace Lowtide.Reports;

/// <summary>What a reader must know beside the table: a sentence each, only those that this trial calls for.</summary>
internal static class TrialNotes
{
    public static IEnumerable<string> Of(TrialResult result)
    {
        var notes = new[]
        {
            Undecided(result), NotPositive(result), Unread(result), Saving(result), TookEffect(result), UnequalLoad(result),
            UnequalFamilies(result), Failed(result), Killed(result), Power(result),
        };
        return notes.OfType<string>();
    }

    private static string? Undecided(TrialResult result)
    {
        var others = result.Others
            .Where(metric => metric.Verdict is { Verdict: Verdict.Undecided, Effect.Gap: not EffectGap.NotPositive })
            .ToList();
        return others.Count == 0
            ? null
            : $"{result.Primary.Metric.Name} decides alone. The {result.Others.Count} others share one error rate (Holm); the "
                + "undecided ones would need about so many pairs: "
                + $"{string.Join(", ", others.Select(metric => $"{metric.Metric.Name} {TrialValues.Count(metric.PairsNeeded)}"))}.";
    }

    private static string? NotPositive(TrialResult result)
    {
        var names = result.Metrics.Where(metric => metric.Verdict.Effect.Gap == EffectGap.NotPositive).ToList();
        return names.Count == 0 ? null : $"0 in some run, which no ratio can say: {Names(names)}.";
    }

    private static string? Unread(TrialResult result)
    {
        var names = result.Metrics.Where(metric => metric.Verdict.Effect.Pairs < result.Pairs.Count).ToList();
        return names.Count == 0
            ? null
            : "Not read in every pair, so that fewer count: "
                + $"{string.Join(", ", names.Select(metric => $"{metric.Metric.Name} (read in {metric.Verdict.Effect.Pairs} of {result.Pairs.Count})"))}.";
    }

    private static string Saving(TrialResult result)
    {
        var measured = result.Saving.Estimate is { } estimate
            ? $"measured {Amount.Bytes((long)estimate)}"
                + (result.Saving.Interval is { } interval ? $" ({Amount.Range((long)interval.Low, (long)interval.High)})" : "")
            : "measured: not read";
        if (result.Predicted is not { } predicted)
            return $"Nothing predicted, as the first baseline run showed no finding that this remedy answers; {measured}.";
        var wrong = result.Saving.Interval is { } seen && (seen.High < predicted.LowBytes || seen.Low > predicted.HighBytes);
        var range = predicted.LowBytes == 0
            ? $"of at most {Amount.Bytes(predicted.HighBytes)}"
            : Amount.Range(predicted.LowBytes, predicted.HighBytes);
        return $"Predicted saving {range}; {measured}{(wrong ? ": the prediction was wrong." : ".")}";
    }

    private static string TookEffect(TrialResult result) => result.TookEffect switch
    {
        true => "Took effect: in every worker of every remedied run.",
        false => "Took effect: no.",
        null => "Took effect: could not be read in some run, so the verdict may be about nothing.",
    };

    private static string? UnequalLoad(TrialResult result)
    {
        var requests = result.Runs.Select(run => run.Load.Requests).OfType<long>().ToList();
        return requests.Count == 0 || requests.Min() == requests.Max()
            ? null
            : $"The load got {TrialValues.Count(requests.Min())} to {TrialValues.Count(requests.Max())} answers a run, so memory is "
                + "compared after unequal work: let it send a counted number of requests (hey -n).";
    }

    private static string? UnequalFamilies(TrialResult result)
    {
        var workers = result.Runs.Select(run => run.Recording.Latest.Workers.Count).ToList();
        return workers.Min() == workers.Max()
            ? null
            : $"The server had {workers.Min()} to {workers.Max()} workers when it was measured, so memory is compared between "
                + "families of different size: give it a fixed number of workers.";
    }

    private static string? Failed(TrialResult result) => result.Failed.Count == 0
        ? null
        : $"{(result.Failed.Count == 1 ? "1 start" : $"{result.Failed.Count} starts")} failed and did not count; the last, of "
            + $"{result.Failed[^1].Arm}: {result.Failed[^1].Why.Split("; its last words:")[0]}.";

    private static string? Killed(TrialResult result) => !result.Runs.Any(run => run.Killed)
        ? null
        : $"{result.Runs.Count(run => run.Killed)} of {result.Pairs.Count * 2} servers did not stop within "
            + $"{result.Plan.StopGrace.TotalSeconds:0} s and were killed: their stop_seconds say so much and no more.";

    private static string? Power(TrialResult result) => result.ReachesPower
        ? null
        : $"The pilot's spread asked for more than {result.Plan.MostPairs} pairs (--most-pairs): a change of "
            + $"{(result.Primary.Metric.Scale == EffectScale.Ratio ? TrialValues.Percent(result.Plan.Effect) : TrialValues.Margin(result.Primary.Metric))} could be missed.";

    private static string Names(IEnumerable<MetricResult> metrics) => string.Join(", ", metrics.Select(metric => metric.Metric.Name));
}
