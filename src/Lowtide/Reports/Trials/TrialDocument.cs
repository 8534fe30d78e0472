using System.ComponentModel.DataAnnotations;
using Lowtide.Recordings;
using Lowtide.Trials.Results;

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
            arm, result.Plan, result.Disturbed.VerdictsWithout?[index], Settling.Of(arm.Arm, result.Facts),
            workerLimit is { } bytes ? WorkerLimit.Of(bytes, arm.Arm, result.Facts) : null))],
        Runs = [.. result.Facts.Runs.Select(run => TrialRun.Of(run, result.Facts))],
        FailedRuns = [.. result.Facts.Failed.Select(failed => new TrialFailure(failed.Arm, failed.Block + 1, failed.Why))],
        File = file,
        PairsPlanned = result.Course.Pairs,
        Ended = result.Course.State.ToString().ToLowerInvariant(),
    };
}
