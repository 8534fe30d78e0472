using Lowtide.Recordings;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Microsoft.Diagnostics.Tracing.Parsers.GCDynamic;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// Makes collections and pauses of the runtime's events as they come. In the order of events: threads are stopped (SuspendEE), collections
/// begin (GCStart) and end (GCStop, GCHeapStats), threads go on (RestartEE). A background collection is begun in one stop, finished
/// its marking in another (SuspendForGCPrep), and ends while threads run; blocking ones may come in between. Where survivors are asked for it
/// tells them in a stop of their own, like the second, right before it ends. Where memory is short and fragmented
/// (provisional mode), one of generation 1 may be followed by a full one in the same stop. What a collection remembers of itself (the history) comes
/// before its sizes, but for a background one of several heaps, which tells it after all else.
/// </summary>
/// <remarks>
/// Others stop the threads too (a sampling profiler, a debugger), and each begins to stop them before it waits for its turn (dotnet/runtime:
/// threadsuspend.cpp, ThreadSuspend::SuspendEE): so stops are told apart by the thread that makes them. That of a collection is ended by whichever thread
/// has it then, which of a background one's first is not who began it. On a busy machine who lets the threads go on is put off the processor by
/// them, and the next stop may begin before it tells that it is done.
/// </remarks>
internal sealed class CollectionReducer(Allowance allowance)
{
    /// <summary>Threads that are within one step at a time; a runtime has a few.</summary>
    private const int MostThreads = 4096;

    private readonly List<RunningCollection> _done = [];
    private readonly List<DotNetPause> _pauses = [];
    private readonly ToldSizes _sizes = new();

    /// <summary>Who has begun to stop the threads for a collection and has not yet; others, since when.</summary>
    private readonly Dictionary<long, Suspension> _stopping = [];
    private readonly Dictionary<long, double> _others = [];

    /// <summary>Who let the threads go on and did not say that this is done before they were stopped again.</summary>
    private readonly HashSet<long> _overtaken = [];

    /// <summary>The one for which they stand still.</summary>
    private Suspension? _suspension;

    /// <summary>The number that was told first, and of what kind it was: it may have begun before the trace did.</summary>
    private int? _before;
    private CollectionKind? _beforeKind;

    /// <summary>The lowest that surely began within the trace, and the highest.</summary>
    private int? _first;
    private int _highest;
    private long _finished;
    private (CollectionReason Reason, int? Stack)? _trigger;
    private RunningCollection? _background, _last, _history, _withoutHistory;
    private long? _committed;

    public bool AnyBackground { get; private set; }

    /// <summary>Collections of damaged events, which no recording can hold: left out.</summary>
    public int Impossible { get; private set; }

    /// <summary>Stops for something else than a collection that ended, and for how long they were.</summary>
    public (long Count, double Seconds) OtherStops { get; private set; }

    /// <summary>
    /// That the runtime counted, by their numbers in whatever event has one, since the first that surely began within the trace: those too of which
    /// nothing else was told.
    /// </summary>
    public long Counted => _first is { } first ? (long)_highest - first + 1 : 0;

    /// <summary>Of <see cref="Counted"/>, those that were not told, or not so that they could be put together.</summary>
    public long Missing => Math.Max(0, Counted - _finished - new[] { _last, _background }.Distinct().Count(running => running is { IsDone: false }));

    /// <summary>What ended since the last call, in order of time: a recording of weeks is not kept here.</summary>
    /// <param name="goesOn">There will be another call: one whose history may still come waits for that.</param>
    public (IReadOnlyList<DotNetCollection> Collections, IReadOnlyList<DotNetPause> Pauses) Take(bool goesOn)
    {
        var waits = goesOn && _withoutHistory is { Waited: false } one ? one : null;
        var ended = _done.Where(running => running != waits).Select(running => running.Result()).ToList();
        Impossible += ended.RemoveAll(collection => !collection.IsWhole || !_sizes.HasRoomFor(collection));
        _pauses.RemoveAll(pause => !(Math.Abs(pause.At) <= Recording.LongestSeconds && Math.Abs(pause.Seconds) <= Recording.LongestSeconds));
        (IReadOnlyList<DotNetCollection>, IReadOnlyList<DotNetPause>) taken = ([.. ended.OrderBy(collection => collection.At)], [.. _pauses]);
        _done.RemoveAll(running => running != waits);
        _pauses.Clear();
        waits?.Waited = true;
        return taken;
    }

