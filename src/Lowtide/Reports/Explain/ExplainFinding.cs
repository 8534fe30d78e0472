using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Explain;

internal sealed record ExplainFinding
{
    [Id]
    public required string Id { get; init; }

    /// <summary>What was found in a few words, without figures.</summary>
    public required string Title { get; init; }

    /// <summary>One sentence.</summary>
    public required string Statement { get; init; }

    /// <summary>What it explains in the whole family; null for a finding about pauses.</summary>
    public required long? Bytes { get; init; }

    /// <summary>Seconds of pauses or waits that it explains, all of them: several findings may count the same pauses, so that they are not to be
    /// added; null for a finding about memory.</summary>
    public required double? Seconds { get; init; }

    /// <summary>The mean over the workers that it holds for.</summary>
    public required long? BytesPerWorker { get; init; }

    [MinLength(1)]
    public required IReadOnlyList<Evidence> Evidence { get; init; }

    /// <summary>Those that answer it, can apply and are not on already.</summary>
    public required IReadOnlyList<ExplainRemedy> Remedies { get; init; }

    /// <summary>Remedies that answer it and would do harm here.</summary>
    public required IReadOnlyList<DeclinedRemedy> Declined { get; init; }

    /// <summary>What the server's own configuration has against it; null where it has nothing, or the server is not known.</summary>
    public required PreloadSetting? Setting { get; init; }

    public static ExplainFinding Of(DiagnosedFinding explained, Diagnosis diagnosis) => new()
    {
        Id = explained.Finding.Id,
        Title = FindingRules.Title(explained.Finding),
        Statement = explained.Finding.Statement,
        Bytes = explained.Finding.Bytes,
        Seconds = explained.Finding.Seconds,
        BytesPerWorker = explained.Finding.BytesPerWorker,
        Evidence = explained.Finding.Evidence,
        Remedies = [.. explained.Remedies.Select(remedy => new ExplainRemedy
        {
            Id = remedy.Remedy.Id,
            PredictedSavingBytes = SavedBytesEntry.Of(remedy.Saving),
            NetSavingBytes = SavedBytesEntry.Of(remedy.Net),
            Cost = CostEntry.Of(remedy.Saving?.Cost),
            RestsOn = remedy.Saving?.RestsOn,
            Risks = remedy.Risks,
            CannotTell = remedy.CannotTell,
            Command = TrialLine.Run(remedy.Remedy, diagnosis),
        })],
        Declined = [.. explained.Declined.Select(declined => new DeclinedRemedy(
            declined.Remedy.Id, declined.Declined!, CostEntry.Of(declined.Saving?.Cost)))],
        Setting = explained.Preload,
    };
}
