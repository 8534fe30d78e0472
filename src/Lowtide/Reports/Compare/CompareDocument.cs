using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.Agreement;
using Lowtide.Analysis.Comparison;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;

namespace Lowtide.Reports.Compare;

/// <summary>What 'lowtide compare A B --json' prints: an observation, not a trial. Sizes are bytes; null is 'not read', never 0. Differences are B
/// less A, with the workers as units.</summary>
/// <param name="Alpha">Of the first metric alone, and of all others together (Holm).</param>
/// <param name="Circumstances">What may be behind a difference beside what is looked for.</param>
internal sealed record CompareDocument(
    string Schema,
    [Range(0, 1, MinimumIsExclusive = true, MaximumIsExclusive = true)] double Alpha,
    CompareSide A,
    CompareSide B,
    [MinLength(1)] IReadOnlyList<CompareMetric> Metrics,
    [MinLength(1)] IReadOnlyList<CompareCircumstance> Circumstances)
{
    public const string Name = "lowtide/compare/1";

    public static CompareDocument Of(FamilyComparison comparison, string sourceA, string sourceB) => new(
        Name,
        FamilyComparison.Alpha,
        CompareSide.Of(comparison.A, sourceA),
        CompareSide.Of(comparison.B, sourceB),
        [.. comparison.Differences.Select(CompareMetric.Of)],
        [.. comparison.Circumstances.Select(one => new CompareCircumstance(one.Name, one.A, one.B, one.Differs))]);
}

internal sealed record CompareSide
{
    /// <summary>The pid, name or file that it was named by.</summary>
    public required string Source { get; init; }

    /// <summary>The kernel's name of the master, or of the oldest worker.</summary>
    public required string Name { get; init; }

    /// <summary>Null where the master has died and left its workers.</summary>
    [AtLeast(1)]
    public required int? Master { get; init; }

    /// <summary>0 for an instant.</summary>
    public required double ObservedSeconds { get; init; }

    /// <summary>Of all members at the end, the master among them; null as soon as one member's is; likewise the next two.</summary>
    public required long? PssBytes { get; init; }

    public required long? PrivateBytes { get; init; }

    public required long? RssBytes { get; init; }

    /// <summary>That lived through the whole observation; of a lone process, itself.</summary>
    public required IReadOnlyList<CompareWorker> Workers { get; init; }

    /// <summary>Workers that came or went meanwhile.</summary>
    public required int LeftOut { get; init; }

    public required IReadOnlyList<UnreadableEntry> CouldNotRead { get; init; }

    /// <summary>Figures that the runtime, malloc or the kernel counts too, both of each.</summary>
    public required IReadOnlyList<AgreedFigure> Agreements { get; init; }

    public static CompareSide Of(ComparedFamily side, string source) => new()
    {
        Source = source,
        Name = side.Family.Name,
        Master = side.Family.Master?.Process.Pid,
        ObservedSeconds = Math.Round(side.Seconds, 3),
        PssBytes = side.Family.PssBytes,
        PrivateBytes = side.Family.PrivateBytes,
        RssBytes = side.Family.RssBytes,
        Workers = [.. side.Workers.Select(CompareWorker.Of)],
        LeftOut = side.LeftOut,
        CouldNotRead = UnreadableEntry.All(side.Recording.CouldNotRead),
        Agreements = Analysis.Agreement.Agreements.Of(side.Recording),
    };
}

internal sealed record CompareWorker
{
    [AtLeast(1)]
    public required int Pid { get; init; }

    /// <summary>At the end.</summary>
    public required double? AgeSeconds { get; init; }

    /// <summary>The median over the observation; likewise the next two.</summary>
    public required double? PssBytes { get; init; }

    public required double? PrivateBytes { get; init; }

    public required double? RssBytes { get; init; }

    /// <summary>At the end, by the page census.</summary>
    public required double? InheritedSharedBytes { get; init; }

    /// <summary>From its first sample to its last; null where those are less than 10 s apart.</summary>
    [Signed]
    public required double? PrivateGrowthBytesPerSecond { get; init; }

    /// <summary>Of all generations.</summary>
    public required double? CollectionsPerSecond { get; init; }

    /// <summary>Of the time that all threads stood still for .NET's collector; null where its runtime was not listened to for 10 s.</summary>
    public required double? PauseShare { get; init; }

    public static CompareWorker Of(WorkerFigures worker) => new()
    {
        Pid = worker.Pid,
        AgeSeconds = worker.AgeSeconds,
        PssBytes = worker.PssBytes,
        PrivateBytes = worker.PrivateBytes,
        RssBytes = worker.RssBytes,
        InheritedSharedBytes = worker.InheritedSharedBytes,
        PrivateGrowthBytesPerSecond = worker.PrivateGrowth,
        CollectionsPerSecond = worker.CollectionsPerSecond,
        PauseShare = worker.PauseShare,
    };
}

internal sealed record CompareMetric
{
    [Words(typeof(ComparedMetric), nameof(ComparedMetric.All))]
    public required string Name { get; init; }

    [Words(typeof(ComparedMetric), nameof(ComparedMetric.All), Of = nameof(ComparedMetric.Unit))]
    public required string Unit { get; init; }

    /// <summary>Of A's workers; null where it was not read of all of them.</summary>
    [Signed]
    public required double? MedianA { get; init; }

    [Signed]
    public required double? MedianB { get; init; }

    /// <summary>Hodges-Lehmann: the median of all differences between a worker of B and one of A.</summary>
    [Signed]
    public required double? Estimate { get; init; }

    /// <summary>Null where the workers are too few for an interval.</summary>
    [Signed]
    public required double? Low { get; init; }

    [Signed]
    public required double? High { get; init; }

    /// <summary>That the interval reaches, at or above the one it was made for.</summary>
    [Range(0, 1)]
    public required double? Confidence { get; init; }

    /// <summary>Two-sided, exact up to 100 workers, after Holm's correction; null where nothing could be tested.</summary>
    [Range(0, 1)]
    public required double? PAdjusted { get; init; }

    /// <summary>No verdict: there is no better or worse without a trial.</summary>
    [AllowedValues("differs", "no-difference-seen", "cannot-tell")]
    public required string Observed { get; init; }

    /// <summary>On each side, for anything to be told.</summary>
    [AtLeast(1)]
    public required int WorkersNeeded { get; init; }

    public static CompareMetric Of(Difference difference) => new()
    {
        Name = difference.Metric.Name,
        Unit = difference.Metric.Unit.Name,
        MedianA = difference.MedianA,
        MedianB = difference.MedianB,
        Estimate = difference.Shift?.Estimate,
        Low = difference.Shift?.Interval?.Low,
        High = difference.Shift?.Interval?.High,
        Confidence = difference.Shift?.Interval?.Confidence,
        PAdjusted = difference.Shift is null ? null : difference.AdjustedP,
        Observed = difference.Observed switch
        {
            Analysis.Comparison.Observed.Differs => "differs",
            Analysis.Comparison.Observed.NoDifferenceSeen => "no-difference-seen",
            _ => "cannot-tell",
        },
        WorkersNeeded = difference.WorkersNeeded,
    };
}

/// <param name="A">In words; null where it is not known.</param>
/// <param name="Differs">Null where one side is not known.</param>
internal sealed record CompareCircumstance(string Name, string? A, string? B, bool? Differs);
