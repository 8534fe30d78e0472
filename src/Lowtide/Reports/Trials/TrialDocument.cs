using Lowtide.Analysis;
using Lowtide.Analysis.Capacity;
using Lowtide.Analysis.Conditions;
using Lowtide.Analysis.Statistics;
using Lowtide.Recordings;
using Lowtide.Reports.Explain;
using Lowtide.Trials;

namespace Lowtide.Reports.Trials;

/// <summary>lowtide/trial/1</summary>
/// <param name="PairsPlanned">Fewer ran where a look decided, or nothing more could come of it.</param>
/// <param name="Ended">"complete", "decided" at a look, or "futile".</param>
/// <param name="File">The trial's own, from which it can be had again; null where it is kept in none.</param>
internal sealed record TrialDocument(
    string Schema,
    ulong Seed,
    int Pairs,
    double Alpha,
    string Primary,
    IReadOnlyList<TrialArm> Arms,
    IReadOnlyList<TrialRun> Runs,
    IReadOnlyList<TrialFailure> FailedRuns,
    string? File,
    int PairsPlanned,
    string Ended)
{
    public const string Name = "lowtide/trial/1";

    public static TrialDocument Of(TrialResult result, string? file, long? workerLimit = null) => new(
        Name,
        result.Plan.Seed,
        result.Pairs,
        result.Plan.Alpha,
        result.Plan.Primary,
        [.. result.Arms.Select((arm, index) => TrialArm.Of(
            arm, result.Plan, result.Spoilt.VerdictsWithout?[index],
            workerLimit is { } bytes ? WorkerLimit.Of(bytes, arm.Arm, result.Facts) : null))],
        [.. result.Facts.Runs.Select(run => TrialRun.Of(run, result.Facts))],
        [.. result.Facts.Failed.Select(failed => new TrialFailure(failed.Arm, failed.Block + 1, failed.Why))],
        file,
        result.Course.Pairs,
        result.Course.State.ToString().ToLowerInvariant());
}

/// <param name="Sets">What it sets, as --arm takes it.</param>
/// <param name="PredictionHeld">Whether the two intervals meet; null where one of them is missing.</param>
/// <param name="VerdictUndisturbed">On the primary metric, from those pairs alone that hold no disturbed run; null where none is left.</param>
/// <param name="Metrics">The primary one first; then those that were measured, then those that no run gave.</param>
internal sealed record TrialArm(
    string Name,
    string Sets,
    bool? TookEffect,
    SavingEntry? PredictedSavingBytes,
    EstimateEntry? MeasuredSavingBytes,
    bool? PredictionHeld,
    IReadOnlyList<TrialMetricEntry> Metrics,
    string? VerdictUndisturbed,
    IReadOnlyList<BenefitEntry> Brings,
    WorkerLimitEntry? WorkerLimit)
{
    public static TrialArm Of(ArmResult arm, TrialPlan plan, Verdict? undisturbed, WorkerLimit? limit) => new(
        arm.Arm.Name,
        arm.Arm.ToString(),
        arm.TookEffect,
        SavingEntry.Of(arm.Predicted),
        EstimateEntry.Of(arm.Saving),
        arm.PredictionHeld,
        [
            .. arm.Metrics.Select(TrialMetricEntry.Of),
            .. plan.Metrics
                .Where(metric => arm.Metrics.All(measured => measured.Metric.Name != metric.Name))
                .Select(TrialMetricEntry.Unmeasured),
        ],
        undisturbed is { } verdict ? VerdictNames.Of(verdict) : null,
        [.. arm.Brings.Select(BenefitEntry.Of)],
        limit is null ? null : WorkerLimitEntry.Of(limit));
}

/// <param name="Compared">"ratio", arm/baseline, or "difference", arm minus baseline in the unit: what estimate, low and high are.</param>
internal sealed record BenefitEntry(
    string Name, string Unit, string Compared, double? Baseline, double? Estimate, double? Low, double? High, string? Why)
{
    public static BenefitEntry Of(Benefit benefit) => new(
        benefit.Name,
        benefit.Unit.Name,
        benefit.Effect.Scale == EffectScale.Ratio ? "ratio" : "difference",
        benefit.Baseline,
        benefit.Effect.Estimate,
        benefit.Effect.Interval?.Low,
        benefit.Effect.Interval?.High,
        benefit.Why);
}

