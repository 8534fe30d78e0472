using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Verdicts;

namespace Lowtide.Analysis.Statistics.Looks;

/// <summary>When a trial ends: asked after every pair, it looks at verdicts only where a look was planned.</summary>
/// <remarks>
/// Whatever it answers, the verdicts are <see cref="TrialDecision.Of"/> at <see cref="LookSchedule.At"/> the pairs
/// done; stopped for futility between looks they are all undecided.
/// </remarks>
/// <param name="Schedule">The looks planned.</param>
/// <param name="Alpha">The error allowed to each family, over all looks.</param>
/// <param name="Seed">The trial's, for what futility draws.</param>
/// <param name="Futility">
/// Whether it may be given up. That claims nothing, so what holds of claims without it holds with it.
/// </param>
public sealed record StoppingRule(LookSchedule Schedule, double Alpha, ulong Seed, bool Futility)
{
    /// <summary>What follows from the pairs so far.</summary>
    /// <param name="arms">At least one; the primary metric of each counts.</param>
    /// <param name="pairs">Pairs done; a metric may have been read in fewer.</param>
    public TrialState After(IReadOnlyList<ArmMetrics> arms, int pairs)
    {
        ArgumentNullException.ThrowIfNull(arms);
        if (pairs >= Schedule.Pairs) return TrialState.Complete;
        var look = Schedule.At(pairs);
        if (!look.MayClaim && !Futility) return TrialState.GoesOn;
        var decided = TrialDecision.Of([.. arms.Select(arm => arm with { Others = [] })], look, Alpha).Arms
            .Select(arm => arm.Primary.Verdict != Verdict.Undecided)
            .ToList();
        if (!arms.Zip(decided).All(arm => arm.Second || (Futility && IsFutile(arm.First.Primary)))) return TrialState.GoesOn;
        return decided.Contains(true) ? TrialState.Decided : TrialState.Futile;
    }

    /// <summary>At the loosest level that Holm may leave to an arm, so that none is given up too early.</summary>
    private bool IsFutile(PairedMetric metric) =>
        Looks.Futility.IsHopeless(metric, Schedule.Pairs, Schedule.Levels(Alpha)[^1], Seed);
}
