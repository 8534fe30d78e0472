using Lowtide.Analysis.Statistics;
using Lowtide.Trials;

namespace Lowtide.Reports;

/// <summary>lowtide/trial/1</summary>
internal sealed record TrialDocument(
    string Schema,
    ulong Seed,
    int Pairs,
    double Alpha,
    string Primary,
    IReadOnlyList<TrialArm> Arms,
    IReadOnlyList<TrialRun> Runs,
    IReadOnlyList<TrialFailure> FailedRuns)
{
    public const string Name = "lowtide/trial/1";

    public static TrialDocument Of(TrialResult result) => new(
        Name,
        result.Plan.Seed,
        result.Pairs.Count,
        result.Plan.Alpha,
        result.Plan.Primary,
        [TrialArm.Of(result)],
        [.. result.Runs.Select(TrialRun.Of)],
        [.. result.Failed.Select(failed => new TrialFailure(failed.Arm, failed.Pair + 1, failed.Why))]);
}

internal sealed record TrialArm(
    string Name,
    bool? TookEffect,
    SavingEntry? PredictedSavingBytes,
    EstimateEntry? MeasuredSavingBytes,
    IReadOnlyList<TrialMetricEntry> Metrics)
{
    public static TrialArm Of(TrialResult result) => new(
        result.Plan.Remedied.Name,
        result.TookEffect,
        result.Predicted is { } predicted ? new SavingEntry(predicted.LowBytes, predicted.HighBytes) : null,
        result.Saving.Estimate is { } estimate
            ? new EstimateEntry((long)estimate, (long?)result.Saving.Interval?.Low, (long?)result.Saving.Interval?.High)
            : null,
        [.. result.Metrics.Select(TrialMetricEntry.Of)]);
}

internal sealed record EstimateEntry(long Estimate, long? Low, long? High);

/// <param name="Estimate">Arm minus baseline in the unit; low and high at the level that the verdict was reached at, null
/// with too few pairs for it.</param>
/// <param name="PairsNeeded">The pairs that decided it; for an undecided one, those that likely would.</param>
internal sealed record TrialMetricEntry(
    string Name,
    string Unit,
    double? Baseline,
    double? Estimate,
    double? Low,
    double? High,
    double? Ratio,
    double? RatioLow,
    double? RatioHigh,
    double Margin,
    int PairsNeeded,
    string Verdict)
{
    public static TrialMetricEntry Of(MetricResult result)
    {
        var ratio = result.Verdict.Effect.Scale == EffectScale.Ratio ? result.Verdict.Effect : null;
        return new TrialMetricEntry(
            result.Metric.Name,
            result.Metric.Unit,
            result.Baseline,
            result.InUnits.Estimate,
            result.InUnits.Interval?.Low,
            result.InUnits.Interval?.High,
            ratio?.Estimate,
            ratio?.Interval?.Low,
            ratio?.Interval?.High,
            result.Metric.Margin,
            result.PairsNeeded,
            VerdictNames.Of(result.Verdict.Verdict));
    }
}

/// <param name="Metrics">By name; also what no verdict is given on but a comparison rests on.</param>
internal sealed record TrialRun(string Arm, int Pair, bool Killed, IReadOnlyDictionary<string, double?> Metrics)
{
    public static TrialRun Of(RunResult run) => new(run.Arm, run.Pair + 1, run.Killed, new Dictionary<string, double?>(
        TrialMetrics.All.Select(metric => KeyValuePair.Create(metric.Name, metric.Of(run))))
    {
        ["requests"] = run.Load.Requests,
        ["workers"] = run.Recording.Latest.Workers.Count,
    });
}

internal sealed record TrialFailure(string Arm, int Pair, string Why);
