using System.Collections.Immutable;
using Lowtide.Analysis.Capacity;
using Lowtide.Analysis.Statistics;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Runs;

namespace Lowtide.Trials.Results;

/// <summary>What a limit on a worker's private memory, at which it is replaced, would have done in the runs of a trial.</summary>
/// <param name="Arm">In the order of the pairs, as <paramref name="Baseline"/>: those in which both were read.</param>
internal sealed record WorkerLimit(long Bytes, ImmutableList<AnswersToLimit> Baseline, ImmutableList<AnswersToLimit> Arm)
{
    /// <summary>Of the respawns at baseline, the share that the arm has less of for the same answers: the median of the pairs. Null where some
    /// baseline does not pass the limit, or <see cref="IsBelowStart"/>.</summary>
    public double? AvoidedShare => Baseline.IsEmpty || IsBelowStart || Baseline.Exists(life => !life.Passed)
        ? null
        : Quantile.OfSorted([.. Baseline.Zip(Arm, (without, with) => 1 - (without.Answers / with.Answers)).Order()], 0.5);

    /// <summary>Whether a worker was above the limit before its first answer.</summary>
    public bool IsBelowStart => Baseline.Concat(Arm).Any(life => life is { Passed: true, Answers: 0 });

    /// <summary>Whether the arm lived on in some run, so that the true share is larger.</summary>
    public bool IsAtLeast => Arm.Exists(life => !life.Passed);

    public static WorkerLimit Of(long bytes, Arm arm, TrialFacts facts)
    {
        var pairs = facts.Blocks
            .Select(block => (Without: Life(block.Baseline, bytes), With: Life(block[arm], bytes)))
            .Where(pair => pair is { Without: not null, With: not null })
            .ToList();
        return new WorkerLimit(bytes, [.. pairs.Select(pair => pair.Without!)], [.. pairs.Select(pair => pair.With!)]);
    }

    private static AnswersToLimit? Life(RunResult run, long limit) =>
        run is { MemoryOverTime: { } points, Requests: { } answers } && run.Value("requests_per_second") is { } rate
            ? AnswersToLimit.Of([.. points.Select(point => (point.Seconds, point.LargestWorkerPrivateBytes))], limit, answers, rate, run.Workers)
            : null;
}
