using Lowtide.Capture.Requests;
using Lowtide.Recordings;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Microsoft.Diagnostics.Tracing.Parsers.ClrPrivate;

namespace Lowtide.Capture.DotNet;

/// <summary>Reads a stream of events once and keeps sums, and of collections those that nobody has taken yet.</summary>
internal sealed class TraceReducer
{
    /// <summary>In the order of a collection's sizes.</summary>
    private static readonly Gens[] Generations = [Gens.Gen0, Gens.Gen1, Gens.Gen2, Gens.GenLargeObj, Gens.GenPinObj];

    /// <summary>Of a type's name: a target could tell 30,000 in each of a million.</summary>
    private const int MostOfName = 1_000;

    /// <summary>Bytes of an event of survivors: its index, its count and which runtime tells.</summary>
    private const int BeforeRanges = 10;

    private readonly Lock _gate = new();
    private readonly EventPipeEventSource _source;
    private readonly DotNetListening _asked;
    private readonly Allowance _allowance;
    private readonly CollectionReducer _collections;
    private readonly AllocationTally _tally = new();
    private readonly DeathReducer _deaths = new();
    private readonly MethodNames _methods = new();
    private readonly StackTable _stacks;
    private readonly WaitReducer _waits;
    private readonly SortedDictionary<RequestSource, RequestReducer> _requests = [];
    private GCSettingsRundownTraceData? _settings;
    private StartupFlags? _flags;
    private double _last;
    private double _lastOfRunning;
    private bool _methodsNamed;
    private bool _stacksTold;

    /// <param name="asked">Of what was asked for there may be none.</param>
    /// <param name="elapsed">Seconds since it began to tell; null of a file.</param>
    public TraceReducer(EventPipeEventSource source, DotNetListening asked, Func<double>? elapsed = null)
    {
        _allowance = new Allowance(elapsed ?? (() => 0));
        (_collections, _waits) = (new CollectionReducer(_allowance), new WaitReducer(_allowance));
        _source = source;
        _asked = asked;
        _stacks = new StackTable(_methods);
        // Before the runtime's own parser is asked for: TraceEvent 4.0 reads nothing but zeros behind it.
        new GCDynamicTraceEventParser(source).GCCommittedUsage += data =>
        {
            lock (_gate)
                _collections.Committed(data);
        };
        Listen(source.Clr);
        var ended = new ClrRundownTraceEventParser(source);
        ended.MethodDCStopVerbose += AtEnd<MethodLoadUnloadVerboseTraceData>(data =>
        {
            // Those compiled meanwhile have names without it, and the others none.
            _methodsNamed = true;
            _methods.Add(data);
        });
        ended.GCSettingsRundown += AtEnd<GCSettingsRundownTraceData>(data => _settings = (GCSettingsRundownTraceData)data.Clone());
        ended.RuntimeStart += AtEnd<RuntimeInformationTraceData>(Known);
        var inside = new ClrPrivateTraceEventParser(source);
        inside.GCBGCAllocWaitStart += WhileRunning<BGCAllocWaitTraceData>(data => _waits.Began(data.ThreadID, EventTime.Of(data)));
        inside.GCBGCAllocWaitStop += WhileRunning<BGCAllocWaitTraceData>(data =>
            _waits.Ended(data.ThreadID, EventTime.Of(data), (int)data.Reason));
        inside.All += WhileRunning<TraceEvent>(_ => _waits.Telling());
        source.Dynamic.AddCallbackForProviderEvents(
            (provider, _) => provider == ActivityEvent.Provider ? EventFilterResponse.AcceptEvent : EventFilterResponse.RejectProvider,
            WhileRunning<TraceEvent>(Requested));
    }

    /// <summary>"10.0.12"; null before the trace has told it.</summary>
    public string? RuntimeVersion { get; private set; }

    public string? CommandLine { get; private set; }

