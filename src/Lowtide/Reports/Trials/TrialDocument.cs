using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis;
using Lowtide.Analysis.Capacity;
using Lowtide.Analysis.Conditions;
using Lowtide.Analysis.Statistics;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Planning;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;
using Lowtide.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Results;
using Lowtide.Trials.Runs;

namespace Lowtide.Reports.Trials;

/// <summary>What 'lowtide trial ... --json' prints. Every estimate is arm minus baseline, but for measured_saving_bytes, which is baseline minus
/// arm.</summary>
internal sealed record TrialDocument
{
    public const string Name = "lowtide/trial/1";

    public required string Schema { get; init; }

    /// <summary>Decides the order within each pair.</summary>
    public required ulong Seed { get; init; }

    /// <summary>That were counted.</summary>
    [AtLeast(1)]
    public required int Pairs { get; init; }

    [Range(0, 1, MinimumIsExclusive = true, MaximumIsExclusive = true)]
    public required double Alpha { get; init; }

    /// <summary>The metric that decides.</summary>
    [MetricName]
    public required string Primary { get; init; }

    /// <summary>One an arm, in the order named; each is held against the baseline.</summary>
    [MinLength(1)]
    public required IReadOnlyList<TrialArm> Arms { get; init; }

    /// <summary>Those of each pair together: baseline, then the arms, whichever was started first.</summary>
    [MinLength(2)]
    public required IReadOnlyList<TrialRun> Runs { get; init; }

    /// <summary>Reported and never counted.</summary>
    public required IReadOnlyList<TrialFailure> FailedRuns { get; init; }

    /// <summary>The trial's own file (lowtide/trial-file/1), from which it can be had again; null where it is kept in none.</summary>
    public required string? File { get; init; }

    /// <summary>Fewer ran where a look decided, or nothing more could come of it.</summary>
    [AtLeast(1)]
    public required int PairsPlanned { get; init; }

    /// <summary>With all pairs, at a planned look, or as the rest would hardly have decided anything.</summary>
    [AllowedValues("complete", "decided", "futile")]
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
    /// <summary>Its own, or the ids of its remedies joined by +.</summary>
    public required string Name { get; init; }

    /// <summary>As --arm takes it.</summary>
    public required string Sets { get; init; }

    /// <summary>In every worker of every run of the arm; null where that could not be read in some, and of an arm without a remedy.</summary>
    public required bool? TookEffect { get; init; }

    /// <summary>From the first pair's baseline run; null where no finding there is one that a remedy of the arm answers.</summary>
    public required SavedBytesEntry? PredictedSavingBytes { get; init; }

    /// <summary>Baseline minus arm, in PSS; null where it was not read.</summary>
    public required EstimateEntry? MeasuredSavingBytes { get; init; }

    /// <summary>Whether the two intervals meet; null where one of them is missing.</summary>
    public required bool? PredictionHeld { get; init; }

    /// <summary>The primary one first; then those that some pair gave, then those that none did: of these all but margin is null, and the verdict
    /// undecided.</summary>
    [MinLength(1)]
    public required IReadOnlyList<TrialMetricEntry> Metrics { get; init; }

    /// <summary>On the primary metric, from those pairs alone that hold no disturbed run; null where none is left.</summary>
    [Words(typeof(VerdictNames), nameof(VerdictNames.All))]
    public required string? VerdictUndisturbed { get; init; }

    /// <summary>Figures beside what the trial decides, each with an interval of its own and no verdict.</summary>
    public required IReadOnlyList<BenefitEntry> Brings { get; init; }

    /// <summary>What a limit on a worker's private memory would have done (--worker-limit); null where nobody asked.</summary>
    public required WorkerLimitEntry? WorkerLimit { get; init; }

