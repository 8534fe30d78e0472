using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.Capacity;
using Lowtide.Recordings;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Trials;

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
