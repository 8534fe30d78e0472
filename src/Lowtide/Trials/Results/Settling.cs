using Lowtide.Trials.Arms;
using Lowtide.Trials.Runs;

namespace Lowtide.Trials.Results;

/// <summary>Whether the memory of runs had settled, so that one more minute would have shown the same.</summary>
internal static class Settling
{
    /// <summary>Of the arm's runs and the baseline's: false where it still moved in one, null where that cannot be told of one.</summary>
    public static bool? Of(Arm arm, TrialFacts facts) =>
        Arm.AllOf(facts.Blocks.SelectMany(block => new[] { block.Baseline, block[arm] }).Select(run => run.Steady?.IsSettled));

    /// <summary>That memory was watched, and too little of it to tell. Runs from before it was watched say nothing of it.</summary>
    public static bool CannotTell(RunResult run) => run.Steady is { IsSettled: null } || run is { Steady: null, MemoryOverTime: not null };

    /// <summary>In some run of the arm, or of the baseline.</summary>
    public static bool CannotTell(Arm arm, TrialFacts facts) =>
        facts.Blocks.Any(block => CannotTell(block.Baseline) || CannotTell(block[arm]));
}
