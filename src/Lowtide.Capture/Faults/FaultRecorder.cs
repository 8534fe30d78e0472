using System.Globalization;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Faults;

/// <summary>What was seen of a family's page faults, and what could not be told.</summary>
public sealed record CapturedFaults(PageFaults Faults, IReadOnlyList<Unreadable> CouldNotRead);

/// <summary>
/// Watches the page faults of a family, also of workers that it forks meanwhile: each fault's call chain, and what it gave. The
/// target runs on; each fault takes it some microseconds longer (docs/faults.md).
/// </summary>
public sealed class FaultRecorder : IDisposable
{
    /// <summary>How often the rings are emptied at the least; with two cores they fill in 30 ms at most.</summary>
    private static readonly TimeSpan Pace = TimeSpan.FromMilliseconds(20);

    /// <summary>A record is in its ring at most this long after its time was taken, so that older ones are in order across rings.</summary>
    private static readonly TimeSpan Settled = TimeSpan.FromMilliseconds(2);

    /// <summary>Of the stack, for call chains.</summary>
    private const int StackBytes = 8 << 10;

    /// <summary>On a busy machine the target's threads would have most of the time, and most of their faults would be lost.</summary>
    private const int Nice = -10;

    private readonly TimeProvider _time;
    private readonly FaultEvents _events;
    private readonly int _every;
    private readonly CodeFunctions _functions = new();
    private readonly FaultChains _chains;
    private readonly FaultedFamily _family;
    private readonly List<FaultStep> _waiting = [];
    private readonly Lock _gate = new();
    private readonly ulong[] _registers = new ulong[Elf.Frames.CallFrame.Registers];
    private readonly long _start;
    private TimeSpan? _ended;
    private bool _outlived;
    private long _samples;
    private long _lost;

    private FaultRecorder(Family family, FaultEvents events, int every, TimeProvider time)
    {
        (_events, _every, _time) = (events, every, time);
        _chains = new FaultChains(_functions);
        _family = new FaultedFamily(family, _functions, _chains.Tree);
        _start = time.GetTimestamp();
        events.Start();
    }

    /// <summary>Begins to watch. Nothing is lost before <see cref="Run"/> is called, as long as that is soon.</summary>
    /// <param name="every">One sample for so many faults; 1 for all.</param>
    /// <returns>Null if the family has ended.</returns>
    /// <exception cref="FaultsRefusedException">The kernel refuses.</exception>
    public static FaultRecorder? Start(Family family, int every, TimeProvider time) =>
        FaultEvents.Open(family, every, StackBytes) is { } events ? new FaultRecorder(family, events, every, time) : null;

    public TimeSpan Elapsed => _ended ?? _time.GetElapsedTime(_start);

    /// <summary>Samples so far, for somebody who waits.</summary>
    public long Seen => Volatile.Read(ref _samples);

    /// <summary>Takes records until the duration is over, the family has ended, or it is to stop.</summary>
    /// <param name="duration">Null without end.</param>
    /// <param name="progress">Called some times a second.</param>
    public void Run(TimeSpan? duration, CancellationToken stop, Action? progress = null)
    {
        var nice = ThreadNice.Raise(Nice);
        while (!stop.IsCancellationRequested && (duration is not { } limit || Elapsed < limit) && !_outlived)
        {
            PerfRing.Wait(_events.Rings, Pace);
            lock (_gate)
                Take();
            _outlived = !_family.Lives();
            progress?.Invoke();
        }
        lock (_gate)
        {
            _ended = Elapsed;
            _events.Stop();
            Take();
            Process(long.MaxValue);
        }
        ThreadNice.Set(nice);
    }

    /// <summary>What was seen: so far, from whatever thread, and all once <see cref="Run"/> has returned.</summary>
    public CapturedFaults Result()
    {
        lock (_gate)
            return Told();
    }

    private CapturedFaults Told()
    {
        // The kernel's own count is exact; records that tell of lost ones may themselves have had no room.
        var counted = _events.Count();
        // What was counted and waits in a ring is not lost.
        if (_ended is null)
            Take();
        var lost = _every == 1 ? counted - _samples : _lost * _every;
        var faults = new PageFaults(
            Elapsed.TotalSeconds, _every, lost is { } count ? Math.Max(0, count) : null, _events.InKernel,
            _family.Processes(), _chains.All(_every, _family.IsCollectorKnown()));
        return new CapturedFaults(faults, [.. _family.CouldNotRead(), .. Missing(faults)]);
    }

    private IEnumerable<Unreadable> Missing(PageFaults faults)
    {
        if (faults.LostFaults > 0)
            yield return new Unreadable(
                "faults.lost", $"{faults.LostFaults} of {faults.LostFaults + (_samples * _every)} page faults",
                "they came faster than they could be read, so that bursts, as of a collection, count for less than they were",
                _every == 1 ? "--every 10 samples one in ten" : $"--every {_every * 10} samples fewer");
        if (_outlived)
            yield return new Unreadable(
                "faults.end", string.Create(CultureInfo.InvariantCulture, $"page faults after {faults.Seconds:0.0} s"),
                "all processes that were watched had ended, and a server that is started in their place is not followed",
                "watch it by its own pid");
        if (!faults.InKernel)
            yield return new Unreadable(
                "faults.in-kernel", "page faults inside the kernel, as when read(2) writes into a copied page",
                "kernel.perf_event_paranoid keeps them from users without CAP_PERFMON", "run Lowtide with CAP_PERFMON (sudo)");
    }

    private void Take()
    {
        var now = _time.GetTimestamp();
        foreach (var ring in _events.Rings)
            ring.Drain(Take);
        _waiting.Sort((one, other) => one.Time.CompareTo(other.Time));
        Process(now - (long)(Settled.TotalSeconds * _time.TimestampFrequency));
    }

    private void Take(ReadOnlySpan<byte> bytes)
    {
        var record = PerfRecord.Parse(bytes, _registers);
        switch (record.Kind)
        {
            case PerfRecordKind.Fault:
                _samples++;
                _waiting.Add(new FaultStep(
                    record.Time, record.Kind, record.Process, record.Thread, record.Address, _family.Walk(record)));
                break;
            case PerfRecordKind.Forked when record.Process != record.Parent:
                _waiting.Add(new FaultStep(record.Time, record.Kind, record.Process, record.Parent, 0, 0));
                break;
            case PerfRecordKind.Ended:
                _waiting.Add(new FaultStep(record.Time, record.Kind, record.Process, record.Thread, 0, 0));
                break;
            case PerfRecordKind.Named:
                _family.Name(record.Thread, record.Name ?? "");
                if (record.ByExec)
                {
                    _family.Forget(record.Process);
                    _waiting.Add(new FaultStep(record.Time, record.Kind, record.Process, record.Thread, 0, 0));
                }
                break;
            case PerfRecordKind.Lost:
                _lost += record.LostRecords;
                break;
        }
    }

    /// <summary>Those up to this time, in order.</summary>
    private void Process(long until)
    {
        var done = 0;
        for (; done < _waiting.Count && _waiting[done].Time <= until; done++)
            if (_family.Apply(_waiting[done]) is { } told)
                _chains.Add(told);
        _waiting.RemoveRange(0, done);
        foreach (var told in _family.Settle())
            _chains.Add(told);
    }

    public void Dispose()
    {
        _events.Dispose();
        _family.Dispose();
    }
}
