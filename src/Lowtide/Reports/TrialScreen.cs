using System.Globalization;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Statistics;
using Lowtide.Trials;
using Spectre.Console;

namespace Lowtide.Reports;

/// <summary>What a finished trial tells a person: the verdict, then every metric, then what was predicted.</summary>
internal static class TrialScreen
{
    public static void Show(TrialResult result)
    {
        var plan = result.Plan;
        Screen.Line();
        Screen.Markup($"[bold]{Screen.Text(plan.Remedied.Name)}[/] against baseline: {result.Pairs.Count} pairs of server starts, "
            + $"seed {plan.Seed}, alpha {plan.Alpha.ToString(CultureInfo.InvariantCulture)}");
        var table = Screen.Table("METRIC", ">BASELINE", ">CHANGE", ">INTERVAL", ">MARGIN", "VERDICT");
        foreach (var metric in result.Metrics)
            table.AddRow(
                metric.Metric.Name + (metric == result.Primary ? " (decides)" : ""),
                Value(metric.Baseline, metric.Metric),
                Change(metric, metric.Verdict.Effect.Estimate),
                metric.Verdict.Effect.Interval is { } interval ? $"{Change(metric, interval.Low)} to {Change(metric, interval.High)}" : "-",
                metric.Metric.Scale == EffectScale.Ratio ? Amount.Percent(metric.Metric.Margin) : Value(metric.Metric.Margin, metric.Metric),
                Verdict(metric, result.Pairs.Count));
        Screen.Write(table);
        Screen.Line();
        Saving(result);
        Screen.Markup($"Took effect: {result.TookEffect switch { true => "in every worker of every remedied run", false => "[red]no[/]", null => "could not be read" }}.");
        if (result.Failed.Count > 0)
            Screen.Line($"{result.Failed.Count} starts failed and were not counted; the last: {result.Failed[^1].Why}");
        if (result.Pairs.Any(pair => pair.Baseline.Killed || pair.Arm.Killed))
            Screen.Line($"Some servers did not stop within {plan.StopGrace.TotalSeconds:0} s and were killed: their stop_seconds say so much and no more.");
        if (!result.ReachesPower)
            Screen.Line($"The pilot's variance asks for more than {plan.MostPairs} pairs: a change of {Amount.Percent(plan.Effect)} could be missed.");
        Screen.Line();
        Screen.Markup($"[bold]{Conclusion(result)}[/]");
    }

    private static string Conclusion(TrialResult result)
    {
        var (name, primary) = (Screen.Text(result.Plan.Remedied.Name), result.Primary);
        var change = Change(primary, primary.Verdict.Effect.Estimate);
        return primary.Verdict.Verdict switch
        {
            Analysis.Statistics.Verdict.Better => $"Better: {name} changes {primary.Metric.Name} by {change}.",
            Analysis.Statistics.Verdict.Worse => $"Worse: {name} changes {primary.Metric.Name} by {change}.",
            Analysis.Statistics.Verdict.Equivalent =>
                $"Equivalent: {name} gains nothing here; {primary.Metric.Name} stays within {Amount.Percent(primary.Metric.Margin)} ({change}).",
            _ => $"Undecided: the runs do not tell whether {name} changes {primary.Metric.Name} ({change}).",
        };
    }

    private static void Saving(TrialResult result)
    {
        var predicted = result.Predicted is { } saving
            ? $"Predicted saving {Amount.Range(saving.LowBytes, saving.HighBytes)}"
            : "Nothing predicted: the first baseline run showed no finding that this remedy answers";
        var measured = result.Saving.Estimate is { } estimate
            ? $"measured {Amount.Bytes((long)estimate)}"
                + (result.Saving.Interval is { } interval ? $" ({Amount.Range((long)interval.Low, (long)interval.High)})" : "")
            : "measured: not read";
        Screen.Line($"{predicted}; {measured}.");
    }

    private static string Verdict(MetricResult metric, int pairs) => metric.Verdict switch
    {
        { Effect.Gap: EffectGap.TooFewPairs } few => $"undecided (needs {Math.Max(few.PairsNeeded, few.Effect.PairsNeeded)} pairs)",
        { Effect.Gap: EffectGap.NotPositive } => "undecided (0 in some run)",
        { Verdict: Analysis.Statistics.Verdict.Better } => "[green]better[/]",
        { Verdict: Analysis.Statistics.Verdict.Worse } => "[red]worse[/]",
        { Verdict: Analysis.Statistics.Verdict.Undecided } undecided when pairs < undecided.PairsNeeded =>
            $"undecided (needs {undecided.PairsNeeded} pairs)",
        var verdict => VerdictNames.Of(verdict.Verdict),
    };

    private static string Change(MetricResult metric, double? effect) => effect is not { } value ? "-"
        : metric.Metric.Scale == EffectScale.Ratio
            ? (value - 1).ToString("+0.0%;-0.0%;0.0%", CultureInfo.InvariantCulture).Replace(" ", "")
            : (value > 0 ? "+" : "") + Value(value, metric.Metric);

    public static string Value(double? value, TrialMetric metric) => value is not { } known ? "-" : metric.Unit switch
    {
        "bytes" => Amount.Bytes((long)known),
        "seconds" when Math.Abs(known) < 0.1 => (known * 1000).ToString("0.0", CultureInfo.InvariantCulture) + " ms",
        "seconds" => known.ToString("0.00", CultureInfo.InvariantCulture) + " s",
        "1" => known.ToString("0.0%", CultureInfo.InvariantCulture).Replace(" ", ""),
        _ => known.ToString("0", CultureInfo.InvariantCulture) + " " + metric.Unit,
    };
}
