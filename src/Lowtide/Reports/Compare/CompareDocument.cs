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

/// <param name="Source">The pid, name or file that it was named by.</param>
/// <param name="PssBytes">Of the whole family at the end, the master among it; likewise the next two.</param>
/// <param name="LeftOut">Workers that came or went meanwhile.</param>
internal sealed record CompareSide(
    string Source,
    string Name,
    int? Master,
    double ObservedSeconds,
    long? PssBytes,
    long? PrivateBytes,
    long? RssBytes,
    IReadOnlyList<CompareWorker> Workers,
    int LeftOut,
    IReadOnlyList<UnreadableEntry> CouldNotRead)
{
    public static CompareSide Of(ComparedFamily side, string source) => new(
        source,
        side.Family.Name,
        side.Family.Master?.Process.Pid,
        Math.Round(side.Seconds, 3),
        side.Family.PssBytes,
        side.Family.PrivateBytes,
        side.Family.RssBytes,
        [.. side.Workers.Select(CompareWorker.Of)],
        side.LeftOut,
        UnreadableEntry.All(side.Recording.CouldNotRead));
}

internal sealed record CompareWorker(
    int Pid,
    double? AgeSeconds,
    double? PssBytes,
    double? PrivateBytes,
    double? RssBytes,
    double? InheritedSharedBytes,
    double? PrivateGrowthBytesPerSecond,
    double? CollectionsPerSecond,
    double? PauseShare)
{
    public static CompareWorker Of(WorkerFigures worker) => new(
        worker.Pid,
        worker.AgeSeconds,
        worker.PssBytes,
        worker.PrivateBytes,
        worker.RssBytes,
        worker.InheritedSharedBytes,
        worker.PrivateGrowth,
        worker.CollectionsPerSecond,
        worker.PauseShare);
}

/// <param name="Estimate">B less A; <paramref name="Low"/> and <paramref name="High"/> are null where no interval can be had.</param>
internal sealed record CompareMetric(
    string Name,
    string Unit,
    double? MedianA,
    double? MedianB,
    double? Estimate,
    double? Low,
    double? High,
    double? Confidence,
    double? PAdjusted,
    string Observed,
    int WorkersNeeded)
{
    public static CompareMetric Of(Difference difference) => new(
        difference.Metric.Name,
        difference.Metric.Unit.Name,
        difference.MedianA,
        difference.MedianB,
        difference.Shift?.Estimate,
        difference.Shift?.Interval?.Low,
        difference.Shift?.Interval?.High,
        difference.Shift?.Interval?.Confidence,
        difference.Shift is null ? null : difference.AdjustedP,
        difference.Observed switch
        {
            Analysis.Comparison.Observed.Differs => "differs",
            Analysis.Comparison.Observed.NoDifferenceSeen => "no-difference-seen",
            _ => "cannot-tell",
        },
        difference.WorkersNeeded);
}

internal sealed record CompareCircumstance(string Name, string? A, string? B, bool? Differs);