    /// <summary>
    /// Callable at any time, from any thread. Collections, pauses and waits are those since the last call, all else is of all the time.
    /// </summary>
    /// <param name="seconds">
    /// When listening was to end, or ended by itself; null for up to the last event. A runtime that has to wait for a processor ends the session
    /// later, and what it tells until then counts, with its time.
    /// </param>
    /// <param name="goesOn">There will be another call.</param>
    public DotNetTrace Result(int pid, double startSeconds, double? seconds, bool goesOn = false)
    {
        lock (_gate)
        {
            var (collections, pauses) = _collections.Take(goesOn);
            return new DotNetTrace(
                pid, startSeconds, seconds is { } asked ? Math.Max(asked, _lastOfRunning) : Math.Max(0, _last), collections, pauses,
                _asked.Allocations || _tally.Any ? _tally.Result() : null,
                _waits.Take(),
                _stacks.Named(), Settings(), Math.Max(0, _source.EventsLost), _methodsNamed)
            {
                CountedCollections = _collections.Counted is > 0 and var counted ? counted : null,
                MissingCollections = _collections.Missing,
                StacksTold = _stacksTold,
                BeganAt = _last > 0 && _source.SessionStartTime.Year is > 1970 and < 2999 ? new DateTimeOffset(_source.SessionStartTime) : null,
                Deaths = _deaths.Told ? _deaths.Result() : null,
                Requests = _asked.Requests || _requests.Count > 0 ? [.. _requests.Values.Select(requests => requests.Result())] : null,
            };
        }
    }

    /// <summary>Null where they were told, and where no background collection came that anybody could have waited for.</summary>
    public Unreadable? WaitsNotTold(string why)
    {
        lock (_gate)
            return !_waits.Told && _collections.AnyBackground
                ? new Unreadable("dotnet.loh-waits", "waits of large allocations for background collections", why, Mend: null)
                : null;
    }

    /// <summary>What came beyond the bounds on call stacks and methods, and what cannot be; none where all was kept.</summary>
    public IReadOnlyList<Unreadable> LeftOut()
    {
        var missing = new List<Unreadable>();
        lock (_gate)
        {
            if (_stacks.LeftOut > 0)
                missing.Add(new Unreadable(
                    "dotnet.call-stacks", "some call stacks",
                    $"{StackTable.MostStacks:N0} different ones are kept, and there were more: {_stacks.LeftOut:N0} allocations and collections have none",
                    Mend: null));
            if (_methods.LeftOut > 0)
                missing.Add(new Unreadable(
                    "dotnet.method-names", "the names of some methods",
                    $"{MethodNames.MostMethods:N0} are kept, and the runtime told of {_methods.LeftOut:N0} more: in call stacks these are addresses",
                    Mend: null));
            if (_allowance.LeftOut is > 0 and var beyond)
                missing.Add(new Unreadable(
                    "dotnet.collections-many", "some collections, pauses and waits",
                    $"it told of {beyond:N0} more than are kept, which is more than any runtime has", Mend: null));
            if (_collections.Impossible is > 0 and var impossible)
                missing.Add(new Unreadable(
                    "dotnet.collections-damaged", impossible == 1 ? "1 collection" : $"{impossible:N0} collections",
                    "damaged: of a generation or of sizes that cannot be", Mend: null));
        }
        return missing;
    }

