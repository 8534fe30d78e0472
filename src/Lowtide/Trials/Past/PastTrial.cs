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

    /// <exception cref="Failure">It cannot be read, or its facts come to nothing that can be told.</exception>
    public static PastTrial Read(string path)
    {
        var kept = KeptTrial.Read(path);
        try
        {
            return Of(kept);
        }
        // Facts that are each possible, and together are those of no trial.
        catch (Exception impossible) when (impossible is ArithmeticException or ArgumentException or InvalidOperationException or FormatException)
        {
            throw KeptTrial.Damaged(path, "its runs do not belong together");
        }
    }

    public static PastTrial Of(KeptTrial kept) => new(kept, kept.Facts.Blocks.Count > 0 ? TrialResult.Of(kept.Facts) : null);

    /// <summary>Null before its first whole block.</summary>
    public ArmResult? ResultOf(Arm arm) => Result?.Arms.Single(each => each.Arm.Name == arm.Name);
}
