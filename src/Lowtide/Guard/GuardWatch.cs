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
internal sealed class GuardWatch : IDisposable
{
    /// <summary>So long a family that is not seen is remembered.</summary>
    private static readonly TimeSpan Remembered = TimeSpan.FromMinutes(10);

    private readonly Dictionary<string, FollowedGuard> _followed = new(StringComparer.Ordinal);

    /// <summary>Families that were named by a pid: a label that has become free goes to whoever comes next.</summary>
    private readonly Dictionary<int, (string Label, string? Identity)> _ofHead = [];

    private readonly Func<IReadOnlyList<GuardStanza>> _stanzas;
    private readonly IGuardedMachine _machine;
    private readonly HistoryReader _past;
    private readonly RespawnAccount _account;
    private readonly GuardFacts _facts;
    private readonly GuardTelling _telling;
    private readonly RecycleInCourse _course;

    /// <summary>A look and the end of a recycle change the same.</summary>
    private readonly Lock _gate = new();

    /// <param name="stanzas">As they are now; the first that is of a family counts.</param>
    /// <param name="hostBudget">Of all of them together, within an hour; as it is now.</param>
    /// <param name="say">To a person, a line each.</param>
    public GuardWatch(
        Func<IReadOnlyList<GuardStanza>> stanzas, Func<int?> hostBudget, IGuardedMachine machine, HistoryFile history, HistoryReader past,
        Action<string> say, TimeProvider time)
    {
        (_stanzas, _machine, _past) = (stanzas, machine, past);
        _account = new RespawnAccount(past, time);
        _facts = new GuardFacts(machine, past, _account, hostBudget);
        _telling = new GuardTelling(history, say);
        _course = new RecycleInCourse(machine, _account, _telling, time, _gate);
    }

    /// <inheritdoc cref="RecycleInCourse.Asked"/>
    public bool Asked(int pid)
    {
        lock (_gate)
            return _course.Asked(pid);
    }

    /// <summary>Of the family that was named by a pid; null before it was seen.</summary>
    public string? Label
    {
        get
        {
            lock (_gate)
                return _ofHead.Values.Select(named => named.Label).FirstOrDefault();
        }
    }

    /// <summary>By label, of those that the latest look has seen.</summary>
    public IReadOnlyDictionary<string, GuardStatus> Status
    {
        get
        {
            lock (_gate)
                return _followed.Where(one => one.Value.Seen == _look)
                    .ToDictionary(one => one.Key, one => one.Value.Status(_look), StringComparer.Ordinal);
        }
    }

    private TimeSpan _look;

