using System.Collections.Concurrent;
using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Analysis.Statistics.Verdicts;

namespace Lowtide.Analysis.Statistics.Planning;

/// <summary>
/// What is settled before a trial's first pair: from it and the pairs so far follows how many pairs there are to be, at
/// which of them it may decide, and whether it goes on.
/// </summary>
/// <remarks>The full number looks at the spread of the pilot and never at its direction, so the pilot's pairs count.</remarks>
/// <param name="Arms">Arms beside the baseline, at least 1. They share <paramref name="Alpha"/>.</param>
/// <param name="Pairs">The full number of pairs; null: as many as the pilot's spread asks for.</param>
/// <param name="MostPairs">That a pilot may ask for, at least <see cref="PilotPairs"/>.</param>
/// <param name="Looks">Numbers of pairs at which it may decide, the last included; fewer where some could claim nothing.</param>
/// <param name="Effect">
/// The change of a primary metric that must not be missed, as arm/baseline - 1, above 0; one compared by differences takes its margin.
/// </param>
/// <param name="Alpha">The error allowed to each family of metrics, over all looks.</param>
/// <param name="Seed">For what futility draws.</param>
/// <param name="Futility">Whether it is given up where more pairs would hardly decide anything.</param>
public sealed record TrialDesign(
    int Arms, int? Pairs, int MostPairs, int Looks, double Effect, double Alpha, ulong Seed, bool Futility)
{
    // Levels take long to find, and thousands of simulated trials share a few schedules.
    private static readonly ConcurrentDictionary<(int Pairs, int Looks, double Share), LookSchedule> Schedules = new();

    /// <summary>Pairs whose spread plans the rest: the fewest with which each arm could be claimed.</summary>
    public int PilotPairs => Math.Max(PairsFromPilot.Least, Holm.LeastPairs(metrics: Arms, Alpha));

    /// <summary>What Holm's correction leaves to the arm that it holds to most.</summary>
    private double Share => Alpha / Arms;

    /// <summary>Where a trial stands.</summary>
    /// <param name="pairs">Pairs done, from 0.</param>
    /// <param name="arms">
    /// What the arms had shown after the first so many pairs, in the order of the arms; a metric may have been read in fewer.
    /// </param>
    public TrialCourse After(int pairs, Func<int, IReadOnlyList<ArmMetrics>> arms)
    {
        ArgumentNullException.ThrowIfNull(arms);
        if (Pairs is null && pairs < PilotPairs)
            return new TrialCourse(LookSchedule.Of(PilotPairs), ReachesPower: true, TrialState.GoesOn);
        var (full, reachesPower) = Pairs is { } asked ? (asked, true) : Planned(arms(PilotPairs));
        var looks = Schedules.GetOrAdd((full, Looks, Share), of => LookSchedule.Planned(of.Pairs, of.Looks, of.Share));
        return new TrialCourse(looks, reachesPower, new StoppingRule(looks, Alpha, Seed, Futility).After(arms(pairs), pairs));
    }

    /// <summary>The largest number that an arm asks for by its own spread; the pilot alone where none has one.</summary>
    private (int Pairs, bool ReachesPower) Planned(IReadOnlyList<ArmMetrics> pilot)
    {
        var plans = pilot
            .Select(arm => PairsFromPilot.Of(arm.Primary, Effect, Share, cap: MostPairs))
            .OfType<PairsPlan>()
            .ToList();
        return plans.Count == 0 ? (PilotPairs, true) : (plans.Max(plan => plan.Pairs), plans.TrueForAll(plan => plan.ReachesPower));
    }
}
