using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Remedies;

/// <summary>What 'lowtide remedies [ID|TARGET] --json' prints.</summary>
internal sealed record RemediesDocument(string Schema, IReadOnlyList<RemedyDocument> Remedies)
{
    public const string Name = "lowtide/remedies/1";

    /// <param name="server">Null where no TARGET was named.</param>
    public static RemediesDocument Of(IEnumerable<IRemedy> remedies, Diagnosis? server) =>
        new(Name, [.. remedies.Select(remedy => RemedyDocument.Of(remedy, server))]);
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

    /// <summary>What it would do in the TARGET; null where it cannot apply, or none was named.</summary>
    public required RemedyHereEntry? Here { get; init; }

    public static RemedyDocument Of(IRemedy remedy, Diagnosis? server)
    {
        var refusal = server is null ? null : remedy.Refusal(server.Family);
        return new RemedyDocument
        {
            Id = remedy.Id,
            Title = remedy.Title,
            Summary = remedy.Summary,
            Answers = remedy.Answers,
            Risks = remedy.Risks,
            TookEffect = server is null ? null : RemediesInEffect.TookEffect(remedy, server.Family),
            Refusal = refusal,
            CannotTell = server is null ? null : remedy.CannotTell(server.Family),
            Here = server is null || refusal is not null ? null : RemedyHereEntry.Of(RemedyHere.Of(remedy, server)),
        };
    }
}

/// <param name="State">saves: a saving is predicted. untold: it answers a finding, and nobody knows what it saves. unread: the memory could not be read, so
/// that nothing was found which it could answer.</param>
/// <param name="PredictedSavingBytes">At first; null where nothing is predicted.</param>
/// <param name="NetSavingBytes">The same after the horizon ('lowtide explain' tells it), below 0 where it may cost more than it saves.</param>
/// <param name="Harm">What harm it would do; null of one that does none.</param>
internal sealed record RemedyHereEntry(
    [Words(typeof(RemedyHere.Order))] string State, SavedBytesEntry? PredictedSavingBytes, SavedBytesEntry? NetSavingBytes, [MinLength(1)] string? Harm)
{
    public static RemedyHereEntry Of(RemedyHere here) =>
        new(JsonWord.Of(here.Kind), SavedBytesEntry.Of(here.Offer?.Saving), SavedBytesEntry.Of(here.Offer?.Net), here.Harm);
}
