using Lowtide.Analysis;
using Lowtide.Analysis.Capacity;
using Lowtide.Analysis.Conditions;
using Lowtide.Analysis.Statistics;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Planning;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Recordings;
using Lowtide.Reports.Explain;
using Lowtide.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Results;
using Lowtide.Trials.Runs;

namespace Lowtide.Reports.Trials;

/// <summary>lowtide/trial/1</summary>
internal sealed record TrialDocument
{
    public const string Name = "lowtide/trial/1";

    public required string Schema { get; init; }

    public required ulong Seed { get; init; }

    public required int Pairs { get; init; }

    public required double Alpha { get; init; }

    public required string Primary { get; init; }

    public required IReadOnlyList<TrialArm> Arms { get; init; }

    public required IReadOnlyList<TrialRun> Runs { get; init; }

    public required IReadOnlyList<TrialFailure> FailedRuns { get; init; }

    /// <summary>The trial's own, from which it can be had again; null where it is kept in none.</summary>
    public required string? File { get; init; }

    /// <summary>Fewer ran where a look decided, or nothing more could come of it.</summary>
    public required int PairsPlanned { get; init; }

    /// <summary>"complete", "decided" at a look, or "futile".</summary>
    public required string Ended { get; init; }

    public static TrialDocument Of(TrialResult result, string? file, long? workerLimit = null) => new()
    {
        Schema = Name,
        Seed = result.Plan.Seed,
        Pairs = result.Pairs,
        Alpha = result.Plan.Alpha,
        Primary = result.Plan.Primary,
        Arms = [.. result.Arms.Select((arm, index) => TrialArm.Of(
            arm, result.Plan, result.Spoilt.VerdictsWithout?[index],
            workerLimit is { } bytes ? WorkerLimit.Of(bytes, arm.Arm, result.Facts) : null))],
        Runs = [.. result.Facts.Runs.Select(run => TrialRun.Of(run, result.Facts))],
        FailedRuns = [.. result.Facts.Failed.Select(failed => new TrialFailure(failed.Arm, failed.Block + 1, failed.Why))],
        File = file,
        PairsPlanned = result.Course.Pairs,
        Ended = result.Course.State.ToString().ToLowerInvariant(),
    };
}

internal sealed record TrialArm
{
    public required string Name { get; init; }

    /// <summary>What it sets, as --arm takes it.</summary>
    public required string Sets { get; init; }

    public required bool? TookEffect { get; init; }

    public required SavingEntry? PredictedSavingBytes { get; init; }

    public required EstimateEntry? MeasuredSavingBytes { get; init; }

    /// <summary>Whether the two intervals meet; null where one of them is missing.</summary>
    public required bool? PredictionHeld { get; init; }

    /// <summary>The primary one first; then those that were measured, then those that no run gave.</summary>
    public required IReadOnlyList<TrialMetricEntry> Metrics { get; init; }

    /// <summary>On the primary metric, from those pairs alone that hold no disturbed run; null where none is left.</summary>
    public required string? VerdictUndisturbed { get; init; }

    public required IReadOnlyList<BenefitEntry> Brings { get; init; }

    public required WorkerLimitEntry? WorkerLimit { get; init; }

    public static TrialArm Of(ArmResult arm, TrialPlan plan, Verdict? undisturbed, WorkerLimit? limit) => new()
    {
        Name = arm.Arm.Name,
        Sets = arm.Arm.ToString(),
        TookEffect = arm.TookEffect,
        PredictedSavingBytes = SavingEntry.Of(arm.Predicted),
        MeasuredSavingBytes = EstimateEntry.Of(arm.Saving),
        PredictionHeld = arm.PredictionHeld,
        Metrics = [
            .. arm.Metrics.Select(TrialMetricEntry.Of),
            .. plan.Metrics
                .Where(metric => arm.Metrics.All(measured => measured.Metric.Name != metric.Name))
                .Select(TrialMetricEntry.Unmeasured),
        ],
        VerdictUndisturbed = undisturbed is { } verdict ? VerdictNames.Of(verdict) : null,
        Brings = [.. arm.Brings.Select(BenefitEntry.Of)],
        WorkerLimit = limit is null ? null : WorkerLimitEntry.Of(limit),
    };
}

internal sealed record BenefitEntry
{
    public required string Name { get; init; }

    public required string Unit { get; init; }

    /// <summary>"ratio", arm/baseline, or "difference", arm minus baseline in the unit: what estimate, low and high are.</summary>
    public required string Compared { get; init; }

    public required double? Baseline { get; init; }

    public required double? Estimate { get; init; }

    public required double? Low { get; init; }

    public required double? High { get; init; }

    public required string? Why { get; init; }

