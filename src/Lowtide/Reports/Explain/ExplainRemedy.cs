using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;

namespace Lowtide.Reports.Explain;

internal sealed record ExplainRemedy
{
    [Id]
    public required string Id { get; init; }

    /// <summary>Null where it cannot be said.</summary>
    public required SavedBytesEntry? PredictedSavingBytes { get; init; }

    /// <summary>The same after horizon_seconds, below 0 where it may cost more than it saves; null where nothing is predicted.</summary>
    public required SavedBytesEntry? NetSavingBytes { get; init; }

    /// <summary>What it lets grow; null where nothing, or where nothing is predicted.</summary>
    public required CostEntry? Cost { get; init; }

    /// <summary>What the prediction is made of; null where there is none, or the finding's evidence says it.</summary>
    public required string? RestsOn { get; init; }

    /// <summary>Of the remedy, and behind them what they come to in this family, as far as that was looked for.</summary>
    [MinLength(1)]
    public required IReadOnlyList<string> Risks { get; init; }

    /// <summary>What its use in this family hangs on and could not be read; null where all was.</summary>
    public required string? CannotTell { get; init; }

    public required string Command { get; init; }
}

/// <param name="Why">What harm it would do here.</param>
/// <param name="Cost">What it would let grow; null where nothing, or where nothing is predicted.</param>
internal sealed record DeclinedRemedy([Id] string Id, [MinLength(1)] string Why, CostEntry? Cost);

/// <summary>What it lets grow; the rates are null where they are not known.</summary>
/// <param name="LowBytesPerSecond">Of all processes together; null where it is not known.</param>
/// <param name="HighBytesPerSecond">Of all processes together; null where it is not known.</param>
/// <param name="MostBytes">It grows no further; null where nothing ends it.</param>
/// <param name="Open">More may hang on it than could be told.</param>
internal sealed record CostEntry(double? LowBytesPerSecond, double? HighBytesPerSecond, long? MostBytes, bool Open, [MinLength(1)] string RestsOn)
{
    public static CostEntry? Of(MemoryCost? cost) => cost is null ? null : new(
        cost.IsKnown ? cost.LowBytesPerSecond : null, cost.IsKnown ? cost.HighBytesPerSecond : null, cost.MostBytes, cost.IsOpen, cost.RestsOn);
}
