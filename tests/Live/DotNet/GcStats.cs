using Lowtide.Recordings;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Analysis;
using Microsoft.Diagnostics.Tracing.Analysis.GC;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>What TraceEvent's GCStats makes of a trace, against which Lowtide's own reading is held.</summary>
internal static class GcStats
{
    public static void MustAgree(DotNetTrace told, string trace)
    {
        using var source = new EventPipeEventSource(trace);
        source.NeedLoadedDotNetRuntimes();
        source.Process();
        var runtime = Assert.Single(source.Processes().Select(process => process.LoadedDotNetRuntime()), one => one?.GC.GCs.Count > 0);
        var expected = runtime.GC.GCs.Where(gc => gc.IsComplete).OrderBy(gc => gc.Number).ToList();
        Assert.NotEmpty(expected);

        var found = told.Collections.OrderBy(collection => collection.Number).ToList();
        Assert.Equal(expected.Select(gc => gc.Number), found.Select(collection => collection.Number));
        Assert.Equal(expected.Select(gc => gc.Generation), found.Select(collection => collection.Generation));
        Assert.Equal(expected.Select(gc => (int)gc.Type), found.Select(collection => (int)collection.Kind));
        Assert.Equal(expected.Select(gc => (int)gc.Reason), found.Select(collection => (int)collection.Reason));
        foreach (var (gc, collection) in expected.Zip(found))
        {
            Near(gc.PauseDurationMSec, collection.PauseSeconds);
            Near(gc.SuspendDurationMSec, collection.SuspendSeconds);
            Near(gc.DurationMSec, collection.Seconds);
            Assert.Equal(gc.PromotedMB, collection.PromotedBytes!.Sum() / 1e6, 6);
            Assert.Equal(gc.GenSizeAfterMB(Gens.Gen2), collection.After![2] / 1e6, 6);
            // A background one tells it at its beginning only.
            if (gc.CommittedUsageAfter is { } after)
                Assert.Equal(
                    after.TotalCommittedInUse + after.TotalCommittedInGlobalDecommit + after.TotalCommittedInFree + after.TotalCommittedInGlobalFree
                        + after.TotalBookkeepingCommitted,
                    collection.CommittedBytes);
        }
        Near(runtime.GC.Stats().TotalPauseTimeMSec, found.Sum(collection => collection.PauseSeconds));
        Assert.Equal(runtime.GC.Stats().NumInduced, found.Count(collection => collection.Reason == CollectionReason.Induced));
        Assert.Equal(source.EventsLost, told.LostEvents);
    }

    /// <summary>To a microsecond: both are sums of differences of the same times.</summary>
    private static void Near(double milliseconds, double seconds) => Assert.Equal(milliseconds, seconds * 1000, tolerance: 0.001);
}
