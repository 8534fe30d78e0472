using Lowtide.Analysis.Statistics;

namespace Lowtide.Trials;

/// <summary>When a trial may decide, as far as its facts tell.</summary>
/// <param name="Looks">The numbers of blocks at which it may; the last is the full number.</param>
/// <param name="ReachesPower">False if the most that are allowed are fewer than the pilot's variance asks for.</param>
internal sealed record TrialSchedule(LookSchedule Looks, bool ReachesPower)
{
    /// <summary>Blocks, if no look ends it before.</summary>
    public int Pairs => Looks.Pairs;

    /// <summary>
    /// Whether the trial needs more blocks. Without looks it has all that were planned, whatever they show; nor is it ended
    /// by a pilot that is only to tell how many it needs.
    /// </summary>
    public TrialState StateOf(TrialFacts facts)
    {
        var (plan, done) = (facts.Plan, facts.Blocks.Count);
        if (plan.Looks == 1 || (plan.Pairs is null && done < PilotPairs(plan)))
            return done >= Pairs ? TrialState.Complete : TrialState.GoesOn;
        return new StoppingRule(Looks, plan.Alpha, plan.Seed).After([.. plan.Arms.Select(arm => ArmValues.Of(arm, facts))], done);
    }

    public static TrialSchedule Of(TrialFacts facts)
    {
        var plan = facts.Plan;
        var pilot = PilotPairs(plan);
        if (plan.Pairs is { } asked)
            return Spread(asked, reachesPower: true);
        if (facts.Blocks.Count < pilot)
            return new TrialSchedule(LookSchedule.Of(pilot), ReachesPower: true);
        var metric = plan.PrimaryMetric;
        var planned = plan.Arms
            .Select(arm => PairedValues.Of(metric.Name, arm, facts.Blocks.Take(pilot)))
            .Select(values => PairsNeeded.Planned(metric, values, plan.Effect, Share(plan), plan.MostPairs))
            .OfType<PairsPlan>()
            .ToList();
        return planned.Count == 0
            ? Spread(pilot, reachesPower: true)
            : Spread(planned.Max(each => each.Pairs), planned.TrueForAll(each => each.ReachesPower));

        TrialSchedule Spread(int pairs, bool reachesPower) =>
            new(LookSchedule.Planned(pairs, plan.Looks, Share(plan)), reachesPower);
    }

    /// <summary>Those whose spread plans the rest. They count: the plan looks at their spread, never at their direction.</summary>
    public static int PilotPairs(TrialPlan plan) =>
        Math.Max(PairsFromPilot.Least, Holm.PairsNeeded(metrics: plan.Arms.Count, plan.Alpha));

    /// <summary>What Holm's correction leaves to the arm that it holds to most.</summary>
    private static double Share(TrialPlan plan) => plan.Alpha / plan.Arms.Count;
}
