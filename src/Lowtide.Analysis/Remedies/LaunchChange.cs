using Lowtide.Analysis.Remedies.Kits;

namespace Lowtide.Analysis.Remedies;

/// <summary>What the launcher changes: environment variables, and kits that run inside the target.</summary>
/// <param name="Environment">LD_PRELOAD: one library, which comes in front of those that are there.</param>
/// <param name="Kits">One for each language that it acts in: which of them the command is of, only its start shows.</param>
/// <param name="MergePages">Whether the kernel may merge equal pages of the command and of all that it forks (prctl(2), PR_SET_MEMORY_MERGE).</param>
public sealed record LaunchChange(IReadOnlyDictionary<string, string> Environment, IReadOnlyList<Kit> Kits, bool MergePages = false)
{
    /// <summary>Debian's, that brings the library of LD_PRELOAD; null where there is none.</summary>
    public string? Package { get; init; }
}