    /// <summary>An event tells that this collection has begun; each has a higher number than those that began before it.</summary>
    public void Numbered(int number)
    {
        // What the trace begins within is no loss.
        if (_first is null && (_before ??= number) >= number)
            return;
        _first ??= number;
        _highest = Math.Max(_highest, number);
    }

    public void Triggered(CollectionReason reason, int? stack) => _trigger = (reason, stack);

    /// <param name="thread">That stops the others.</param>
    public void Suspending(double at, GCSuspendEEReason reason, long thread)
    {
        if (_stopping.Count + _others.Count >= MostThreads)
        {
            _stopping.Clear();
            _others.Clear();
        }
        if (reason is GCSuspendEEReason.SuspendForGC or GCSuspendEEReason.SuspendForGCPrep)
            _stopping[thread] = new Suspension(at, reason == GCSuspendEEReason.SuspendForGCPrep);
        else
            _others[thread] = at;
    }

    public void Suspended(double at, long thread)
    {
        // Two stops do not overlap: the one in force is over.
        if (_suspension?.Restarting is { } restarting)
        {
            if (_overtaken.Count >= MostThreads)
                _overtaken.Clear();
            _overtaken.Add(restarting.Thread);
            End(restarting.At);
        }
        if (_others.ContainsKey(thread) || !_stopping.Remove(thread, out var suspension))
            return;
        suspension.Stopped = at;
        _suspension = suspension;
    }

    /// <summary>What survives is told. Blocking collections do so in the stop that they need anyway.</summary>
    public void Telling() => _suspension?.TellsSurvivors = _suspension.Finishing;

    public void Began(double at, int number, int generation, CollectionKind kind, CollectionReason reason)
    {
        if (_last?.Number == number)
            return;
        // A trace that begins within a collection lacks the stop before it: what it took cannot be told.
        if (Standing() is not { } suspension)
        {
            BeganWithoutStop(number, kind, reason);
            return;
        }
        (_first, _highest) = (_first ?? number, Math.Max(_highest, number));
        var begun = new RunningCollection(number, generation, kind, reason, at);
        // A young collection right in front of a background one's first mark shares its stop, and is given the rest of it.
        if (_last is { IsDone: false, Kind: CollectionKind.Background } && begun.Kind == CollectionKind.Blocking)
            begun.PausedFrom = at;
        else if (_last is { IsDone: false, EndedAt: not null, After: not null } first && first.PausedFrom >= suspension.At)
        {
            first.PauseSeconds = at - first.PausedFrom;
            Done(first);
            begun.PausedFrom = at;
            // Who triggered the first is behind both (dotnet/runtime: gc.cpp, pm_full_gc_init_or_clear).
            if (reason == CollectionReason.FullWhereProvisional)
                begun.Stack = first.Stack;
        }
        else
            (begun.PausedFrom, begun.SuspendSeconds) = (suspension.At, (suspension.Stopped ?? at) - suspension.At);
        if (_trigger is { } trigger && trigger.Reason == begun.Reason)
            begun.Stack = trigger.Stack;
        _trigger = null;
        if (begun.Kind == CollectionKind.Background)
            (_background, _withoutHistory, begun.PauseSeconds) = (begun, null, begun.SuspendSeconds);
        _last = begun;
    }

    /// <summary>In the stop in which the trace begins there may be two, as told above.</summary>
    private void BeganWithoutStop(int number, CollectionKind kind, CollectionReason reason)
    {
        if (_first is null && (reason == CollectionReason.FullWhereProvisional || (_beforeKind, kind) is (CollectionKind.Background, CollectionKind.Blocking)))
            _before = number;
        _beforeKind = kind;
        Numbered(number);
    }

    public void Ended(double at, int number)
    {
        Numbered(number);
        foreach (var running in new[] { _last, _background })
            if (running is { EndedAt: null } && running.Number == number)
                running.EndedAt = at;
    }