/// <param name="RespawnsAvoidedShare">Below 0 where there would be more; null where the runs do not tell.</param>
/// <param name="AtLeast">Some run of the arm ended before the limit was passed.</param>
internal sealed record WorkerLimitEntry(
    long LimitBytes, IReadOnlyList<AnswersToLimit> Baseline, IReadOnlyList<AnswersToLimit> Arm, double? RespawnsAvoidedShare, bool AtLeast)
{
    public static WorkerLimitEntry Of(WorkerLimit limit) => new(limit.Bytes, limit.Baseline, limit.Arm, limit.AvoidedShare, limit.IsAtLeast);
}

internal sealed record EstimateEntry(long Estimate, long? Low, long? High)
{
    public static EstimateEntry? Of(PairedEffect effect) => effect.Estimate is { } estimate
        ? new EstimateEntry((long)estimate, (long?)effect.Interval?.Low, (long?)effect.Interval?.High)
        : null;
}

/// <param name="Estimate">Arm minus baseline in the unit; low and high at the level that the verdict was reached at, null
/// with too few pairs for it.</param>
/// <param name="DetectableChange">The smallest that these pairs would have shown with 90% power: a fraction where ratio is given, else in the unit.</param>
/// <param name="PairsNeeded">The pairs that decided it; for an undecided one, those that likely would; null where one pair or none was measured.</param>
/// <param name="Tested">False behind one that was undecided: metrics are tested in their order until then.</param>
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
    int? PairsNeeded,
    double? DetectableChange,
    string Verdict,
    bool Tested)
{
    public static TrialMetricEntry Of(MetricResult result)
    {
        var ratio = result.Verdict.Effect.Scale == EffectScale.Ratio ? result.Verdict.Effect : null;
        return new TrialMetricEntry(
            result.Metric.Name,
            result.Metric.Unit.Name,
            result.Baseline,
            result.InUnits.Estimate,
            result.InUnits.Interval?.Low,
            result.InUnits.Interval?.High,
            ratio?.Estimate,
            ratio?.Interval?.Low,
            ratio?.Interval?.High,
            result.Metric.Margin,
            result.PairsNeeded,
            result.Detectable,
            VerdictNames.Of(result.Verdict.Verdict),
            result.Verdict.IsTested);
    }

    public static TrialMetricEntry Unmeasured(TrialMetric metric) => new(
        metric.Name, metric.Unit.Name, null, null, null, null, null, null, null, metric.Margin, null, null,
        VerdictNames.Of(Analysis.Statistics.Verdict.Undecided), Tested: false);
}

/// <param name="Metrics">By name; also what no verdict is given on but a comparison rests on.</param>
/// <param name="OfferedPerSecond">Requests that were due; null where the load has no fixed rate.</param>
/// <param name="KeptUp">Whether the server kept up with that; where it did not, latencies are those of a queue.</param>
/// <param name="LeftBehind">What was killed had been left by a server that ended itself.</param>
/// <param name="Disturbances">What beside it may have changed what it shows; it counts all the same.</param>
internal sealed record TrialRun(
    string Arm,
    int Pair,
    bool Killed,
    bool LeftBehind,
    double? OfferedPerSecond,
    bool? KeptUp,
    IReadOnlyDictionary<string, double?> Metrics,
    HostActivity? HostActivity,
    IReadOnlyList<Disturbance> Disturbances,
    IReadOnlyList<MemoryPoint>? MemoryOverTime,
    long? WorkerPrivateBytes,
    double? InheritedKeptShare,
    double? ReloadSeconds,
    ProcessorCounts? Processors)
{
    public static TrialRun Of(RunResult run, TrialFacts facts)
    {
        var metrics = new Dictionary<string, double?>(run.Metrics) { ["requests"] = run.Requests, ["workers"] = run.Workers, ["beside"] = run.Beside };
        return new TrialRun(
            run.Arm, run.Block + 1, run.Killed, run.LeftBehind, run.OfferedPerSecond, run.KeptUp, metrics, run.HostActivity,
            SpoiltRuns.DisturbancesOf(run, facts), run.MemoryOverTime, run.WorkerPrivateBytes,
            run.InheritedKeptShare, run.ReloadSeconds, run.Processors);
    }
}

internal sealed record TrialFailure(string Arm, int Pair, string Why);
