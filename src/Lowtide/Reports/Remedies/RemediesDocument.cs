namespace Lowtide.Reports.Remedies;

/// <summary>lowtide/remedies/1</summary>
internal sealed record RemediesDocument(string Schema, IReadOnlyList<RemedyDocument> Remedies)
{
    public const string Name = "lowtide/remedies/1";
}

/// <param name="Refusal">Why it cannot apply to the TARGET; null if it can, if that cannot be told, or if none was named.</param>
/// <param name="CannotTell">What that hangs on and could not be read of the TARGET; null where all was, or if none was named.</param>
internal sealed record RemedyDocument(
    string Id,
    string Title,
    string Summary,
    IReadOnlyList<string> Answers,
    IReadOnlyList<string> Risks,
    bool? TookEffect,
    string? Refusal,
    string? CannotTell);
