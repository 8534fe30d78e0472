using System.ComponentModel.DataAnnotations;
using Lowtide.Recordings;

namespace Lowtide.Reports.Remedies;

/// <summary>What 'lowtide remedies [ID|TARGET] --json' prints.</summary>
internal sealed record RemediesDocument(string Schema, IReadOnlyList<RemedyDocument> Remedies)
{
    public const string Name = "lowtide/remedies/1";
}

internal sealed record RemedyDocument
{
    [Id]
    public required string Id { get; init; }

    /// <summary>In a few words, for lists.</summary>
    public required string Title { get; init; }

    public required string Summary { get; init; }

    /// <summary>Findings that it answers; none where no finding tells that it is needed.</summary>
    [Id]
    public required IReadOnlyList<string> Answers { get; init; }

    [MinLength(1)]
    public required IReadOnlyList<string> Risks { get; init; }

    /// <summary>Null where it could not be read, or no TARGET was named.</summary>
    public required bool? TookEffect { get; init; }

    /// <summary>Why it cannot apply to the TARGET; null if it can, if that cannot be told, or if none was named.</summary>
    public required string? Refusal { get; init; }

    /// <summary>What could not be read of the TARGET, so that nobody can tell whether it applies; otherwise null.</summary>
    public required string? CannotTell { get; init; }
}
