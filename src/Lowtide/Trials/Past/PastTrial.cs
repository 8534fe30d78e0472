using Lowtide.Trials.Arms;
using Lowtide.Trials.Results;
using Lowtide.Trials.Storage;

namespace Lowtide.Trials.Past;

/// <summary>A trial that was kept, and what its facts come to by the rules of this Lowtide.</summary>
/// <param name="Result">Null before its first whole block.</param>
internal sealed record PastTrial(KeptTrial Kept, TrialResult? Result)
{
    public TrialFacts Facts => Kept.Facts;

    public bool IsComplete => Result is { Course.GoesOn: false };

    /// <summary>Whether it was begun under other rules, by which another verdict may have been told then.</summary>
    public bool OtherRules => Kept.Header.Rules != TrialFile.Rules;

    public static PastTrial Of(KeptTrial kept) => new(kept, kept.Facts.Blocks.Count > 0 ? TrialResult.Of(kept.Facts) : null);

    /// <summary>Null before its first whole block.</summary>
    public ArmResult? ResultOf(Arm arm) => Result?.Arms.Single(each => each.Arm.Name == arm.Name);
}
