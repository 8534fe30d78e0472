using Lowtide.Analysis.Statistics;
using Lowtide.Trials;
using Spectre.Console;

namespace Lowtide.Reports;

/// <summary>What a finished trial tells a person: every metric, what to know about them, and the verdict last.</summary>
internal static class TrialScreen
{
    public static void Show(TrialResult result, IAnsiConsole console)
    {
        var (plan, served) = (result.Plan, result.Pairs[0].Baseline);
        console.WriteLine();
        console.MarkupLine($"[bold]{Screen.Text(plan.Remedied.Name)}[/] against baseline: {TrialValues.Pairs(result.Pairs.Count)} of server "
            + $"starts (seed {plan.Seed})");
        console.MarkupLine($"Measured: {Screen.Text(served.Recording.Latest.Name)}, {served.Recording.Latest.Workers.Count} workers, "
            + (served.Load.Requests is { } requests ? $"after {TrialValues.Count(requests)} requests" : "after the load"));
        console.WriteLine();
        console.Write(Metrics(result));
        console.WriteLine();
        foreach (var note in TrialNotes.Of(result))
            console.WriteLine(note);
        console.WriteLine();
        console.MarkupLine($"[bold]{Screen.Text(Conclusion(result))}[/]");
    }

    private static Table Metrics(TrialResult result)
    {
        var table = Screen.Table("METRIC", ">BASELINE", ">CHANGE", ">INTERVAL", ">MARGIN", "VERDICT");
        table.Columns[3].NoWrap = false; // on a narrow terminal, rather two lines than a number cut short
        table.Columns[^1].Padding = new Padding(0);
        foreach (var metric in result.Metrics)
            table.AddRow(
                metric.Metric.Name + (metric == result.Primary ? " (decides)" : ""),
                TrialValues.Of(metric.Baseline, metric.Metric),
                TrialValues.Change(metric.Verdict.Effect.Estimate, metric.Metric),
                TrialValues.Interval(metric) ?? "-",
                TrialValues.Margin(metric.Metric),
                Coloured(metric.Verdict.Verdict));
        return table;
    }

    private static string Coloured(Verdict verdict) => verdict switch
    {
        Verdict.Better => "[green]better[/]",
        Verdict.Worse => "[red]worse[/]",
        _ => VerdictNames.Of(verdict),
    };

    private static string Conclusion(TrialResult result)
    {
        var (name, primary) = (result.Plan.Remedied.Name, result.Primary);
        var change = TrialValues.Change(primary.Verdict.Effect.Estimate, primary.Metric);
        if (primary.Verdict.Effect.Interval is { } interval)
            change += $" ({TrialValues.Interval(primary)} with {TrialValues.Percent(interval.Confidence)} confidence)";
        return primary.Verdict.Verdict switch
        {
            Verdict.Better => $"Better: {name} changes {primary.Metric.Name} by {change}.",
            Verdict.Worse => $"Worse: {name} changes {primary.Metric.Name} by {change}.",
            Verdict.Equivalent => $"Equivalent: {name} makes no difference here; {primary.Metric.Name} changes by {change}, "
                + $"inside the margin of {TrialValues.Margin(primary.Metric)}.",
            _ => $"Undecided: {TrialValues.Pairs(result.Pairs.Count)} {(result.Pairs.Count == 1 ? "does" : "do")} not tell whether {name} changes {primary.Metric.Name}"
                + $"{(change == "-" ? "" : $", by {change}")}; {Advice(primary)}.",
        };
    }

    private static string Advice(MetricResult primary) => primary switch
    {
        { Verdict.Effect.Gap: EffectGap.NotPositive } => "it was 0 in some run",
        { PairsNeeded: > 60 } => $"it varies so much from start to start that about {TrialValues.Count(primary.PairsNeeded)} pairs "
            + "would be needed: look for what disturbs this machine",
        _ => $"about {primary.PairsNeeded} pairs would (--pairs {primary.PairsNeeded})",
    };
}
