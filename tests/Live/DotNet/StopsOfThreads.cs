using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>Of the stops that a collector made, what GCStats leaves untold, by the events of a trace as they are processed.</summary>
internal sealed class StopsOfThreads
{
    private readonly HashSet<int> _others = [], _blocking = [];

    /// <summary>By thread, since when it lets the others go on, and since when the collector was done.</summary>
    private readonly Dictionary<int, double> _restarting = [];
    private double? _ended;

    public StopsOfThreads(EventPipeEventSource source)
    {
        source.Clr.GCSuspendEEStart += data =>
        {
            if (data.Reason is GCSuspendEEReason.SuspendForGC or GCSuspendEEReason.SuspendForGCPrep)
                Overlap |= _restarting.Count > 0;
            else
                _others.Add(data.ThreadID);
        };
        source.Clr.GCSuspendEEStop += data => Overlap |= _restarting.Count > 0;
        source.Clr.GCStart += data =>
        {
            if (data.Type != GCType.BackgroundGC)
                _blocking.Add(data.Count);
        };
        source.Clr.GCStop += data => _ended = _blocking.Contains(data.Count) ? data.TimeStampRelativeMSec : _ended;
        source.Clr.GCRestartEEStart += data =>
        {
            if (_others.Contains(data.ThreadID))
                return;
            _restarting[data.ThreadID] = _ended ?? data.TimeStampRelativeMSec;
            _ended = null;
        };
        source.Clr.GCRestartEEStop += data =>
        {
            if (!_others.Remove(data.ThreadID) && _restarting.Remove(data.ThreadID, out var since))
                RestartSeconds += (data.TimeStampRelativeMSec - since) / 1000;
        };
    }

    /// <summary>
    /// One began before the last had told its end, as on a busy machine (see CollectionReducer). GCStats then leaves a collection out, or gives it a
    /// wrong pause: 23 and 17 in two traces that have all their events.
    /// </summary>
    public bool Overlap { get; private set; }

    /// <summary>
    /// From where the collector is done to where all threads run again, over all stops: part of a pause here and for GCStats, not of the runtime's own
    /// sum, which ends before (dotnet/runtime: gc.cpp, GCHeap::GarbageCollectGeneration). On a busy machine who lets the threads go on is put off the
    /// processor by them: 8.7 of 363 ms.
    /// </summary>
    public double RestartSeconds { get; private set; }

    public static StopsOfThreads Of(string trace)
    {
        using var source = new EventPipeEventSource(trace);
        var stops = new StopsOfThreads(source);
        source.Process();
        return stops;
    }
}
