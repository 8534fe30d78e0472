using Lowtide.Analysis;
using Lowtide.Analysis.Recycling;
using Lowtide.Capture.Serving;
using Lowtide.Guard.Doors;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;
using Lowtide.Recordings.Watching;
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
    /// <summary>How far back workers are learned from.</summary>
    private static readonly TimeSpan Learned = TimeSpan.FromDays(2);

    /// <summary>So long a family that is not seen is remembered, and so long it is no news that a worker ended that was asked.</summary>
    private static readonly TimeSpan Remembered = TimeSpan.FromMinutes(10);

    private readonly Dictionary<string, FollowedGuard> _followed = new(StringComparer.Ordinal);

    /// <summary>Of the families that the stanzas are of, each by its label.</summary>
    private readonly Dictionary<int, string> _labelOfHead = [];

    private readonly RespawnAccount _account = new(past, time);
    private readonly GuardTelling _telling = new(history, say);

    /// <summary>Who was asked to end, or came beside another and was ended again; and when.</summary>
    private readonly Dictionary<int, TimeSpan> _asked = [];

    /// <summary>A look and the end of a recycle change the same.</summary>
    private readonly Lock _gate = new();

    private Task _act = Task.CompletedTask;

    /// <summary>Whether it asked this worker to end: then it is no news that it did.</summary>
    public bool Asked(int pid)
    {
        lock (_gate)
            return _asked.ContainsKey(pid);
    }

    /// <summary>Of the family that was named by a pid; null before it was seen.</summary>
    public string? Label
    {
        get
        {
            lock (_gate)
                return _labelOfHead.Values.FirstOrDefault();
        }
    }

    /// <summary>By label, of those that the latest look has seen.</summary>
    public IReadOnlyDictionary<string, GuardStatus> Status
    {
        get
        {
            lock (_gate)
                return _followed.Where(one => one.Value.Seen == _look)
                    .ToDictionary(one => one.Key, one => new GuardStatus(one.Value.Asked, _look - one.Value.Over), StringComparer.Ordinal);
        }
    }

    private TimeSpan _look;

    /// <summary>Until what it has begun is over.</summary>
    public Task Settled => _act;

    /// <param name="noHistory">Why the history is not written; null while it is.</param>
    /// <returns>What was done, or is not done, since the look before; the history has it.</returns>
    public IReadOnlyList<WatchedEvent> Take(
        WatchedHost host, IReadOnlyDictionary<string, LatestDiagnosis> diagnoses, string? noHistory, CancellationToken cancellation)
    {
        lock (_gate)
        {
            var unknown = _account.Unknown();
            _look = _account.Now;
            var held = noHistory is not null ? $"the history is not written ({noHistory})" : unknown;
            foreach (var family in host.Families)
                if (StanzaOf(family) is { } stanza)
                    Take(family, stanza, Peers(host, family, stanza), Instead(diagnoses.GetValueOrDefault(family.Label)), held, host.At, cancellation);
            foreach (var (label, followed) in _followed)
                if (_look - followed.Seen > Remembered)
                    _followed.Remove(label);
            foreach (var (pid, at) in _asked)
                if (_look - at > Remembered)
                    _asked.Remove(pid);
            return _telling.Taken();
        }
    }

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

    private void Take(
        WatchedFamily family, GuardStanza stanza, IEnumerable<WatchedFamily> peers, string? instead, string? held, DateTimeOffset at,
        CancellationToken cancellation)
    {
        if (!_followed.TryGetValue(family.Label, out var followed))
            _followed[family.Label] = followed = new FollowedGuard { Acted = _account.Last(family.Label) };
        followed.Seen = _look;
        var workers = followed.Workers(family, machine, _look, countsServing: _act.IsCompleted);
        if (!RecycleRule.IsOver(workers, family.PssBytes, stanza.Policy))
        {
            (followed.Over, followed.Said, followed.QuietAwaited) = (null, null, null);
            return;
        }
        followed.Over ??= _look;
        if (!_act.IsCompleted || _look < followed.NotBefore)
            return;
        var door = followed.DoorOf(family, machine, stanza.Door, _look);
        var learning = LearnSeconds(stanza.Policy, family.Workers);
        var closed = Closed(door, stanza);
        if (closed is null)
            followed.Learn(_look, learning, () => Courses(family, at));
        var state = new GuardState
        {
            Closed = closed,
            Held = held ?? InCourse(followed) ?? NoPeer(door, peers),
            Respawns = _account.Within(family.Label, stanza.Acts),
            HostLeft = hostBudget() is { } most ? most - _account.Within(null, stanza.Acts) : int.MaxValue,
            OverFor = _look - followed.Over.Value,
            QuietAwaitedFor = _look - (followed.QuietAwaited ?? _look),
        };
        var facts = new GuardedFamily(stanza.Acts ? workers : [.. workers.Select(followed.WithoutNamed)])
        {
            PssBytes = family.PssBytes,
            Busy = followed.Busy,
            UsualBusy = followed.UsualBusy,
            RoomBytes = machine.RoomBytes(family.Pid),
            Fresh = followed.Fresh,
            IsLearning = followed.IsLearning(_look, learning),
            LearnSeconds = learning,
            MostServing = followed.MostServing,
            HasStandby = door?.Door.HasStandby == true,
            IsAlone = family.Workers == 0,
            Instead = instead,
        };
        var decision = RecycleRule.Decide(facts, stanza.Policy, state);
        if (decision.Kind == RecycleKind.Recycle && stanza.Acts)
        {
            // A deploy may have changed its program since.
            door = followed.DoorOf(family, machine);
            decision = Fresher(decision, facts, stanza.Policy, state with { Closed = Closed(door, stanza) });
        }
        followed.QuietAwaited = decision.Reason == RecycleReason.Busy ? followed.QuietAwaited ?? _look : null;
        switch (decision.Kind)
        {
            case RecycleKind.Recycle when stanza.Acts:
                followed.Said = null;
                Begin(family, followed, stanza, decision, door!.Value, at, cancellation);
                break;
            case RecycleKind.Recycle:
                followed.Named.Add((decision.Worker!.Pid, decision.Worker.StartTicks));
                _account.Add(family.Label, acted: false);
                _telling.Tell(family.Label, decision.Worker, WatchedEventKind.WouldRecycle, at, decision.Why);
                break;
            case RecycleKind.Wait or RecycleKind.Refuse:
                Say(followed, decision, family.Label, at, stanza.Policy.Grace);
                break;
            default:
                break;
        }
    }

    private static string? Closed((IDoor Door, ServerFacts Facts)? door, GuardStanza stanza) =>
        door is { } found ? found.Door.Closed(found.Facts, stanza.Door) : AllDoors.None;

    /// <summary>With what the worker holds now: the look's figure may be most of a minute old. The others' figures are, so that they do not count: of two that
    /// grow alike the one that was read anew would always be the larger.</summary>
    private RecycleDecision Fresher(RecycleDecision decision, GuardedFamily facts, GuardPolicy policy, GuardState state)
    {
        var worker = decision.Worker!;
        if (machine.MemoryNow(worker.Pid, worker.StartTicks) is not { PrivateBytes: { } own } memory)
            return RecycleDecision.Nothing;
        var now = worker with { PrivateBytes = own, SharedBytes = memory.SharedBytes };
        var alone = facts.Workers.Select(one => one == worker ? now : one with { PrivateBytes = null });
        return RecycleRule.Decide(facts with { Workers = [.. alone] }, policy, state);
    }

    /// <summary>Why nothing is done is told when that begins.</summary>
    private void Say(FollowedGuard followed, RecycleDecision decision, string label, DateTimeOffset at, TimeSpan grace)
    {
        var reason = decision.Reason == RecycleReason.Held ? decision.Why : decision.Reason;
        // One that has just come was not seen to serve yet: that is no news.
        if (followed.Said == reason || (decision.Reason == RecycleReason.Serving && _look - followed.Acted < grace))
            return;
        followed.Said = reason;
        _telling.Tell(label, decision.Worker, WatchedEventKind.GuardWaits, at, decision.Why);
    }

    private static string? InCourse(FollowedGuard followed) =>
        followed.Stuck is { } stuck ? $"process {stuck.Pid} was asked to end, and has not"
        : followed.Owed is { } owed ? $"nobody serves yet in the place of the last that ended ({owed} served)" : null;

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
        WatchedFamily family, FollowedGuard followed, GuardStanza stanza, RecycleDecision decision, (IDoor Door, ServerFacts Facts) door, DateTimeOffset at,
        CancellationToken cancellation)
    {
        var worker = decision.Worker!;
        // What cannot be kept is not done.
        if (!_telling.Tell(family.Label, worker, WatchedEventKind.RecycleAsked, at, decision.Why))
            return;
        var begun = new Begun(family.Label, followed, worker, followed.MostServing, followed.Acted, _account.Add(family.Label, acted: true));
        _asked[worker.Pid] = _look;
        followed.Acted = _look;
        var request = new RecycleRequest(
            (family.Image.Pid, family.Image.StartTicks), (worker.Pid, worker.StartTicks), door.Door, door.Facts, stanza.Policy.Grace,
            stanza.Policy.KillAfter)
        {
            WithStandby = decision.WithStandby,
        };
        _act = ActAsync(begun, request, cancellation);
    }

    /// <param name="Serving">How many served then.</param>
    /// <param name="ActedBefore">When a worker of it was asked the last time.</param>
    private sealed record Begun(string Label, FollowedGuard Followed, GuardedWorker Worker, int Serving, TimeSpan? ActedBefore, RespawnAccount.Respawn Counted);

    private async Task ActAsync(Begun begun, RecycleRequest request, CancellationToken cancellation)
    {
        try
        {
            var outcome = await machine.RecycleAsync(request, cancellation);
            lock (_gate)
                End(begun, outcome);
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            // It was asked, and ends by itself; its master starts another.
        }
    }

    private void End(Begun begun, RecycleOutcome outcome)
    {
        var (followed, worker) = (begun.Followed, begun.Worker);
        followed.Stuck = outcome.End == RecycleEnd.Stuck ? (worker.Pid, worker.StartTicks) : null;
        followed.Owed = outcome.End == RecycleEnd.NobodyCame ? begun.Serving : null;
        if (outcome.Surplus is { } surplus)
            _asked[surplus] = _account.Now;
        if (outcome.End == RecycleEnd.NotAsked)
        {
            // Nobody ended for it. A history that is read after a restart counts it all the same.
            _account.TakeBack(begun.Counted);
            _asked.Remove(worker.Pid);
            (followed.Acted, followed.NotBefore) = (begun.ActedBefore, _account.Now + followed.PauseAfterRefusal());
        }
        else
        {
            followed.Asked++;
            followed.Refusals = 0;
        }
        var at = time.GetUtcNow();
        if (outcome.End == RecycleEnd.Done)
            _telling.Tell(begun.Label, worker, WatchedEventKind.Recycled, at, $"{(outcome.Why is { } why ? $"{why}; " : "")}ended after {
                Amount.Time(Round(outcome.EndedAfter))}, pid {outcome.NewPid} serves after {Amount.Time(Round(outcome.ServesAfter))}");
        else
            _telling.Tell(begun.Label, worker, WatchedEventKind.RecycleFailed, at, outcome.Why ?? "");
    }

    private static double Round(TimeSpan? time) => Math.Round(time?.TotalSeconds ?? 0, 1);
}
