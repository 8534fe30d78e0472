using Lowtide.Analysis.Causes;
using Lowtide.Recordings;

namespace Lowtide.Reports.Explain;

/// <param name="CollectorOn">In every worker, so that nothing is counted.</param>
/// <param name="Process">The worker of the last count, as it sees itself; null before the first, as what follows is.</param>
/// <param name="Bytes">In its unreachable cycles.</param>
/// <param name="BytesPerSecond">By which all workers grow; null before the second count, as what follows is.</param>
/// <param name="AvailableBytes">Until the kernel kills, or the machine is full.</param>
/// <param name="UntilDeploySeconds">As --watch-cycles was told.</param>
/// <param name="FillsMemory">Before the next deploy; null where that cannot be said.</param>
internal sealed record CyclesWatchEntry(
    bool CollectorOn,
    [AtLeast(1)] int? Process,
    long? Bytes,
    [Signed] double? BytesPerSecond,
    [Signed] long? AvailableBytes,
    double? UntilDeploySeconds,
    bool? FillsMemory)
{
    public static CyclesWatchEntry Of(CycleWatch watch) => new(
        watch.CollectorOn, watch.Last?.ProcessId, watch.Last?.Bytes, watch.BytesPerSecond, watch.AvailableBytes, watch.UntilDeploySeconds,
        watch.FillsMemory);
}