    /// <inheritdoc cref="RecycleInCourse.Settled"/>
    public Task Settled => _course.Settled;

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
                    TryTake(
                        new GuardedLook(family, stanza, host.At, _look)
                        {
                            Peers = Peers(host, family, stanza), Diagnosis = diagnoses.GetValueOrDefault(family.Label), Held = held,
                        }, cancellation);
            foreach (var (label, followed) in _followed)
            {
                // One that is asked now, or stands still, is no other guard's yet.
                if (followed.Seen != _look && _course.IsOver && followed.Stuck is null)
                    followed.Dispose();
                if (_look - followed.Seen > Remembered)
                    _followed.Remove(label);
            }
            _course.Forget(_look - Remembered);
            return _telling.Taken();
        }
    }

    private GuardStanza? StanzaOf(WatchedFamily family) => _stanzas().FirstOrDefault(stanza =>
        (stanza.Head is not { } head || IsOfHead(head, family)) && stanza.Of.Fits([family.Label, family.Name], family.Pid));

    /// <summary>Other instances, each a family of its own: those of its name, and of the same stanza where none was named by a pid.</summary>
    private IEnumerable<WatchedFamily> Peers(WatchedHost host, WatchedFamily family, GuardStanza stanza) => host.Families.Where(other =>
        other.Label != family.Label && other.Name == family.Name && (stanza.Head is not null || StanzaOf(other) == stanza));

    /// <summary>One that was named by a pid is known by its label, program, arguments and folder from then on.</summary>
    private bool IsOfHead(int head, WatchedFamily family)
    {
        if (!_ofHead.ContainsKey(head) && family.Processes.Any(process => process.Pid == head))
            _ofHead[head] = (family.Label, family.Identity);
        return _ofHead.TryGetValue(head, out var named) && named == (family.Label, family.Identity);
    }

    private FollowedGuard Follow(WatchedFamily family, GuardStanza stanza, DateTimeOffset at)
    {
        var followed = new FollowedGuard { Stanza = stanza, Acted = _account.Last(family.Label) };
        try
        {
            if (_past.LastRecycle(family.Label, at - RespawnAccount.Hour) is { } last && RecycleInCourse.IsOpen(last))
                followed.Resume(family, last, _machine.Booted, at - last.At, _look);
        }
        catch (RecordingException)
        {
            // Then the budget of the hour is not known either, and nothing is done in it.
        }
        return followed;
    }

    /// <summary>What one server shows, in its settings say, keeps nobody from guarding the others.</summary>
    private void TryTake(GuardedLook look, CancellationToken cancellation)
    {
        try
        {
            Take(look, cancellation);
        }
        catch (Exception failure) when (failure is not OperationCanceledException)
        {
            if (_followed.TryGetValue(look.Family.Label, out var followed))
                Say(followed, new RecycleDecision(RecycleKind.Wait, RecycleReason.Held, $"it could not be judged ({failure.Message})")
                {
                    Worker = GuardFacts.WorkerOf(look.Family.Processes[^1]),
                }, look);
        }
    }

    private void Take(GuardedLook look, CancellationToken cancellation)
    {
        var (family, stanza) = (look.Family, look.Stanza);
        if (!_followed.TryGetValue(family.Label, out var followed))
            _followed[family.Label] = followed = Follow(family, stanza, look.At);
        if (!stanza.Acts && _course.IsOver)
            followed.Dispose();
        if (followed.Stanza.Acts != stanza.Acts)
            followed.Holds();
        (followed.Seen, followed.Stanza) = (_look, stanza);
        var workers = followed.Workers(family, _machine, _look, countsServing: _course.IsOver);
        if (!RecycleRule.IsOver(workers, family.PssBytes, stanza.Policy))
        {
            if (GuardFacts.Unread(family, stanza.Policy) is { } unread)
            {
                followed.Over ??= _look;
                Say(followed, unread, look);
            }
            // By a sum with a hole in it nothing is known of the family, unless all together are less.
            else if (family.PssBytes is not null || !(family.ResidentBytes > stanza.Policy.FamilyLimitBytes))
                followed.Holds();
            return;
        }
        followed.Over ??= _look;
        if (!_course.IsOver || _look < followed.NotBefore)
            return;
        var known = _facts.Of(look, followed, workers);
        if (!known.IsOver)
        {
            followed.Holds();
            return;
        }
        var (facts, state, door) = known;
        var decision = RecycleRule.Decide(facts, stanza.Policy, state);
        if (decision.Kind == RecycleKind.Recycle && stanza.Acts)
        {
            // A deploy may have changed its program since.
            door = followed.DoorOf(family, _machine);
            decision = Fresher(decision, facts, stanza.Policy, state with { Closed = AllDoors.Closed(door, stanza.Door) });
        }
        followed.QuietAwaited = decision.Reason == RecycleReason.Busy ? followed.QuietAwaited ?? _look : null;
        switch (decision.Kind)
        {
            case RecycleKind.Recycle when stanza.Acts:
                if (_course.Begin(family.Label, followed, decision, Request(look, decision, door!.Value), look.At, cancellation) is { } whyNot)
                    Say(followed, decision with { Kind = RecycleKind.Wait, Reason = RecycleReason.Held, Why = whyNot }, look);
                break;
            case RecycleKind.Recycle:
                followed.Named.Add((decision.Worker!.Pid, decision.Worker.StartTicks));
                followed.NamedAt = _look;
                _account.Add(family.Label, acted: false);
                _telling.Tell(family.Label, decision.Worker, WatchedEventKind.WouldRecycle, look.At, decision.Why);
                break;
            case RecycleKind.Wait or RecycleKind.Refuse:
                Say(followed, decision, look);
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
        if (_machine.MemoryNow(worker.Pid, worker.StartTicks) is not { } memory)
            return RecycleDecision.Nothing;
        if (memory.PrivateBytes is not { } own)
            return GuardFacts.Unread(worker);
        var now = worker with { PrivateBytes = own, SharedBytes = memory.SharedBytes };
        var alone = facts.Workers.Select(one => one == worker ? now : one with { PrivateBytes = null });
        return RecycleRule.Decide(facts with { Workers = [.. alone] }, policy, state);
    }

    /// <summary>Why nothing is done is told when that begins.</summary>
    private void Say(FollowedGuard followed, RecycleDecision decision, GuardedLook look)
    {
        var reason = decision.Reason == RecycleReason.Held ? decision.Why : decision.Reason;
        var isNews = followed.Said?.Reason != reason;
        // One that has just come was not seen to serve yet: that is none.
        if (isNews && decision.Reason == RecycleReason.Serving && _look - followed.Acted < look.Stanza.Policy.Grace)
            return;
        followed.Said = (reason, decision.Why);
        if (isNews)
            _telling.Tell(look.Family.Label, decision.Worker, WatchedEventKind.GuardWaits, look.At, decision.Why);
    }

    private static RecycleRequest Request(GuardedLook look, RecycleDecision decision, (IDoor Door, ServerFacts Facts) door) =>
        new((look.Family.Image.Pid, look.Family.Image.StartTicks), (decision.Worker!.Pid, decision.Worker.StartTicks), door.Door, door.Facts,
            look.Stanza.Policy.Grace, look.Stanza.Policy.KillAfter)
        {
            WithStandby = decision.WithStandby,
        };

    /// <summary>Lets go of the servers that it alone could recycle.</summary>
    public void Dispose()
    {
        lock (_gate)
            foreach (var followed in _followed.Values)
                followed.Dispose();
    }
}