    private void Listen(ClrTraceEventParser runtime)
    {
        runtime.GCTriggered += WhileRunning<GCTriggeredTraceData>(data =>
            _collections.Triggered((CollectionReason)data.Reason, EventStack.IsTold ? _stacks.OfTrigger(EventStack.Of(data)) : null));
        runtime.GCSuspendEEStart += WhileRunning<GCSuspendEETraceData>(data =>
        {
            // Of the last that began; of other stops it is none (threadsuspend.cpp, ThreadSuspend::SuspendEE).
            if (data.Reason is GCSuspendEEReason.SuspendForGC or GCSuspendEEReason.SuspendForGCPrep)
                _collections.Numbered(data.Count);
            _collections.Suspending(EventTime.Of(data), data.Reason, data.ThreadID);
        });
        runtime.GCSuspendEEStop += WhileRunning<GCNoUserDataTraceData>(data => _collections.Suspended(EventTime.Of(data), data.ThreadID));
        runtime.GCStart += WhileRunning<GCStartTraceData>(data =>
        {
            _collections.Began(EventTime.Of(data), data.Count, data.Depth, (CollectionKind)data.Type, (CollectionReason)data.Reason);
            _deaths.Began(data.Count, data.Depth, data.Type == GCType.BackgroundGC, _source.EventsLost, EventTime.Of(data));
        });
        runtime.GCStop += WhileRunning<GCEndTraceData>(data =>
        {
            _collections.Ended(EventTime.Of(data), data.Count);
            _deaths.Ended(data.Count, _source.EventsLost, EventTime.Of(data));
        });
        runtime.GCGenerationRange += WhileRunning<GCGenerationRangeTraceData>(data => _deaths.Lies(data.RangeStart, data.RangeUsedLength, data.Generation));
        runtime.GCBulkSurvivingObjectRanges += WhileRunning<GCBulkSurvivingObjectRangesTraceData>(Survived);
        runtime.GCBulkMovedObjectRanges += WhileRunning<GCBulkMovedObjectRangesTraceData>(Moved);
        runtime.GCHeapStats += WhileRunning<GCHeapStatsTraceData>(data => _collections.Sized(
            [data.GenerationSize0, data.GenerationSize1, data.GenerationSize2, data.GenerationSize3, data.GenerationSize4],
            [data.TotalPromotedSize0, data.TotalPromotedSize1, data.TotalPromotedSize2, data.TotalPromotedSize3, data.TotalPromotedSize4]));
        runtime.GCGlobalHeapHistory += WhileRunning<GCGlobalHeapHistoryTraceData>(data => _collections.Remembered(
            data.GlobalMechanisms.HasFlag(GCGlobalMechanisms.Concurrent), data.NumHeaps, data.GlobalMechanisms.HasFlag(GCGlobalMechanisms.Compaction),
            data.HasMemoryPressure ? data.MemoryPressure : null));
        runtime.GCPerHeapHistory += WhileRunning<GCPerHeapHistoryTraceData>(RememberedByHeap);
        runtime.GCRestartEEStart += WhileRunning<GCNoUserDataTraceData>(data => _collections.Restarting(EventTime.Of(data), data.ThreadID));
        runtime.GCRestartEEStop += WhileRunning<GCNoUserDataTraceData>(data => _collections.Restarted(EventTime.Of(data), data.ThreadID));
        runtime.AllocationSampling += WhileRunning<AllocationSampledTraceData>(data =>
        {
            var (type, stack) = (Cut(data.TypeName), _stacks.OfAllocation(EventStack.Of(data)));
            Allocated(data, type, AllocationTally.HeapOf((int)data.AllocationKind), stack, data.Address, _tally.Add(data, type, stack));
        });
        runtime.GCAllocationTick += WhileRunning<GCAllocationTickTraceData>(data =>
        {
            var (type, stack) = (Cut(data.TypeName), _stacks.OfAllocation(EventStack.Of(data)));
            Allocated(data, type, AllocationTally.HeapOf((int)data.AllocationKind), stack, data.Address, _tally.Add(data, type, stack));
        });
        runtime.MethodLoadVerbose += WhileRunning<MethodLoadUnloadVerboseTraceData>(_methods.Add);
        runtime.RuntimeStart += WhileRunning<RuntimeInformationTraceData>(Known);
    }

    private void Survived(GCBulkSurvivingObjectRangesTraceData data)
    {
        _collections.Telling();
        var ranges = Ranges(data, data.Count, sizeof(long) + data.PointerSize);
        var judgement = _deaths.Telling(data.ThreadID, moved: false, data.Index, ranges);
        for (var range = 0; judgement is not null && range < ranges; range++)
            judgement.Survived(data.Values(range).RangeBase, data.Values(range).RangeLength, 0);
    }

