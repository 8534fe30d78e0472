using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>A pure function of a recording. A rule knows nothing of what remedies do, reads nothing live and prints nothing.</summary>
public interface IFindingRule
{
    string Id { get; }

    Examination Examine(Recording recording);
}

/// <summary>What a rule found, and what it would have needed to tell more.</summary>
/// <param name="CouldNotTell">"I can't tell" is an answer: what is missing, why, and how to get it.</param>
public sealed record Examination(IReadOnlyList<Finding> Findings, IReadOnlyList<Unreadable> CouldNotTell)
{
    public static readonly Examination Nothing = new([], []);

    public static Examination Found(Finding finding) => new([finding], []);

    public static Examination Cannot(string what, string why, string? mend) => new([], [new Unreadable(what, why, mend)]);
}
