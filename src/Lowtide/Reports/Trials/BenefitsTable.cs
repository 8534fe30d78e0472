using Lowtide.Reports.Blocks;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Trials;

/// <summary>What an arm brings, below what the trial decided: figures that nobody claims anything on.</summary>
internal static class BenefitsTable
{
    public const string Summary = "What the change is worth beside the verdict: memory of the whole machine, workers that fit into what was saved, the "
        + "time of a restart. No verdicts; each interval stands for itself.";

    /// <param name="isOnly">Of one arm the heading above says whose they are.</param>
    public static IEnumerable<ReportBlock> Blocks(ArmResult arm, bool isOnly = false)
    {
        if (Rows(arm).ToList() is { Count: > 0 } rows)
            yield return TableBlock.Of(isOnly ? "" : $"What {arm.Arm.Name} brings", ["figure", ">baseline", ">change", ">interval"], rows);
        if (NotHad(arm).ToList() is { Count: > 0 } without)
            yield return new TextBlock(null, null, without);
    }

    /// <summary>Each with its baseline, change and interval; not what the metrics above have with theirs.</summary>
    private static IEnumerable<IReadOnlyList<string>> Rows(ArmResult arm) => arm.Brings
        .Where(benefit => benefit.Why is null && !arm.Metrics.Any(metric => metric.Metric.Name == benefit.Name && metric.Verdict.Effect.Interval is not null))
        .Select(benefit => (IReadOnlyList<string>)
            [benefit.Title, TrialValues.Of(benefit.Baseline, benefit.Unit), TrialValues.Change(benefit), TrialValues.Interval(benefit) ?? "-"]);

    /// <summary>A line for each reason.</summary>
    public static IEnumerable<string> NotHad(ArmResult arm) => arm.Brings
        .Where(benefit => benefit.Why is not null)
        .GroupBy(benefit => benefit.Why)
        .Select(same => $"{string.Join(", ", same.Select(benefit => benefit.Title))}: {same.Key}.");
}
