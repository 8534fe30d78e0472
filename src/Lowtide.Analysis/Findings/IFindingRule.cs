using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>
/// A pure function of a recording. It reads nothing live and prints nothing; which remedies answer it, these say themselves. Two rules name remedies, as they
/// are about those that are on: <see cref="CollectorTurnedOn"/>, and <see cref="Uncollected"/>, which also names one to try in their place.
/// </summary>
public interface IFindingRule
{
    string Id { get; }

    /// <summary>What it finds in a few words, for a column: at most 50 letters, no capital but a name's.</summary>
    string Title { get; }

    Examination Examine(Recording recording);
}

/// <summary>What a rule found, and what it would have needed to tell more.</summary>
/// <param name="CouldNotTell">"I can't tell" is an answer: what is missing, why, and how to get it.</param>
public sealed record Examination(IReadOnlyList<Finding> Findings, IReadOnlyList<Unreadable> CouldNotTell)
{
    public static readonly Examination Nothing = new([], []);

    public static Examination Found(Finding finding) => new([finding], []);

    /// <param name="rule">Its id: what would be known of it.</param>
    public static Examination Cannot(string rule, string what, string why, string? mend) => new([], [new Unreadable(rule, what, why, mend)]);
}
