using Lowtide.Reports.Writing;
using Lowtide.Trials;
using Spectre.Console;

namespace Lowtide.Reports.Trials;

/// <summary>What an arm brings, below what the trial decided: figures that nobody claims anything on.</summary>
internal static class BenefitsTable
{
    public static void Show(ArmResult arm, WorkerLimit? limit, IAnsiConsole console)
    {
        var rows = Rows(arm).ToList();
        if (rows.Count == 0 && limit is null && !NotHad(arm).Any())
            return;
        console.WriteLine();
        console.MarkupLine($"What {Screen.Text(arm.Arm.Name)} brings (no verdicts; each interval stands for itself):");
        var table = Screen.Table("FIGURE", new(">BASELINE", 2), ">CHANGE", new(">INTERVAL", 3));
        foreach (var row in rows)
            table.AddRow([.. row]);
        if (rows.Count > 0)
            console.Write(table);
        if (limit is not null)
            console.WriteLine(Screen.Plain(WorkerLimitWords.Of(limit, arm.Arm.Name)));
        foreach (var note in NotHad(arm))
            console.WriteLine(Screen.Plain(note));
    }

    /// <summary>Each with its baseline, change and interval; not what the metrics above have with theirs.</summary>
    public static IEnumerable<IReadOnlyList<string>> Rows(ArmResult arm) => arm.Brings
        .Where(benefit => benefit.Why is null && !arm.Metrics.Any(metric => metric.Metric.Name == benefit.Name && metric.Verdict.Effect.Interval is not null))
        .Select(benefit => (IReadOnlyList<string>)
            [benefit.Name, TrialValues.Of(benefit.Baseline, benefit.Unit), TrialValues.Change(benefit), TrialValues.Interval(benefit) ?? "-"]);

    /// <summary>A line for each reason.</summary>
    public static IEnumerable<string> NotHad(ArmResult arm) => arm.Brings
        .Where(benefit => benefit.Why is not null)
        .GroupBy(benefit => benefit.Why)
        .Select(same => $"{string.Join(", ", same.Select(benefit => benefit.Name))}: {same.Key}.");
}
