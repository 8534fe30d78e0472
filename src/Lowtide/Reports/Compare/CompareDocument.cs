using Lowtide.Analysis;
using Lowtide.Analysis.Comparison;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;

namespace Lowtide.Reports.Compare;

/// <summary>lowtide/compare/1</summary>
internal sealed record CompareDocument(
    string Schema,
    double Alpha,
    CompareSide A,
    CompareSide B,
    IReadOnlyList<CompareMetric> Metrics,
    IReadOnlyList<CompareCircumstance> Circumstances)
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

    public required string Name { get; init; }

    public required int? Master { get; init; }

    public required double ObservedSeconds { get; init; }

    /// <summary>Of the whole family at the end, the master among it; likewise the next two.</summary>
    public required long? PssBytes { get; init; }

    public required long? PrivateBytes { get; init; }

    public required long? RssBytes { get; init; }

    public required IReadOnlyList<CompareWorker> Workers { get; init; }

    /// <summary>Workers that came or went meanwhile.</summary>
    public required int LeftOut { get; init; }

    public required IReadOnlyList<UnreadableEntry> CouldNotRead { get; init; }

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
    };
}

internal sealed record CompareWorker
{
    public required int Pid { get; init; }

    public required double? AgeSeconds { get; init; }

    public required double? PssBytes { get; init; }

    public required double? PrivateBytes { get; init; }

    public required double? RssBytes { get; init; }

    public required double? InheritedSharedBytes { get; init; }

    public required double? PrivateGrowthBytesPerSecond { get; init; }

    public required double? CollectionsPerSecond { get; init; }

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
    public required string Name { get; init; }

    public required string Unit { get; init; }

    public required double? MedianA { get; init; }

    public required double? MedianB { get; init; }

    /// <summary>B less A; <see cref="Low"/> and <paramref name="High"/> are null where no interval can be had.</summary>
    public required double? Estimate { get; init; }

    public required double? Low { get; init; }

    public required double? High { get; init; }

    public required double? Confidence { get; init; }

    public required double? PAdjusted { get; init; }

    public required string Observed { get; init; }

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

internal sealed record CompareCircumstance(string Name, string? A, string? B, bool? Differs);
