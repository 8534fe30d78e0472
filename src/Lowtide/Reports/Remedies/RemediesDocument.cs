namespace Lowtide.Reports.Remedies;

/// <summary>lowtide/remedies/1</summary>
internal sealed record RemediesDocument(string Schema, IReadOnlyList<RemedyDocument> Remedies)
{
    public const string Name = "lowtide/remedies/1";
}

internal sealed record RemedyDocument
{
    public required string Id { get; init; }

    public required string Title { get; init; }

    public required string Summary { get; init; }

    public required IReadOnlyList<string> Answers { get; init; }

    public required IReadOnlyList<string> Risks { get; init; }

    public required bool? TookEffect { get; init; }

    /// <summary>Why it cannot apply to the TARGET; null if it can, if that cannot be told, or if none was named.</summary>
    public required string? Refusal { get; init; }

    /// <summary>What that hangs on and could not be read of the TARGET; null where all was, or if none was named.</summary>
    public required string? CannotTell { get; init; }
}