    public static BenefitEntry Of(Benefit benefit) => new()
    {
        Name = benefit.Name,
        Unit = benefit.Unit.Name,
        Compared = benefit.Effect.Scale == EffectScale.Ratio ? "ratio" : "difference",
        Baseline = benefit.Baseline,
        Estimate = benefit.Effect.Estimate,
        Low = benefit.Effect.Interval?.Low,
        High = benefit.Effect.Interval?.High,
        Why = benefit.Why,
    };
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

internal sealed record TrialMetricEntry
{
    public required string Name { get; init; }

    public required string Unit { get; init; }

    public required double? Baseline { get; init; }

    /// <summary>Arm minus baseline in the unit; low and high at the level that the verdict was reached at, null
    /// with too few pairs for it.</summary>
    public required double? Estimate { get; init; }

    public required double? Low { get; init; }

    public required double? High { get; init; }

    public required double? Ratio { get; init; }

    public required double? RatioLow { get; init; }

    public required double? RatioHigh { get; init; }

    public required double Margin { get; init; }

    /// <summary>The pairs that decided it; for an undecided one, those that likely would; null where one pair or none was measured.</summary>
    public required int? PairsNeeded { get; init; }

    /// <summary>The smallest that these pairs would have shown with 90% power: a fraction where ratio is given, else in the unit.</summary>
    public required double? DetectableChange { get; init; }

    public required string Verdict { get; init; }

    /// <summary>False behind one that was undecided: metrics are tested in their order until then.</summary>
    public required bool Tested { get; init; }

    public static TrialMetricEntry Of(MetricResult result)
    {
        var ratio = result.Verdict.Effect.Scale == EffectScale.Ratio ? result.Verdict.Effect : null;
        return new TrialMetricEntry
        {
            Name = result.Metric.Name,
            Unit = result.Metric.Unit.Name,
            Baseline = result.Baseline,
            Estimate = result.InUnits.Estimate,
            Low = result.InUnits.Interval?.Low,
            High = result.InUnits.Interval?.High,
            Ratio = ratio?.Estimate,
            RatioLow = ratio?.Interval?.Low,
            RatioHigh = ratio?.Interval?.High,
            Margin = result.Metric.Margin,
            PairsNeeded = result.PairsNeeded,
            DetectableChange = result.Detectable,
            Verdict = VerdictNames.Of(result.Verdict.Verdict),
            Tested = result.Verdict.IsTested,
        };
    }

    public static TrialMetricEntry Unmeasured(TrialMetric metric) => new()
    {
        Name = metric.Name,
        Unit = metric.Unit.Name,
        Baseline = null,
        Estimate = null,
        Low = null,
        High = null,
        Ratio = null,
        RatioLow = null,
        RatioHigh = null,
        Margin = metric.Margin,
        PairsNeeded = null,
        DetectableChange = null,
        Verdict = VerdictNames.Of(Analysis.Statistics.Verdicts.Verdict.Undecided),
        Tested = false,
    };
}

internal sealed record TrialRun
{
    public required string Arm { get; init; }

    public required int Pair { get; init; }

    public required bool Killed { get; init; }

    /// <summary>What was killed had been left by a server that ended itself.</summary>
    public required bool LeftBehind { get; init; }

    /// <summary>Requests that were due; null where the load has no fixed rate.</summary>
    public required double? OfferedPerSecond { get; init; }

    /// <summary>Whether the server kept up with that; where it did not, latencies are those of a queue.</summary>
    public required bool? KeptUp { get; init; }

    /// <summary>By name; also what no verdict is given on but a comparison rests on.</summary>
    public required IReadOnlyDictionary<string, double?> Metrics { get; init; }

    public required HostActivity? HostActivity { get; init; }

    /// <summary>What beside it may have changed what it shows; it counts all the same.</summary>
    public required IReadOnlyList<Disturbance> Disturbances { get; init; }

    public required IReadOnlyList<MemoryPoint>? MemoryOverTime { get; init; }

    public required long? WorkerPrivateBytes { get; init; }

    public required double? InheritedKeptShare { get; init; }

    public required double? ReloadSeconds { get; init; }

    public required ProcessorCounts? Processors { get; init; }

    public static TrialRun Of(RunResult run, TrialFacts facts)
    {
        var metrics = new Dictionary<string, double?>(run.Metrics) { ["requests"] = run.Requests, ["workers"] = run.Workers, ["beside"] = run.Beside };
        return new TrialRun
        {
            Arm = run.Arm,
            Pair = run.Block + 1,
            Killed = run.Killed,
            LeftBehind = run.LeftBehind,
            OfferedPerSecond = run.OfferedPerSecond,
            KeptUp = run.KeptUp,
            Metrics = metrics,
            HostActivity = run.HostActivity,
            Disturbances = SpoiltRuns.DisturbancesOf(run, facts),
            MemoryOverTime = run.MemoryOverTime,
            WorkerPrivateBytes = run.WorkerPrivateBytes,
            InheritedKeptShare = run.InheritedKeptShare,
            ReloadSeconds = run.ReloadSeconds,
            Processors = run.Processors,
        };
    }
}

internal sealed record TrialFailure(string Arm, int Pair, string Why);