    /// <param name="after">Of generation 0, 1, 2, of large and of pinned objects; likewise what was promoted.</param>
    public void Sized(long[] after, long[] promoted)
    {
        if (Current is not { } running)
            return;
        running.Committed = _committed;
        (running.After, running.Promoted) = (after, promoted);
        if (running.Kind == CollectionKind.Background && running.EndedAt is not null)
            Done(running);
    }

    /// <summary>
    /// Comes right before the sizes of a blocking collection, and with the marking of a background one (dotnet/runtime: gc.cpp, gc_heap::do_post_gc).
    /// </summary>
    public void Committed(CommittedUsageTraceEvent data) => _committed = data.TotalCommittedInUse + data.TotalCommittedInGlobalDecommit
        + data.TotalCommittedInFree + data.TotalCommittedInGlobalFree + data.TotalBookkeepingCommitted;

    /// <summary>Comes once a collection; those of its heaps follow.</summary>
    /// <param name="load">Percent of the memory in use; null where it is not told.</param>
    public void Remembered(bool background, int heaps, bool compacting, int? load)
    {
        _history = background ? _withoutHistory ?? _background ?? Current : Current;
        if (_history is null)
            return;
        if (_history == _withoutHistory)
            _withoutHistory = null;
        (_history.Heaps, _history.Compacting, _history.MemoryLoad) = (heaps, compacting, load);
    }

    /// <param name="before">Of one heap, in the order of <see cref="Sized"/>.</param>
    /// <param name="freeAfter">Likewise, free among the objects when it ended.</param>
    public void RememberedByHeap(ReadOnlySpan<long> before, ReadOnlySpan<long> freeAfter)
    {
        if (_history is null)
            return;
        Add(_history.Before ??= new long[before.Length], before);
        Add(_history.FreeAfter ??= new long[freeAfter.Length], freeAfter);

        static void Add(long[] sums, ReadOnlySpan<long> more)
        {
            for (var generation = 0; generation < more.Length; generation++)
                sums[generation] += more[generation];
        }
    }

    /// <param name="thread">That lets the others go on, from now.</param>
    public void Restarting(double at, long thread)
    {
        _overtaken.Remove(thread);
        if (!_others.ContainsKey(thread))
            _suspension?.Restarting = (at, thread);
    }

    /// <param name="thread">That has let all others go on.</param>
    public void Restarted(double at, long thread)
    {
        if (_overtaken.Remove(thread))
            return;
        if (_others.Remove(thread, out var since))
        {
            OtherStops = (OtherStops.Count + 1, OtherStops.Seconds + (at - since));
            return;
        }
        End(at);
    }

    private void End(double at)
    {
        if (Standing() is not { } suspension)
            return;
        _suspension = null;
        if (allowance.Takes())
            _pauses.Add(new DotNetPause(suspension.At, at - suspension.At) { TellsSurvivors = suspension.TellsSurvivors });
        if (Current is not { } running)
            return;
        if (running.Kind != CollectionKind.Background)
        {
            running.PauseSeconds = at - running.PausedFrom;
            if (running.EndedAt is not null && running.After is not null)
                Done(running);
        }
        else if (suspension.TellsSurvivors)
            return;
        else if (suspension.Finishing)
        {
            running.PauseSeconds += at - suspension.At;
            running.SuspendSeconds += (suspension.Stopped ?? suspension.At) - suspension.At;
        }
        else
            running.PauseSeconds = at - running.PausedFrom;
    }

    /// <summary>The stop that is in force; where the runtime dropped that it was reached, the last that was begun.</summary>
    private Suspension? Standing()
    {
        if (_suspension is null && _stopping.Count > 0)
        {
            var (thread, last) = _stopping.MaxBy(stop => stop.Value.At);
            _stopping.Remove(thread);
            _suspension = last;
        }
        return _suspension;
    }

    /// <summary>The last that began, or the background one that it interrupted.</summary>
    private RunningCollection? Current => _last is { IsDone: false } ? _last : _background;

    private void Done(RunningCollection running)
    {
        running.IsDone = true;
        _finished++;
        AnyBackground |= running.Kind == CollectionKind.Background;
        if (running == _background)
            (_background, _withoutHistory) = (null, running.Heaps is null ? running : null);
        if (allowance.Takes())
            _done.Add(running);
    }
}
