using Lowtide.Analysis.Statistics;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Comparison;

/// <summary>What one worker was over a recording: one value a metric, for the worker is the unit.</summary>
/// <param name="AgeSeconds">From its start to the last snapshot; null for a recording that does not tell.</param>
/// <param name="PssBytes">The median over its samples; likewise the next two.</param>
/// <param name="InheritedSharedBytes">At the last snapshot, by the census; null without one.</param>
/// <param name="PrivateGrowth">Bytes a second, from its first sample to its last.</param>
/// <param name="CollectionsPerSecond">Of all generations, likewise; of .NET those that its runtime told of.</param>
/// <param name="PauseShare">Of the time that all threads stood still for .NET's collector; null where that was not told.</param>
public sealed record WorkerFigures(
    int Pid,
    double? AgeSeconds,
    double? PssBytes,
    double? PrivateBytes,
    double? RssBytes,
    double? InheritedSharedBytes,
    double? PrivateGrowth,
    double? CollectionsPerSecond,
    double? PauseShare)
{
    /// <summary>A rate over less is a matter of one allocation more or less.</summary>
    public const double ShortestSeconds = 10;

    /// <param name="family">The last snapshot.</param>
    /// <param name="samples">Of this worker, in order of time; empty for a recording of one instant.</param>
    /// <param name="told">By one process's .NET runtime; null where none was listened to.</param>
    public static WorkerFigures Of(FamilySnapshot family, Member worker, IReadOnlyList<Sample> samples, DotNetTrace? told) => new(
        worker.Process.Pid,
        (family.UptimeTicks - worker.Process.StartTicks) / ClockTicks.PerSecond,
        Median(worker, samples, memory => memory.PssBytes),
        Median(worker, samples, memory => memory.PrivateBytes),
        Median(worker, samples, memory => memory.RssBytes),
        worker.Census?.Tally.InheritedSharedBytes,
        Rate(samples, sample => sample.Memory.PrivateBytes),
        Long(told, worker) is { } trace ? trace.Collections.Count / trace.Seconds : Rate(samples, sample => sample.Collections?.Sum()),
        Long(told, worker) is { } paused ? paused.PauseSeconds / paused.Seconds : null);

    /// <summary>Of this worker, and long enough for a rate.</summary>
    private static DotNetTrace? Long(DotNetTrace? told, Member worker) =>
        told is { Seconds: >= ShortestSeconds } && told.Pid == worker.Process.Pid ? told : null;

    private static double? Median(Member worker, IReadOnlyList<Sample> samples, Func<MemoryUse, long?> bytes) =>
        Quantile.Median(samples.Select(sample => bytes(sample.Memory)).OfType<long>().Select(value => (double)value)) ?? bytes(worker.Memory);

    private static double? Rate(IReadOnlyList<Sample> samples, Func<Sample, long?> value)
    {
        var read = samples.Where(sample => value(sample) is not null).ToList();
        return read.Count > 1 && read[^1].Seconds - read[0].Seconds is >= ShortestSeconds and var seconds
            ? (value(read[^1]) - value(read[0])) / seconds
            : null;
    }
}