    public static TrialArm Of(ArmResult arm, TrialPlan plan, Verdict? undisturbed, WorkerLimit? limit) => new()
    {
        Name = arm.Arm.Name,
        Sets = arm.Arm.ToString(),
        TookEffect = arm.TookEffect,
        PredictedSavingBytes = SavedBytesEntry.Of(arm.Predicted),
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
    [Words(typeof(Benefit), nameof(Benefit.Names))]
    public required string Name { get; init; }

    [AllowedValues("bytes", "seconds", "1/s", "1", "workers", "count")]
    public required string Unit { get; init; }

    /// <summary>"ratio", arm/baseline, or "difference", arm minus baseline in the unit: what estimate, low and high are.</summary>
    [AllowedValues("ratio", "difference")]
    public required string Compared { get; init; }

    /// <summary>The median of the baseline runs; null of more_workers, which only a pair shows.</summary>
    [Signed]
    public required double? Baseline { get; init; }

    [Signed]
    public required double? Estimate { get; init; }

    /// <summary>Null with too few pairs for an interval.</summary>
    [Signed]
    public required double? Low { get; init; }

    [Signed]
    public required double? High { get; init; }

    /// <summary>Why there is no estimate; null where there is one.</summary>
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

/// <param name="Baseline">Of each pair in which both were read, in their order.</param>
/// <param name="RespawnsAvoidedShare">The median of the pairs; below 0 where there would be more; null where the runs do not tell.</param>
/// <param name="AtLeast">Some run of the arm ended before the limit was passed.</param>
internal sealed record WorkerLimitEntry(
    [AtLeast(1)] long LimitBytes,
    IReadOnlyList<AnswersToLimit> Baseline,
    IReadOnlyList<AnswersToLimit> Arm,
    [Range(double.NegativeInfinity, 1)] double? RespawnsAvoidedShare,
    bool AtLeast)
{
    public static WorkerLimitEntry Of(WorkerLimit limit) => new(limit.Bytes, limit.Baseline, limit.Arm, limit.AvoidedShare, limit.IsAtLeast);
}

/// <summary>Baseline minus arm, in PSS; the ends null with too few pairs for an interval.</summary>
/// <param name="Low">Null with too few pairs for an interval.</param>
internal sealed record EstimateEntry([Signed] long Estimate, [Signed] long? Low, [Signed] long? High)
{
    public static EstimateEntry? Of(PairedEffect effect) => effect.Estimate is { } estimate
        ? new EstimateEntry((long)estimate, (long?)effect.Interval?.Low, (long?)effect.Interval?.High)
        : null;
}

internal sealed record TrialMetricEntry
{
    [MetricName]
    public required string Name { get; init; }

    [Words(typeof(TrialMetrics), nameof(TrialMetrics.All), Of = nameof(TrialMetric.Unit))]
    public required string Unit { get; init; }

    /// <summary>Median of the baseline runs.</summary>
    [Signed]
    public required double? Baseline { get; init; }

    /// <summary>Hodges-Lehmann: arm minus baseline in the unit.</summary>
    [Signed]
    public required double? Estimate { get; init; }

    /// <summary>Null with too few pairs for the confidence that the verdict needs.</summary>
    [Signed]
    public required double? Low { get; init; }

    [Signed]
    public required double? High { get; init; }

    /// <summary>Arm / baseline; null for a metric compared by differences.</summary>
    public required double? Ratio { get; init; }

    public required double? RatioLow { get; init; }

    public required double? RatioHigh { get; init; }

    /// <summary>Largest change still called the same: a fraction where ratio is given, else in the unit.</summary>
    [Above(0)]
    public required double Margin { get; init; }

    /// <summary>The pairs that decided it; for an undecided one, those that likely would; null where one pair or none was measured.</summary>
    [AtLeast(1)]
    public required int? PairsNeeded { get; init; }

    /// <summary>The smallest that these pairs would have shown with 90% power: a fraction where ratio is given, else in the unit; null where there is
    /// no spread to tell it from.</summary>
    public required double? DetectableChange { get; init; }

    [Words(typeof(VerdictNames), nameof(VerdictNames.All))]
    public required string Verdict { get; init; }

    /// <summary>False behind a metric that was undecided: those beside the one that decides are tested in their order until then; and of one that
    /// nobody measured.</summary>
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

    [AtLeast(1)]
    public required int Pair { get; init; }

    /// <summary>Something of it did not end within the grace.</summary>
    public required bool Killed { get; init; }

    /// <summary>The server itself had ended then, and left others behind.</summary>
    public required bool LeftBehind { get; init; }

    /// <summary>Requests a second that were due; null where the load has no fixed rate, or does not tell.</summary>
    [Above(0)]
    public required double? OfferedPerSecond { get; init; }

    /// <summary>Whether the server kept up with that; where not, latencies are those of a queue; null where that cannot be told.</summary>
    public required bool? KeptUp { get; init; }

    /// <summary>Every metric by name, also what no verdict is given on; null where this run did not give it.</summary>
    [MetricName, MinLength(1), Signed]
    public required IReadOnlyDictionary<string, double?> Metrics { get; init; }

    /// <summary>What the machine did beside it; null where nobody looked.</summary>
    public required HostActivity? HostActivity { get; init; }

    /// <summary>What of that may have changed what the run shows; it counts all the same.</summary>
    public required IReadOnlyList<Disturbance> Disturbances { get; init; }

    /// <summary>About a second apart, from when the server was ready until it was asked to stop; null where it was not read.</summary>
    public required IReadOnlyList<MemoryPoint>? MemoryOverTime { get; init; }

    /// <summary>What pss_bytes and private_bytes are the mean of; null where they are those of one look after the load.</summary>
    public required SteadyMemory? Steady { get; init; }

    /// <summary>Mean of the workers; null without any, where it was not read, and in runs from before it was kept.</summary>
    public required long? WorkerPrivateBytes { get; init; }

    /// <summary>Of what the workers inherited, what nobody had copied right after the load; null without any, and where it was not read.</summary>
    [Range(0, 1)]
    public required double? InheritedKeptShare { get; init; }

    /// <summary>From the signal of --reload-signal until the workers of before are gone, as many others are there, and it answers; null without that
    /// option.</summary>
    public required double? ReloadSeconds { get; init; }

    /// <summary>What the processors counted of the server's processes from the load's start to its end; null in runs from before it was
    /// kept.</summary>
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
            Steady = run.Steady,
            WorkerPrivateBytes = run.WorkerPrivateBytes,
            InheritedKeptShare = run.InheritedKeptShare,
            ReloadSeconds = run.ReloadSeconds,
            Processors = run.Processors,
        };
    }
}

internal sealed record TrialFailure(string Arm, [AtLeast(1)] int Pair, string Why);
