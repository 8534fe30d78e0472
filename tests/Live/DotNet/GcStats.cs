using System.Globalization;
using Lowtide.Recordings;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Analysis;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>What TraceEvent's GCStats makes of a trace, against which Lowtide's own reading is held.</summary>
internal static class GcStats
{
    /// <summary>In the order of a collection's sizes.</summary>
    private static readonly Gens[] Generations = [Gens.Gen0, Gens.Gen1, Gens.Gen2, Gens.GenLargeObj, Gens.GenPinObj];

    /// <param name="othersStop">Another tool stops the threads too. GCStats then has wrong pauses of background collections: it took one for begun as the stop
    /// before it ended, which made 6.1 ms of the events' times 16.4 ms.</param>
    public static void MustAgree(DotNetTrace told, string trace, bool othersStop = false)
    {
        using var source = new EventPipeEventSource(trace);
        source.NeedLoadedDotNetRuntimes();
        var stops = new StopsOfThreads(source);
        source.Process();
        var runtime = Assert.Single(source.Processes().Select(process => process.LoadedDotNetRuntime()), one => one?.GC.GCs.Count > 0);
        var expected = runtime.GC.GCs.Where(gc => gc.IsComplete).OrderBy(gc => gc.Number).ToList();
        Assert.NotEmpty(expected);

        var found = told.Collections.OrderBy(collection => collection.Number).ToList();
        if (stops.Overlap)
        {
            Assert.Empty(expected.Select(gc => gc.Number).Except(found.Select(collection => collection.Number)));
            found.RemoveAll(collection => !expected.Exists(gc => gc.Number == collection.Number));
        }
        Assert.Equal(expected.Select(gc => gc.Number), found.Select(collection => collection.Number));
        Assert.Equal(expected.Select(gc => gc.Generation), found.Select(collection => collection.Generation));
        Assert.Equal(expected.Select(gc => (int)gc.Type), found.Select(collection => (int)collection.Kind));
        Assert.Equal(expected.Select(gc => (int)gc.Reason), found.Select(collection => (int)collection.Reason));
        foreach (var (gc, collection) in expected.Zip(found))
        {
            if (!stops.Overlap && (!othersStop || gc.Type != GCType.BackgroundGC))
            {
                Near(gc.PauseDurationMSec, collection.PauseSeconds);
                Near(gc.SuspendDurationMSec, collection.SuspendSeconds);
            }
            Near(gc.DurationMSec, collection.Seconds);
            SameSizes(gc.GenPromotedMB, collection.PromotedBytes);
            SameSizes(gc.GenSizeAfterMB, collection.After);
            Assert.NotNull(collection.Before);
            // Of a background collection of several heaps TraceEvent has none: they tell it when all else has been told.
            if (gc is { Type: GCType.BackgroundGC, PerHeapHistories: null or { Count: 0 } })
                continue;
            Assert.NotNull(gc.GlobalHeapHistory);
            // GenSizeBeforeMB is an estimate where the history came too late for it; this is what it sums up. Where a young collection came in between
            // TraceEvent may give one the histories of both: more than there are heaps.
            if (gc.PerHeapHistories!.Count == gc.GlobalHeapHistory.NumHeaps)
            {
                SameSizes(generation => gc.PerHeapHistories.Sum(heap => heap.GenData[(int)generation].SizeBefore) / 1e6, collection.Before);
                SameSizes(generation => gc.PerHeapHistories.Sum(heap => heap.GenData[(int)generation].Fragmentation) / 1e6, collection.FreeAfter);
            }
            var compacting = gc.GlobalHeapHistory.GlobalMechanisms.HasFlag(GCGlobalMechanisms.Compaction);
            Assert.True(compacting == collection.Compacting, $"{collection} compacting by GCStats: {compacting}, of {gc.PerHeapHistories.Count} histories, "
                + $"mechanisms {gc.GlobalHeapHistory.GlobalMechanisms}, {gc.Type}");
            Assert.Equal(gc.GlobalHeapHistory.NumHeaps, collection.Heaps);
            Assert.Equal(gc.GlobalHeapHistory.MemoryPressure, collection.MemoryLoadPercent);
            // A background one tells it at its beginning only.
            if (gc.CommittedUsageAfter is { } after)
                Assert.Equal(
                    after.TotalCommittedInUse + after.TotalCommittedInGlobalDecommit + after.TotalCommittedInFree + after.TotalCommittedInGlobalFree
                        + after.TotalBookkeepingCommitted,
                    collection.CommittedBytes);
        }
        TestContext.Current.TestOutputHelper?.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{found.Count} collections ({found.Count(each => each.Generation == 2)} full), paused {1000 * found.Sum(each => each.PauseSeconds):F3} ms; "
            + $"GCStats {expected.Count} ({expected.Count(gc => gc.Generation == 2)}), {expected.Sum(gc => gc.PauseDurationMSec):F3} ms"));
        Assert.Equal(runtime.GC.Stats().NumInduced, found.Count(collection => collection.Reason == CollectionReason.Induced));
        Assert.Equal(source.EventsLost, told.LostEvents);
        if (stops.Overlap || (othersStop && expected.Exists(gc => gc.Type == GCType.BackgroundGC)))
            return;
        Near(runtime.GC.Stats().TotalPauseTimeMSec, found.Sum(collection => collection.PauseSeconds));
        // Where a background collection had begun before the trace, its last stop is told and is no collection's; and a young collection that
        // shares a background one's first stop begins a moment behind it.
        if (runtime.GC.GCs.Exists(gc => gc.Type == GCType.BackgroundGC))
            Assert.True(told.PauseSeconds * 1000 >= runtime.GC.Stats().TotalPauseTimeMSec - 0.001, $"{told.PauseSeconds}");
        else
            Near(runtime.GC.Stats().TotalPauseTimeMSec, told.PauseSeconds);
    }

    private static void SameSizes(Func<Gens, double> megabytes, IReadOnlyList<long>? bytes)
    {
        Assert.NotNull(bytes);
        Assert.Equal(Generations.Length, bytes.Count);
        foreach (var (index, generation) in Generations.Index())
            Assert.Equal(megabytes(generation), bytes[index] / 1e6, 6);
    }

    /// <summary>To a microsecond: both are sums of differences of the same times.</summary>
    private static void Near(double milliseconds, double seconds) => Assert.Equal(milliseconds, seconds * 1000, tolerance: 0.001);
}
