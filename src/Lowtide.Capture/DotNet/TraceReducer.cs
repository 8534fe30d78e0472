using Lowtide.Recordings;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Microsoft.Diagnostics.Tracing.Parsers.ClrPrivate;

namespace Lowtide.Capture.DotNet;

/// <summary>Reads a stream of events once and keeps sums: what a trace of any length leaves is about as long as its list of collections.</summary>
internal sealed class TraceReducer
{
    private readonly Lock _gate = new();
    private readonly EventPipeEventSource _source;
    private readonly bool _allocations;
    private readonly CollectionReducer _collections = new();
    private readonly AllocationTally _tally = new();
    private readonly MethodNames _methods = new();
    private readonly StackTable _stacks;
    private readonly Dictionary<long, double> _waiting = [];
    private readonly List<DotNetWait> _waits = [];
    private GCSettingsRundownTraceData? _settings;
    private StartupFlags? _flags;
    private double _last;
    private bool _insideTold;

    /// <param name="allocations">Whether they were asked for: then there may be none.</param>
    public TraceReducer(EventPipeEventSource source, bool allocations = false)
    {
        _source = source;
        _allocations = allocations;
        _stacks = new StackTable(_methods);
        // Before the runtime's own parser is asked for: TraceEvent 4.0 reads nothing but zeros behind it.
        new GCDynamicTraceEventParser(source).GCCommittedUsage += data =>
        {
            lock (_gate)
                _collections.Committed(data);
        };
        Listen(source.Clr);
        var ended = new ClrRundownTraceEventParser(source);
        ended.MethodDCStopVerbose += Locked<MethodLoadUnloadVerboseTraceData>(_methods.Add);
        ended.GCSettingsRundown += Locked<GCSettingsRundownTraceData>(data => _settings = (GCSettingsRundownTraceData)data.Clone());
        ended.RuntimeStart += Locked<RuntimeInformationTraceData>(Known);
        var inside = new ClrPrivateTraceEventParser(source);
        inside.GCBGCAllocWaitStart += Locked<BGCAllocWaitTraceData>(data => _waiting[data.ThreadID] = data.TimeStampRelativeMSec / 1000);
        inside.GCBGCAllocWaitStop += Locked<BGCAllocWaitTraceData>(Waited);
        inside.All += Locked<TraceEvent>(_ => _insideTold = true);
    }

    /// <summary>"10.0.12"; null before the trace has told it.</summary>
    public string? RuntimeVersion { get; private set; }

    public string? CommandLine { get; private set; }

    /// <summary>Callable at any time, from any thread.</summary>
    /// <param name="seconds">For so long was listened; null for up to the last event.</param>
    public DotNetTrace Result(int pid, double startSeconds, double? seconds)
    {
        lock (_gate)
            return new DotNetTrace(
                pid, startSeconds, seconds ?? _last,
                _collections.Collections, _collections.Pauses,
                _allocations || _tally.Any ? _tally.Result() : null,
                _insideTold ? [.. _waits] : null,
                _stacks.Named(), Settings(), _source.EventsLost, _methods.Any);
    }

    private void Listen(ClrTraceEventParser runtime)
    {
        runtime.GCTriggered += Locked<GCTriggeredTraceData>(data => _collections.Triggered(data, _stacks.Add(data)));
        runtime.GCSuspendEEStart += Locked<GCSuspendEETraceData>(_collections.Suspending);
        runtime.GCSuspendEEStop += Locked<GCNoUserDataTraceData>(_collections.Suspended);
        runtime.GCStart += Locked<GCStartTraceData>(_collections.Began);
        runtime.GCStop += Locked<GCEndTraceData>(_collections.Ended);
        runtime.GCHeapStats += Locked<GCHeapStatsTraceData>(_collections.Sized);
        runtime.GCGlobalHeapHistory += Locked<GCGlobalHeapHistoryTraceData>(_collections.Remembered);
        runtime.GCPerHeapHistory += Locked<GCPerHeapHistoryTraceData>(_collections.Remembered);
        runtime.GCRestartEEStop += Locked<GCNoUserDataTraceData>(_collections.Restarted);
        runtime.AllocationSampling += Locked<AllocationSampledTraceData>(data => _tally.Add(data, _stacks.Add(data)));
        runtime.GCAllocationTick += Locked<GCAllocationTickTraceData>(data => _tally.Add(data, _stacks.Add(data)));
        runtime.MethodLoadVerbose += Locked<MethodLoadUnloadVerboseTraceData>(_methods.Add);
        runtime.RuntimeStart += Locked<RuntimeInformationTraceData>(Known);
    }

    private void Waited(BGCAllocWaitTraceData data)
    {
        if (_waiting.Remove(data.ThreadID, out var at))
            _waits.Add(new DotNetWait(at, (data.TimeStampRelativeMSec / 1000) - at, data.ThreadID));
    }

    private void Known(RuntimeInformationTraceData data)
    {
        RuntimeVersion = CoreClrFile.Parse($"{data.VMMajorVersion}.{data.VMMinorVersion}.{data.VMBuildNumber}");
        (CommandLine, _flags) = (data.CommandLine, data.StartupFlags);
    }

    private DotNetSettings? Settings() => _settings is not { } told ? null : new DotNetSettings(
        told.HardLimit, told.LOHThreshold, told.PhysicalMemoryConfig, told.Gen0MinBudgetConfig, told.Gen0MaxBudgetConfig, told.HighMemPercentConfig,
        told.BitSettings.HasFlag(GCSettingsFlags.GCSettingsConcurrent), told.BitSettings.HasFlag(GCSettingsFlags.GCSettingsLargePages),
        _flags?.HasFlag(StartupFlags.SERVER_GC));

    private Action<T> Locked<T>(Action<T> take)
        where T : TraceEvent => data =>
        {
            lock (_gate)
            {
                _last = data.TimeStampRelativeMSec / 1000;
                take(data);
            }
        };
}
