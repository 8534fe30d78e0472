using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Recordings;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Trials;

internal sealed record BenefitEntry
{
    [Words(typeof(Benefit), nameof(Benefit.Names))]
    public required string Name { get; init; }

    [AllowedValues("bytes", "seconds", "1/s", "1", "workers", "count")]
    public required string Unit { get; init; }

    /// <summary>"ratio", arm/baseline, or "difference", arm minus baseline in the unit: what estimate, low and high are.</summary>
    [AllowedValues("ratio", "difference")]
    public required string Compared { get; init; }

    /// <summary>The median of the baseline runs; null of more_workers, which only a pair shows.</summary>
    [Signed]
    public required double? Baseline { get; init; }

    [Signed]
    public required double? Estimate { get; init; }

    /// <summary>Null with too few pairs for an interval.</summary>
    [Signed]
    public required double? Low { get; init; }

    [Signed]
    public required double? High { get; init; }

    /// <summary>Why there is no estimate; null where there is one.</summary>
    public required string? Why { get; init; }

    public static BenefitEntry Of(Benefit benefit) => new()
    {
        Name = benefit.Name,
        Unit = benefit.Unit.Name,
        Compared = benefit.Effect.Scale == EffectScale.Ratio ? "ratio" : "difference",
        Baseline = benefit.Baseline,
        Estimate = benefit.Effect.Estimate,
        Low = benefit.Effect.Interval?.Low,
        High = benefit.Effect.Interval?.High,
        Why = benefit.Why,
    };
}
