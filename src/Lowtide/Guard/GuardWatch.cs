using System.Collections.Concurrent;
using Lowtide.Analysis;
using Lowtide.Analysis.Recycling;
using Lowtide.Capture.Serving;
using Lowtide.Guard.Doors;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;
using Lowtide.Recordings.Watching;
using Lowtide.Reports.Serve;
using Lowtide.Serve;

namespace Lowtide.Guard;

/// <summary>
/// Holds every guarded family against its limits, look after look, and has at most one worker of the machine recycled at a time. What is about to be done is in
/// the history before it is done: whoever starts anew knows how much of the budget is left.
/// </summary>
/// <param name="stanzas">As they are now; the first that is of a family counts.</param>
/// <param name="say">To a person, a line each.</param>
/// <param name="hostBudget">Of all of them together, within an hour; as it is now.</param>
internal sealed class GuardWatch(
    Func<IReadOnlyList<GuardStanza>> stanzas, Func<int?> hostBudget, IGuardedMachine machine, HistoryFile history, HistoryReader past, Action<string> say,
    TimeProvider time)
{
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    /// <summary>A wall clock may differ so much from one that nobody sets: ntpd slews.</summary>
    private static readonly TimeSpan MostSlew = TimeSpan.FromSeconds(2);

    /// <summary>How far back workers are learned from.</summary>
    private static readonly TimeSpan Learned = TimeSpan.FromDays(2);

    private readonly Dictionary<string, FollowedGuard> _followed = new(StringComparer.Ordinal);
    private readonly ConcurrentQueue<WatchedEvent> _told = new();

    /// <summary>Of each family, when a worker was asked, on a clock that nobody sets.</summary>
    private readonly List<(string Label, TimeSpan At, bool Acted)> _asked = [];
    private readonly HashSet<int> _ended = [];
    private readonly long _start = time.GetTimestamp();
    private (DateTimeOffset At, TimeSpan Now)? _last;
    private TimeSpan? _clockHeldUntil;
    private bool _hasBegun;
    private Task _act = Task.CompletedTask;

    private TimeSpan Now => time.GetElapsedTime(_start);

    /// <summary>Whether it asked this worker to end: then it is no news that it did.</summary>
    public bool Asked(int pid) => _ended.Contains(pid);

    /// <summary>Of the family that was named by a pid; null before it was seen.</summary>
    public string? Label => _labelOfHead.Values.FirstOrDefault();

    /// <summary>Until what it has begun is over.</summary>
    public Task Settled => _act;

    /// <param name="noHistory">Why the history is not written; null while it is.</param>
    /// <returns>What was done, or is not done, since the look before; the history has it.</returns>
    public IReadOnlyList<WatchedEvent> Take(
        WatchedHost host, IReadOnlyDictionary<string, LatestDiagnosis> diagnoses, string? noHistory, CancellationToken cancellation)
    {
        var now = Now;
        if (!_hasBegun)
            Begin(host.At, now);
        var held = noHistory is not null ? $"the history is not written ({noHistory})" : ClockStepped(host.At, now);
        foreach (var family in host.Families)
            if (StanzaOf(family) is { } stanza)
                Take(family, stanza, Peers(host, family, stanza), Instead(diagnoses.GetValueOrDefault(family.Label)), held, (host.At, now), cancellation);
        foreach (var gone in _followed.Keys.Except(host.Families.Select(family => family.Label)).ToList())
            _followed.Remove(gone);
        var told = new List<WatchedEvent>();
        while (_told.TryDequeue(out var one))
            told.Add(one);
        return told;
    }

    /// <summary>Of the families that the stanzas are of, each by its label.</summary>
    private readonly Dictionary<int, string> _labelOfHead = [];

    private GuardStanza? StanzaOf(WatchedFamily family) => stanzas().FirstOrDefault(stanza => stanza.Head is { } head
        ? IsOfHead(head, family) : stanza.Of.Fits([family.Label, family.Name], family.Pid));

    /// <summary>Other instances, each a family of its own: those of the same stanza, or the same name where one was named by a pid.</summary>
    private IEnumerable<WatchedFamily> Peers(WatchedHost host, WatchedFamily family, GuardStanza stanza) =>
        host.Families.Where(other => other.Label != family.Label && (stanza.Head is null ? StanzaOf(other) == stanza : other.Name == family.Name));

    private string? NoPeer((IDoor Door, ServerFacts Facts)? door, IEnumerable<WatchedFamily> peers) =>
        door is { } found && found.Door.NeedsPeers(found.Facts) && !peers.Any(peer => machine.Serves(peer.Pid) == true)
            ? "no other instance of it serves, to which the proxy could go" : null;

    /// <summary>One that was named by a pid is known by its label from then on.</summary>
    private bool IsOfHead(int head, WatchedFamily family)
    {
        if (!_labelOfHead.ContainsKey(head) && family.Processes.Any(process => process.Pid == head))
            _labelOfHead[head] = family.Label;
        return _labelOfHead.GetValueOrDefault(head) == family.Label;
    }

    /// <summary>What was done within the hour before, by the wall clock: nothing else lives through a restart.</summary>
    private void Begin(DateTimeOffset at, TimeSpan now)
    {
        _hasBegun = true;
        try
        {
            foreach (var (label, when, acted) in past.Recycles(at - Hour))
                _asked.Add((label, now - (at - when), acted));
        }
        catch (RecordingException unreadable)
        {
            // As if all that may be had been done now.
            _clockHeldUntil = now + Hour;
            say($"no worker is recycled for an hour: what was done before is not known ({unreadable.Message})");
        }
    }

    /// <summary>Budgets are of hours: after one, what was kept by either clock is over.</summary>
    private string? ClockStepped(DateTimeOffset at, TimeSpan now)
    {
        if (_last is { } last && ((at - last.At) - (now - last.Now)).Duration() > MostSlew)
            _clockHeldUntil = now + Hour;
        _last = (at, now);
        return now < _clockHeldUntil ? "the machine's clock was set: what was done within the hour is not known until one has passed" : null;
    }

    private void Take(
        WatchedFamily family, GuardStanza stanza, IEnumerable<WatchedFamily> peers, string? instead, string? held, (DateTimeOffset At, TimeSpan Now) look,
        CancellationToken cancellation)
    {
        if (!_followed.TryGetValue(family.Label, out var followed))
            _followed[family.Label] = followed = new FollowedGuard
            {
                Acted = _asked.Where(one => one.Label == family.Label && one.Acted).Select(one => (TimeSpan?)one.At).Max(),
            };
        var workers = followed.Workers(family, machine, look.Now, countsServing: _act.IsCompleted);
        var isOver = workers.Any(worker => worker.PrivateBytes > stanza.Policy.PrivateLimitBytes) || family.PssBytes > stanza.Policy.FamilyLimitBytes;
        followed.Over = isOver ? followed.Over ?? look.Now : null;
        if (!isOver)
        {
            followed.Said = null;
            return;
        }
        var door = followed.DoorOf(family, machine);
        var closed = followed.Refused ?? (door is null ? AllDoors.None : door.Value.Door.Closed(door.Value.Facts, stanza.Door));
        if (closed is null)
            followed.Learn(look.Now, LearnSeconds(stanza.Policy, family.Workers), () => Courses(family, look.At));
        var state = new GuardState
        {
            Closed = closed,
            Held = held ?? InCourse(followed) ?? NoPeer(door, peers),
            Respawns = Within(look.Now, family.Label, stanza.Acts),
            HostLeft = hostBudget() is { } most ? most - Within(look.Now, null, stanza.Acts) : int.MaxValue,
            Waited = look.Now - followed.Over!.Value,
        };
        var facts = new GuardedFamily(workers)
        {
            PssBytes = family.PssBytes,
            Busy = followed.Busy,
            UsualBusy = followed.UsualBusy,
            RoomBytes = machine.RoomBytes(family.Pid),
            Fresh = followed.Fresh,
            IsLearning = followed.IsLearning(look.Now, LearnSeconds(stanza.Policy, family.Workers)),
            MostServing = followed.MostServing,
            HasStandby = door?.Door.HasStandby == true,
            IsAlone = family.Workers == 0,
            Instead = instead,
        };
        // Whom a dry run has named would be another by now.
        if (!stanza.Acts)
            facts = facts with
            {
                Workers = [.. workers.Select(one => followed.Named.Contains((one.Pid, one.StartTicks)) ? one with { PrivateBytes = null } : one)],
            };
        var decision = RecycleRule.Decide(facts, stanza.Policy, state);
        if (decision.Kind == RecycleKind.Recycle && stanza.Acts)
        {
            // A deploy may have changed its program since.
            door = followed.DoorOf(family, machine, anew: true);
            decision = Fresher(decision, facts, stanza.Policy, state with { Closed = door?.Door.Closed(door.Value.Facts, stanza.Door) });
        }
        switch (decision.Kind)
        {
            case RecycleKind.Recycle when stanza.Acts:
                followed.Said = null;
                Begin(family, followed, stanza, decision, door!.Value, look, cancellation);
                break;
            case RecycleKind.Recycle:
                followed.Named.Add((decision.Worker!.Pid, decision.Worker.StartTicks));
                _asked.Add((family.Label, look.Now, false));
                Tell(Event(family.Label, decision.Worker, WatchedEventKind.WouldRecycle, look.At, decision.Why));
                break;
            case RecycleKind.Wait or RecycleKind.Refuse when decision.Why != Busy:
                Say(followed, decision, family.Label, look.At);
                break;
            default:
                break;
        }
    }

    /// <summary>With what the worker holds now: the look's figure may be most of a minute old. The others' figures are, so that they do not count: of two that
    /// grow alike the one that was read anew would always be the larger.</summary>
    private RecycleDecision Fresher(RecycleDecision decision, GuardedFamily facts, GuardPolicy policy, GuardState state)
    {
        var worker = decision.Worker!;
        if (machine.MemoryNow(worker.Pid, worker.StartTicks) is not { PrivateBytes: { } own } memory)
            return RecycleDecision.Nothing;
        var now = worker with { PrivateBytes = own, SharedBytes = memory.SharedBytes };
        return RecycleRule.Decide(facts with { Workers = [.. facts.Workers.Select(one => one == worker ? now : one with { PrivateBytes = null })] }, policy, state);
    }

    /// <summary>Why nothing is done is told when that begins.</summary>
    private void Say(FollowedGuard followed, RecycleDecision decision, string label, DateTimeOffset at)
    {
        var reason = decision.Reason == RecycleReason.Held ? decision.Why : decision.Reason;
        if (followed.Said == reason)
            return;
        followed.Said = reason;
        Tell(Event(label, decision.Worker, WatchedEventKind.GuardWaits, at, decision.Why));
    }

    /// <summary>It is over in a moment, and no news.</summary>
    private const string Busy = "another worker is being recycled";

    private string? InCourse(FollowedGuard followed) => !_act.IsCompleted ? Busy
        : followed.Stuck is { } stuck ? $"process {stuck.Pid} was asked to end, and has not"
        : followed.Owed is { } owed ? $"nobody serves yet in the place of the last that ended ({owed} served)" : null;

    /// <param name="label">Null: of all.</param>
    /// <param name="acted">Else what a dry run has named: each has its own budget.</param>
    private int Within(TimeSpan now, string? label, bool acted)
    {
        _asked.RemoveAll(one => one.At < now - Hour);
        return _asked.Count(one => one.Acted == acted && (label is null || one.Label == label));
    }

    private IReadOnlyList<WorkerCourse> Courses(WatchedFamily family, DateTimeOffset at)
    {
        try
        {
            var alive = family.Processes.Select(process => (process.Pid, process.StartTicks)).ToHashSet();
            return WorkerCourse.Of(past.Lives(family.Label, at - Learned, at), machine.Booted, alive);
        }
        catch (RecordingException)
        {
            return [];
        }
    }

    /// <summary>Half of the time until its turn would come again, ten minutes at the most.</summary>
    private static double LearnSeconds(GuardPolicy policy, int workers) => Math.Min(600, policy.SecondsBetween(workers) / 2);

    private static string? Instead(LatestDiagnosis? latest) => latest?.Diagnosis.Answer is { First: { Saving: { } saving } first }
        ? $"{first.Remedy.Id} would save {Amount.Range(saving.LowBytes, saving.HighBytes)}" : null;

    private void Begin(
        WatchedFamily family, FollowedGuard followed, GuardStanza stanza, RecycleDecision decision, (IDoor Door, ServerFacts Facts) door,
        (DateTimeOffset At, TimeSpan Now) look,
        CancellationToken cancellation)
    {
        var worker = decision.Worker!;
        // What cannot be kept is not done.
        if (!Tell(Event(family.Label, worker, WatchedEventKind.RecycleAsked, look.At, decision.Why)))
            return;
        _asked.Add((family.Label, look.Now, true));
        _ended.Add(worker.Pid);
        followed.Acted = look.Now;
        var request = new RecycleRequest(
            (family.Image.Pid, family.Image.StartTicks), (worker.Pid, worker.StartTicks), door.Door, door.Facts, stanza.Policy.Grace,
            stanza.Policy.KillAfter)
        {
            WithStandby = decision.WithStandby,
        };
        _act = ActAsync(family.Label, followed, worker, request, cancellation);
    }

    private async Task ActAsync(string label, FollowedGuard followed, GuardedWorker worker, RecycleRequest request, CancellationToken cancellation)
    {
        var serving = followed.MostServing;
        try
        {
            End(label, followed, worker, serving, await machine.RecycleAsync(request, cancellation));
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            // It was asked, and ends by itself; its master starts another.
        }
    }

    private void End(string label, FollowedGuard followed, GuardedWorker worker, int serving, RecycleOutcome outcome)
    {
        followed.Stuck = outcome.End == RecycleEnd.Stuck ? (worker.Pid, worker.StartTicks) : null;
        followed.Owed = outcome.End == RecycleEnd.NobodyCame ? serving : null;
        followed.Refused = outcome.Refused;
        if (outcome.Surplus is { } surplus)
            _ended.Add(surplus);
        var at = time.GetUtcNow();
        Tell(outcome.End == RecycleEnd.Done
            ? Event(label, worker, WatchedEventKind.Recycled, at,
                $"{(outcome.Why is { } why ? $"{why}; " : "")}ended after {Amount.Time(Round(outcome.EndedAfter))}, pid {outcome.NewPid} serves after {
                    Amount.Time(Round(outcome.ServesAfter))}")
            : Event(label, worker, WatchedEventKind.RecycleFailed, at, outcome.Why ?? ""));
    }

    private static double Round(TimeSpan? time) => Math.Round(time?.TotalSeconds ?? 0, 1);

    private static WatchedEvent Event(string label, GuardedWorker? worker, WatchedEventKind kind, DateTimeOffset at, string why) =>
        new(at, label, kind, worker?.Pid ?? 0)
        {
            Slot = worker?.Slot,
            Memory = worker is null ? null : Lowtide.Recordings.MemoryUse.Unknown with { PrivateBytes = worker.PrivateBytes },
            Why = why,
        };

    /// <returns>Whether the history has it.</returns>
    private bool Tell(WatchedEvent happened)
    {
        var isKept = true;
        try
        {
            history.Tell(happened);
        }
        catch (RecordingException failure)
        {
            say(failure.Message);
            isKept = false;
        }
        if (!isKept && happened.Kind == WatchedEventKind.RecycleAsked)
            return false;
        say($"{happened.Family}: {ServePage.What(happened)}");
        _told.Enqueue(happened);
        return isKept;
    }
}
