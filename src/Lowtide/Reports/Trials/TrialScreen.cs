using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Statistics;
using Lowtide.Reports.Remedies;
using Lowtide.Reports.Writing;
using Lowtide.Trials;
using Spectre.Console;

namespace Lowtide.Reports.Trials;

/// <summary>What a finished trial tells a person: the verdicts, every metric of each arm with what to know about it, and how to keep what helped.</summary>
internal static class TrialScreen
{
    /// <param name="workerLimit">Private memory above which a worker would be replaced, in bytes; null: nobody asks.</param>
    public static void Show(TrialResult result, string file, IAnsiConsole console, long? workerLimit = null)
    {
        var (plan, served) = (result.Plan, result.Facts.Blocks[0].Baseline);
        console.WriteLine();
        foreach (var arm in result.Arms)
            console.MarkupLine($"[bold]{Screen.Text(TrialConclusion.Of(arm, result))}[/]");
        console.WriteLine();
        console.MarkupLine($"{Screen.Text(string.Join(", ", plan.Arms.Select(arm => arm.Name)))} against baseline: "
            + $"{TrialValues.Starts(result.Pairs, plan)} (seed {plan.Seed})");
        console.MarkupLine($"Measured: {Screen.Text(served.Server)}, {served.Workers} workers, "
            + (served.Beside > 0 ? $"and {served.Beside} more processes that the command started, " : "")
            + (served.Requests is { } requests ? $"after {TrialValues.Count(requests)} requests" : "after the load")
            + (plan.Rate is { } rate ? $" at {TrialValues.Rate(rate)}, the rate that was found" : ""));
        foreach (var arm in result.Arms)
        {
            console.WriteLine();
            if (result.Arms.Count > 1)
                console.MarkupLine($"[bold]{Screen.Text(arm.Arm.Name)}[/]: {Screen.Text(arm.Arm.ToString())}");
            console.Write(Metrics(arm));
            if (result.Arms.Count == 1)
                console.WriteLine();
            Notes(ArmNotes.Of(arm, result), console);
        }
        var notes = TrialNotes.Of(result).ToList();
        if (result.Arms.Count > 1 && notes.Count > 0)
            console.WriteLine();
        Notes(notes, console);
        foreach (var arm in result.Arms)
            BenefitsTable.Show(arm, workerLimit is { } bytes ? WorkerLimit.Of(bytes, arm.Arm, result.Facts) : null, console);
        if (result.Arms.Count > 1)
            ArmsTable.Show(result, console);
        console.WriteLine();
        foreach (var line in ToKeep(result))
            Screen.Verbatim($"  keep it  {line}", console);
        Screen.Verbatim($"Kept in {Screen.Plain(file)}", console);
    }

    /// <summary>Of the arm that helped most, where what it does is a remedy's alone.</summary>
    private static IEnumerable<string> ToKeep(TrialResult result) => result.Arms
        .Where(arm => arm is { Primary.Verdict.Verdict: Verdict.Better, Arm: { Command: null, Settings.Count: 0, Remedies.Count: > 0 } })
        .OrderBy(arm => arm.Primary.Metric.BetterWhen == BetterWhen.Lower ? arm.Primary.Verdict.Effect.Estimate : -arm.Primary.Verdict.Effect.Estimate)
        .Take(1)
        .SelectMany(arm => arm.Arm.Remedies)
        .Select(id => RemedyCatalogue.Find(id)!)
        .Select(remedy => $"lowtide remedies {remedy.Id} --as {string.Join('|', PermanentForms.NamesFor(remedy.Permanent))}");

    private static void Notes(IEnumerable<string> notes, IAnsiConsole console)
    {
        foreach (var note in notes)
            Screen.Item("- ", Screen.Text(note), console);
    }

    private static FittedTable Metrics(ArmResult arm)
    {
        var table = Screen.Table("METRIC", new(">BASELINE", 2), ">CHANGE", new(">INTERVAL", 3), new(">MARGIN", 1), "VERDICT");
        foreach (var metric in arm.Metrics)
            table.AddRow(
                metric.Metric.Name + (metric == arm.Primary ? " (decides)" : ""),
                TrialValues.Of(metric.Baseline, metric.Metric),
                TrialValues.Change(metric.Verdict.Effect.Estimate, metric.Metric),
                TrialValues.Interval(metric) ?? "-",
                TrialValues.Margin(metric.Metric),
                Coloured(metric));
        return table;
    }

    private static string Coloured(MetricResult metric) => metric.Verdict.Verdict switch
    {
        Verdict.Better => $"[green]{metric.Said}[/]",
        Verdict.Worse => $"[red]{metric.Said}[/]",
        _ => metric.Said,
    };
}
