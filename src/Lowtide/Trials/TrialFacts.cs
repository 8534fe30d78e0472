using System.Collections.Immutable;
using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Trials.Results;
using Lowtide.Trials.Runs;

namespace Lowtide.Trials;

/// <summary>What a trial has come to know so far: all that its course and its result are computed from.</summary>
/// <param name="Blocks">Whole ones, in the order of their numbers.</param>
internal sealed record TrialFacts(TrialPlan Plan, ImmutableList<Block> Blocks, ImmutableList<FailedRun> Failed)
{
    public static TrialFacts None(TrialPlan plan) => new(plan, [], []);

    /// <summary>Block by block, the baseline first, whichever was started first.</summary>
    public IEnumerable<RunResult> Runs => Blocks.SelectMany(block => Plan.AllArms.Select(arm => block[arm]));

    /// <summary>Computed anew at each call.</summary>
    public TrialCourse Course() =>
        Plan.Design.After(Blocks.Count, pairs => ArmValues.Of(Plan, Blocks.GetRange(0, Math.Min(pairs, Blocks.Count))));
}
