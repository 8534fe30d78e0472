using Lowtide.Analysis.Conditions;
using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Recordings;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Runs;

namespace Lowtide.Trials.Results;

/// <summary>A run during which something beside it happened that may have changed what it shows. It counts all the same.</summary>
internal sealed record DisturbedRun(RunResult Run, IReadOnlyList<Disturbance> Disturbances);

/// <summary>The runs that were disturbed, and whether they matter.</summary>
/// <param name="PairsLeft">That hold none of them.</param>
/// <param name="VerdictsWithout">On each arm's primary metric from those pairs alone, in the order of the arms; null where none is left. They
/// are shown beside the trial's verdicts and never in their place: leaving runs out after the fact is how one gets the result one wants.</param>
internal sealed record DisturbedRuns(IReadOnlyList<DisturbedRun> Runs, int PairsLeft, IReadOnlyList<Verdict>? VerdictsWithout)
{
    /// <param name="look">That the trial decided at.</param>
    public static DisturbedRuns Of(TrialFacts facts, Look look)
    {
        var disturbed = facts.Runs
            .Select(run => new DisturbedRun(run, DisturbancesOf(run, facts)))
            .Where(run => run.Disturbances.Count > 0)
            .ToList();
        var bad = disturbed.Select(run => run.Run.Block).ToHashSet();
        var clean = facts with { Blocks = [.. facts.Blocks.Where(block => !bad.Contains(block.Baseline.Block))] };
        return new DisturbedRuns(disturbed, clean.Blocks.Count, clean.Blocks.Count == 0 ? null : Verdicts(clean, look));
    }

    public static IReadOnlyList<Disturbance> DisturbancesOf(RunResult run, TrialFacts facts)
    {
        var (pss, arm) = ((long?)run.Value(TrialMetrics.Pss), facts.Runs.Where(other => other.Arm == run.Arm).ToList());
        var files = Disturbances.SharedFiles(run.FilePssBytes, arm.Select(other => other.FilePssBytes), pss);
        if (run.HostActivity is not { } activity)
            return files;
        var activities = arm.Select(other => other.HostActivity).OfType<HostActivity>();
        return [.. Disturbances.Of(activity, pss), .. Disturbances.SlowMemory(activity, activities), .. files];
    }

    private static IReadOnlyList<Verdict> Verdicts(TrialFacts facts, Look look) =>
        [.. TrialDecision.Of(ArmValues.Of(facts.Plan, facts.Blocks), look, facts.Plan.Alpha)
            .Arms.Select(arm => arm.Primary.Verdict)];
}
