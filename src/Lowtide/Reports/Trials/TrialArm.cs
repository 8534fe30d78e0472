using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;
using Lowtide.Trials;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Trials;

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

    /// <summary>In every run of the arm and of the baseline; false where memory still moved in one, and null where that cannot be told of one.</summary>
    public required bool? MemorySettled { get; init; }

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

    public static TrialArm Of(ArmResult arm, TrialPlan plan, Verdict? undisturbed, bool? settled, WorkerLimit? limit) => new()
    {
        Name = arm.Arm.Name,
        Sets = arm.Arm.ToString(),
        TookEffect = arm.TookEffect,
        PredictedSavingBytes = SavedBytesEntry.Of(arm.Predicted),
        MeasuredSavingBytes = EstimateEntry.Of(arm.Saving),
        PredictionHeld = arm.PredictionHeld,
        MemorySettled = settled,
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

/// <summary>Baseline minus arm, in PSS; the ends null with too few pairs for an interval.</summary>
/// <param name="Low">Null with too few pairs for an interval.</param>
internal sealed record EstimateEntry([Signed] long Estimate, [Signed] long? Low, [Signed] long? High)
{
    public static EstimateEntry? Of(PairedEffect effect) => effect.Estimate is { } estimate
        ? new EstimateEntry((long)estimate, (long?)effect.Interval?.Low, (long?)effect.Interval?.High)
        : null;
}