    private void Moved(GCBulkMovedObjectRangesTraceData data)
    {
        var ranges = Ranges(data, data.Count, sizeof(long) + (2 * data.PointerSize));
        var judgement = _deaths.Telling(data.ThreadID, moved: true, data.Index, ranges);
        for (var range = 0; judgement is not null && range < ranges; range++)
        {
            var moved = data.Values(range);
            judgement.Survived(moved.OldRangeBase, moved.RangeLength, unchecked(moved.NewRangeBase - moved.OldRangeBase));
        }
    }

    /// <summary>TraceEvent reads whichever range it is asked for, also behind the event: a count that is not true would lead out of its memory.</summary>
    /// <param name="size">Bytes of each.</param>
    /// <returns>Null where the event has no room for them.</returns>
    private static int? Ranges(TraceEvent data, int count, int size) =>
        count >= 0 && count <= (data.EventDataLength - BeforeRanges) / size ? count : null;

    private void RememberedByHeap(GCPerHeapHistoryTraceData data)
    {
        if (!data.VersionRecognized)
            return;
        var (before, freeAfter) = (new long[Generations.Length], new long[Generations.Length]);
        for (var generation = 0; generation < Math.Min(data.NumGenerations, before.Length); generation++)
        {
            var told = data.GenData(Generations[generation]);
            (before[generation], freeAfter[generation]) = (told.SizeBefore, told.FreeListSpaceAfter + told.FreeObjSpaceAfter);
        }
        _collections.RememberedByHeap(before, freeAfter);
    }

    private static string Cut(string type) => type.Length <= MostOfName ? type : type[..MostOfName];

    private void Allocated(TraceEvent data, string type, DotNetHeap heap, int? stack, ulong address, double bytes)
    {
        if (_asked.Deaths && bytes > 0)
            _deaths.Allocated(type, heap, stack, address, bytes, EventTime.Of(data));
    }

    private void Requested(TraceEvent data)
    {
        if (ActivityEvent.Read(data) is not var (source, time))
            return;
        if (!_requests.TryGetValue(source, out var requests))
            _requests[source] = requests = new RequestReducer(source);
        requests.Add(time);
    }

    private void Known(RuntimeInformationTraceData data)
    {
        RuntimeVersion = CoreClrFile.Parse($"{data.VMMajorVersion}.{data.VMMinorVersion}.{data.VMBuildNumber}");
        (CommandLine, _flags) = (data.CommandLine, data.StartupFlags);
    }

    private DotNetSettings? Settings() => _settings is not { } told
        || !Array.TrueForAll([told.HardLimit, told.LOHThreshold, told.PhysicalMemoryConfig, told.HighMemPercentConfig], CanBe)
        || Math.Abs((double)told.Gen0MinBudgetConfig) > Recording.Largest || Math.Abs((double)told.Gen0MaxBudgetConfig) > Recording.Largest
        ? null : new DotNetSettings(
        told.HardLimit, told.LOHThreshold, told.PhysicalMemoryConfig, told.Gen0MinBudgetConfig, told.Gen0MaxBudgetConfig, told.HighMemPercentConfig,
        told.BitSettings.HasFlag(GCSettingsFlags.GCSettingsConcurrent), told.BitSettings.HasFlag(GCSettingsFlags.GCSettingsLargePages),
        _flags?.HasFlag(StartupFlags.SERVER_GC));

    private static bool CanBe(long number) => number is >= 0 and <= Recording.Largest;

    private Action<T> WhileRunning<T>(Action<T> take)
        where T : TraceEvent => AtEnd<T>(data =>
        {
            _lastOfRunning = EventTime.Of(data);
            _stacksTold = _stacksTold || !EventStack.Of(data).IsEmpty;
            take(data);
        });

    /// <summary>What the runtime tells of itself once it tells no more of what it does.</summary>
    private Action<T> AtEnd<T>(Action<T> take)
        where T : TraceEvent => data =>
        {
            lock (_gate)
            {
                _last = EventTime.Of(data);
                take(data);
            }
        };
}
